"""What a question is understood to ask, for ``reasoner parse``."""

from __future__ import annotations

import json
from dataclasses import asdict

from reasoner.language.claim import Claim, understand
from reasoner.question import Question


def show_claim(question: Question, as_json: bool) -> None:
    """Print what a question asks and what each choice claims."""
    claim = understand(question)
    if as_json:
        print(json.dumps(asdict(claim), indent=2, ensure_ascii=False))
        return
    print("\n".join(_lines(claim)))


def _lines(claim: Claim) -> list[str]:
    lines = [f"kind: {claim.kind}", f"asks for what is so: {claim.stem}", f"open claim: {claim.open}"]
    if claim.negative:
        lines.append(f"turned round by: {claim.negative}")
    if claim.scale:
        end = "high" if claim.scale.high else "low"
        lines.append(f"scale: {claim.scale.name}, the {end} end ({claim.scale.word})")
    for each in claim.choices:
        about = f" [{each.role} of {', '.join(each.of)}]" if each.of else f" [{each.truth}]" if each.truth else ""
        lines.append(f"({each.label}){about} {each.text}")
    return lines
