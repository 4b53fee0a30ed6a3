"""The short form of `make torture`: a few trials of every campaign."""

from __future__ import annotations

import warnings

import pytest

from tests.torture.__main__ import CAMPAIGNS

FEW = {
    "questions": 100,
    "neural": 6,
    "readers": 200,
    "knowledge": 20,
    "kills": 4,
    "serving": 2,
    "damage": 3,
    "disks": 3,
    "folders": 2,
    "races": 2,
    "hostile": 2,
}


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_short_campaign(name: str) -> None:
    if name in ("neural", "hostile"):
        pytest.importorskip("sentence_transformers")
    if name == "serving":
        pytest.importorskip("starlette")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        campaign = CAMPAIGNS[name][0](FEW[name], 1)
    assert campaign.tried >= FEW[name]
    assert not campaign.failed, "\n".join(campaign.failed)
