"""The stamp of a database that another process makes while it is read."""

import sqlite3
from contextlib import closing, suppress

import pytest

from search.difficulty import kept
from search.surveys import database


@pytest.mark.parametrize("prepare", [database._prepare, kept._prepare], ids=["survey", "parts"])
@pytest.mark.parametrize("between", ["sqlite_master", "application_id", "user_version"])
def test_a_database_that_another_process_makes_meanwhile_is_one(tmp_path, prepare, between):
    path, asked = tmp_path / "new.db", []
    with closing(sqlite3.connect(path)) as mine, closing(sqlite3.connect(path, timeout=0)) as other:

        def make_it(statement):
            if between in statement and not asked:
                asked.append(statement)
                with suppress(sqlite3.OperationalError):  # it has to wait
                    prepare(other, "other")
                other.rollback()

        mine.set_trace_callback(make_it)
        prepare(mine, "mine")
        mine.set_trace_callback(None)
        prepare(mine, "mine")  # now it is there
    assert asked
