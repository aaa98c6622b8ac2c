"""`hue layouts`: which layouts there are; the commands are in `layout_*`."""

from __future__ import annotations

import typer

from reports import layout_counts, layout_deals, layout_files

layouts_app = typer.Typer(
    name="layouts",
    help="Which layouts there are: check, lay, draw, convert, deal, count and enumerate them.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
layouts_app.command("check")(layout_files.check)
layouts_app.command("canon")(layout_files.canon)
layouts_app.command("random")(layout_files.lay_at_random)
layouts_app.command("realise")(layout_files.find_places)
layouts_app.command("draw")(layout_files.draw)
layouts_app.command("convert")(layout_files.convert)
layouts_app.command("deals")(layout_deals.deals)
layouts_app.command("tally")(layout_deals.tally)
layouts_app.command("count")(layout_counts.count)
layouts_app.command("enumerate")(layout_counts.enumerate_graphs)
