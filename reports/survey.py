"""`hue survey`: solve every layout of a deck, and ask what came of it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from layouts.errors import RuleError, quote
from layouts.toml import where_of
from layouts.writing import save_text
from reports.arguments import AsJson, DifficultyName, EditionName, Players, Processes, Readings, as_many
from reports.decks import (
    Deck,
    LatticeName,
    Resume,
    Scheduler,
    SurveyGap,
    check_memory,
    check_resumed,
    exit_code_of,
    refuse_too_many,
    settle,
    show_listing,
)
from reports.layout_counts import MinContact, lattice_of
from reports.output import DONE, STOPPED, Progress, console, print_json, stop_on_interrupt, warn
from reports.rules_in_words import describe_rules
from reports.words import bounds_text, describe_duration
from solver.guardians.notation import parse_rules

if TYPE_CHECKING:
    from search.surveys.database import Database, Row, Survey
    from search.surveys.run import Standing
    from search.surveys.why import Neighbour

survey_app = typer.Typer(
    name="survey",
    help="Solve every layout of a deck, and rank them.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)


File = Annotated[Path, typer.Argument(metavar="FILE", help="The database of surveys.")]
Number = Annotated[
    int | None, typer.Option("--survey", "-s", help="Which one, if the file has several; see `status`.")
]
SEEN = " that a hunt has seen"
"""Said where not all layouts of a deck are listed."""


@survey_app.command("run")
def run(
    file: File,
    deck: Deck,
    players: Players = None,
    difficulty: DifficultyName = None,
    edition: EditionName = None,
    reading: Readings = None,
    lattice: LatticeName = "3x2",
    min_contact: MinContact = 1,
    gap: SurveyGap = 1e-8,
    processes: Processes = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    as_json: AsJson = False,
) -> int:
    """Solve all layouts that a deck makes on a lattice.

    Stopped or killed, it goes on where it was: with the same command.
    """
    from search.surveys.database import open_database
    from search.surveys.run import run_survey, survey_of

    check_resumed(file, resume)

    cards, rules, workers = settle(deck, players, difficulty, edition, reading, gap, processes, scheduler)
    where = lattice_of(lattice, min_contact, len(cards), "--lattice")
    survey = survey_of(cards, rules, where, gap)
    check_resumed(file, resume, survey)
    if not scheduler:
        check_memory(cards, rules, as_many(processes))
    with Progress() as line, stop_on_interrupt() as stop, refuse_too_many():
        found = run_survey(
            file,
            cards,
            rules,
            where,
            gap=gap,
            workers=workers,
            listing=show_listing(line, stop),
            progress=lambda standing: line.show(_describe(standing)),
            stop=stop,
        )
    with open_database(file) as database:
        number = database.find(survey)
        assert number is not None
        rows = database.rows(number)
    finished = found.solved == found.layouts
    if as_json:
        widest = max((row.upper - row.lower for row in rows), default=None)
        counts = {"solved": found.solved, "layouts": found.layouts}
        print_json("survey run", {"file": str(file), **counts, "gap": gap, "widest_gap": widest})
    else:
        what = f"{found.solved:,} of {found.layouts:,} layouts are solved, in {file}."
        console().print(what if finished else f"Stopped: {what} The same command goes on.", soft_wrap=True)
    return exit_code_of(rows, gap) if finished else STOPPED


def _describe(standing: Standing) -> str:
    left = standing.seconds_left
    about = f"; about {describe_duration(left)} left" if left is not None and left >= 1 else ""
    return f"{standing.solved:,} of {standing.layouts:,} layouts solved{about}"


@survey_app.command("status")
def status(file: File, as_json: AsJson = False) -> int:
    """Say which surveys a file has, and how far they are."""
    from search.surveys.database import open_database

    with open_database(file) as database:
        found = [
            (number, survey, database.lists_all(number), *database.count(number))
            for number, survey in database.surveys()
        ]
    if as_json:
        surveys = [
            {
                "survey": number,
                **survey._asdict(),
                "layouts": members,
                "all_listed": complete,
                "solved": members - left,
            }
            for number, survey, complete, members, left in found
        ]
        print_json("survey status", {"file": str(file), "surveys": surveys})
        return DONE
    out = console()
    for number, survey, complete, members, left in found:
        out.print(
            f"{number}: {members - left:,} of {members:,}{'' if complete else SEEN} solved; "
            f"deck {survey.deck}; "
            f"{describe_rules(parse_rules(survey.rules))}; lattice {survey.lattice}, gap {survey.gap:g}",
            soft_wrap=True,
        )
    if not found:
        out.print("No survey yet.")
    return DONE


@survey_app.command("show")
def show(
    file: File,
    survey: Number = None,
    top: Annotated[int, typer.Option("--top", min=1, help="So many of the hardest, and easiest.")] = 5,
    as_json: AsJson = False,
) -> int:
    """Print the hardest and the easiest layouts of a survey."""
    from search.surveys.database import easiest_first, open_database

    with open_database(file) as database:
        number, asked = _choose(database, survey, file)
        rows = database.rows(number)
        members, left = database.count(number)
        complete = database.lists_all(number)
    finished = left == 0 and complete
    hardest, easiest = rows[:top], easiest_first(rows)[:top]
    if as_json:
        fields = {
            "survey": number,
            **asked._asdict(),
            "layouts": members,
            "all_listed": complete,
            "solved": members - left,
        }
        answer = {
            "kind": "bounded",
            "finished": finished,
            "hardest": [_as_json(row) for row in hardest],
            "easiest": [_as_json(row) for row in easiest],
        }
        print_json("survey show", {**fields, **answer})
        return DONE
    out = console()
    for title, some in (("Hardest", hardest), ("Easiest", easiest)):
        out.print(f"{title}:")
        for row in some:
            out.print(f"  {bounds_text(row.lower, row.upper)}  {row.layout}", soft_wrap=True)
    what = f"{left:,} aren't solved yet" if left else "all are solved"
    out.print(
        f"{members:,} layouts{'' if complete else SEEN}, {what}; deck {asked.deck}; "
        f"{describe_rules(parse_rules(asked.rules))}.",
        soft_wrap=True,
    )
    return DONE


@survey_app.command("why")
def why(
    file: File,
    survey: Number = None,
    top: Annotated[int, typer.Option("--top", min=1, help="So many features.")] = 8,
    as_json: AsJson = False,
) -> int:
    """Say what goes with hard and easy, of the layouts that are solved.

    Features, by their rank correlation with the win probability, and what one swap makes of the extremes.
    """
    from search.surveys.database import easiest_first, open_database
    from search.surveys.why import correlations, neighbours

    with open_database(file) as database:
        number, _ = _choose(database, survey, file)
        rows = database.rows(number)
        members, _ = database.count(number)
        complete = database.lists_all(number)
    if not rows:
        raise RuleError(f"{file}: nothing is solved yet")
    ends = {"hardest": rows[0], "easiest": easiest_first(rows)[0]}
    near = {side: neighbours(row.layout, rows) for side, row in ends.items()}
    features = correlations(rows)
    if as_json:
        sides = {
            side: {**_as_json(row), "one_swap_away": [_neighbour_as_json(one) for one in near[side]]}
            for side, row in ends.items()
        }
        counts = {"layouts": members, "all_listed": complete, "solved": len(rows), "unit": "probability"}
        fields = {"correlations": [one._asdict() for one in features], **sides}
        print_json("survey why", {"survey": number, **counts, **fields})
        return DONE
    out = console()
    of = f"{members:,} layouts{'' if complete else SEEN}"
    out.print(f"{'feature':<18}rank correlation with winning, over {len(rows):,} of {of}")
    for one in features[:top]:
        out.print(f"{one.feature:<18}{one.rank_correlation:+.2f}")
    for side, row in ends.items():
        out.print(f"\n{side.capitalize()}: {bounds_text(row.lower, row.upper)}, {row.layout}", soft_wrap=True)
        if near[side]:
            for what, other in (("hardest", near[side][0]), ("easiest", near[side][-1])):
                out.print(
                    f"  {what} one swap away: {bounds_text(other.lower, other.upper)} "
                    f"({other.factor:.3g} times), {other.layout}",
                    soft_wrap=True,
                )
                out.print("    " + ", swapped with ".join(map(str, other.swapped)), soft_wrap=True)
        else:
            out.print("  nothing one swap away is solved")
    return DONE


@survey_app.command("export")
def export(
    file: File,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="A .csv or .parquet file.")],
    survey: Number = None,
) -> int:
    """Write what is known of a survey's layouts to a file, a row each."""
    from search.surveys.database import as_record, open_database

    kind = out.suffix.lower()
    if kind not in (".csv", ".parquet"):
        raise RuleError(f"--out {quote(str(out))}: it must end in .csv or .parquet")
    with open_database(file) as database:
        number, asked = _choose(database, survey, file)
        records = [{**asked._asdict(), **as_record(row)} for row in database.rows(number)]
        _, left = database.count(number)
        complete = database.lists_all(number)
    if not records:
        raise RuleError(f"{file}: nothing is solved yet")
    if kind == ".csv":
        save_text(out, _as_csv(records))
    else:
        _save_parquet(out, records)
    if left:
        warn(f"{left:,} layouts aren't solved yet, and aren't in the file")
    if not complete:
        warn("a hunt has listed only the layouts that it has seen; `hue survey run` lists and solves all")
    console().print(f"Written: {out}, {len(records):,} layouts", soft_wrap=True)
    return DONE


