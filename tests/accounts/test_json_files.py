"""The file of what is kept: a row a line, and nothing but JSON."""

from __future__ import annotations

import datetime as dt
import json
import uuid

from accounts.json_files import json_file


def test_a_file_holds_what_it_was_given_a_row_a_line() -> None:
    moment = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    rows = [
        {"id": uuid.UUID(int=7), "text": 'Şule "quotes"\n</script>', "deep": {"a": [1, [2]]}},
        {"id": uuid.UUID(int=8), "at": moment, "none": None},
    ]
    values = {"exported_at": moment, "data": {"a.Model": rows, "a.Empty": [], "a.One": [{"x": 1}]}}
    answer = json_file(values, "istaka.json")
    text = answer.content.decode()
    assert json.loads(text) == {
        "exported_at": "2026-11-30T12:00:00Z",
        "data": {
            "a.Model": [
                {"id": str(rows[0]["id"]), "text": rows[0]["text"], "deep": {"a": [1, [2]]}},
                {"id": str(rows[1]["id"]), "at": "2026-11-30T12:00:00Z", "none": None},
            ],
            "a.Empty": [],
            "a.One": [{"x": 1}],
        },
    }
    assert "Şule" in text
    assert sum(line.lstrip().startswith('{"id"') for line in text.splitlines()) == 2
    assert answer.headers["Content-Disposition"] == 'attachment; filename="istaka.json"'
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(json_file({}, "x").content) == {}
