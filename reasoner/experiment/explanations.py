"""Rankings of rows scored against the explanations of WorldTree: mean average precision, in all and by role."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reasoner.errors import InputError
from reasoner.knowledge.table import Table, alternatives
from reasoner.retrieval.explaining import Explainer

_UID = "UID"
_CHOICE = re.compile(r"\s*\(([A-Z]|[1-9])\)\s*")
_COLUMNS = ("QuestionID", "AnswerKey", "question", "explanation")
ALL = "all"


@dataclass(frozen=True, slots=True)
class Explained:
    """A question with its right answer, and the rows that explain it: the role of each by its UID."""

    id: str
    stem: str
    answer: str
    roles: Mapping[str, str]


def read_explained(lines: Iterable[str]) -> Iterator[Explained]:
    """Read WorldTree's table of questions; those without explanation, or not held good by its makers, are left out.

    >>> head = "QuestionID\\tAnswerKey\\tquestion\\texplanation"
    >>> line = "q1\\tB\\tWhat is warm? (A) snow (B) wool\\tab-1|CENTRAL cd-2|LEXGLUE"
    >>> [(one.stem, one.answer, one.roles["cd-2"]) for one in read_explained([head, line])]
    [('What is warm?', 'wool', 'LEXGLUE')]
    """
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or ())]:
        raise InputError(f"no table of explained questions: there is no column {', '.join(missing)}")
    for row in rows:
        stem, *parts = _CHOICE.split(row["question"] or "")
        choices = dict(zip(parts[::2], parts[1::2], strict=True))
        marks = (mark.partition("|") for mark in (row["explanation"] or "").split())
        roles = {uid: role for uid, _, role in marks}
        good = "SUCCESS" in (row.get("flags") or "SUCCESS").split()
        if roles and good and row["AnswerKey"] in choices:
            yield Explained(row["QuestionID"], stem, choices[row["AnswerKey"]], roles)


def rows_by_uid(tables: Iterable[Table]) -> dict[str, str]:
    """Return the text of every row that has a UID, all of its wordings together."""
    found = {}
    for table in tables:
        if any(column.name == _UID for column in table.columns):
            for row in table.rows:
                cells = zip(row.cells, table.columns, strict=True)
                said = (" ".join(alternatives(cell)) for cell, column in cells if column.type != "skip")
                found[table.cell(row, _UID)] = " ".join(filter(None, said))
    if not found:
        raise InputError("the knowledge has no rows with a UID: name WorldTree's folder of tables with --kb")
    return found


def average_precision(ranked: Sequence[str], gold: Iterable[str]) -> float:
    """Return the mean, over the right rows, of the share of right ones down to each.

    >>> average_precision(["a", "x", "b"], ["a", "b"])
    0.8333333333333333
    """
    place = {uid: number for number, uid in enumerate(ranked, 1)}
    places = sorted(place[uid] for uid in gold if uid in place)
    return sum(number / at for number, at in enumerate(places, 1)) / max(len(places), 1)


def mean_precision(questions: Iterable[Explained], explainer: Explainer, uids: Sequence[str]) -> dict[str, float]:
    """Return the mean average precision over questions: of all rows, and of each role with the other roles' rows away.

    Rows that an explanation names and the tables do not have are not counted.
    """
    found: dict[str, list[float]] = defaultdict(list)
    known = set(uids)
    for question in questions:
        ranked = [uids[number] for number in explainer.rank(question.stem, question.answer)]
        roles = {uid: role for uid, role in question.roles.items() if uid in known}
        if roles:
            found[ALL].append(average_precision(ranked, roles))
        for role in dict.fromkeys(roles.values()):
            own = {uid for uid, its in roles.items() if its == role}
            others = [uid for uid in ranked if uid not in roles or uid in own]
            found[role].append(average_precision(others, own))
    return {role: sum(values) / len(values) for role, values in sorted(found.items(), key=lambda pair: -len(pair[1]))}