def _choose(database: Database, number: int | None, file: Path) -> tuple[int, Survey]:
    surveys = dict(database.surveys())
    if number is None and len(surveys) == 1:
        number = next(iter(surveys))
    if number not in surveys:
        known = ", ".join(map(str, surveys)) or "none yet"
        raise RuleError(f"{file}: say which survey with --survey; it has {known}")
    return number, surveys[number]


def _as_json(row: Row) -> dict[str, Any]:
    fields = row._asdict()
    bounds = {"lower": fields.pop("lower"), "upper": fields.pop("upper")}
    return {"layout": fields.pop("layout"), "win": {"kind": "bounded", **bounds}, **fields}


def _neighbour_as_json(one: Neighbour) -> dict[str, Any]:
    swapped = [
        {
            "tag": lying.card.tag,
            **lying.card.ratings._asdict(),
            "distance": lying.distance,
            "contacts": lying.contacts,
        }
        for lying in one.swapped
    ]
    return {**one._asdict(), "swapped": swapped}


def _as_csv(records: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def _save_parquet(path: Path, records: list[dict[str, Any]]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise RuleError("a .parquet file needs pyarrow: pip install '.[parquet]'") from None
    aside = path.with_name(path.name + ".part")
    try:
        parquet.write_table(pyarrow.Table.from_pylist(records), aside)
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise RuleError(f"{where_of(path)}: can't be written ({error.strerror or error})") from None
