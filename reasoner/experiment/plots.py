"""Plots of an experiment: scores with intervals, agreement of rows, accuracy against time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.errors import needing

if TYPE_CHECKING:
    from reasoner.experiment.calibration import Trust
    from reasoner.experiment.experiment import Outcome


def plot_experiment(outcome: Outcome, folder: Path) -> None:
    """Write scores.svg, agreement.svg and time.svg; two runs give the same bytes, times apart."""
    _prepare()
    _scores(outcome, folder / "scores.svg")
    _agreement(outcome, folder / "agreement.svg")
    _time(outcome, folder / "time.svg")


def plot_trust(found: Mapping[str, Trust], folder: Path) -> None:
    """Write coverage.svg (how many of the surest fail) and, where probabilities are there, reliability.svg."""
    _prepare()
    bins = {name: [(each.confidence, each.earned) for each in one.bins] for name, one in found.items() if one.bins}
    if bins:
        _curves(bins, "confidence", "score", folder / "reliability.svg", diagonal=True)
    coverage = {name: one.coverage for name, one in found.items()}
    _curves(coverage, "share answered, the surest first", "share of these that is wrong", folder / "coverage.svg")


def _curves(
    lines: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, path: Path, diagonal: bool = False
) -> None:
    figure, axes = _figure(6, 5)
    if diagonal:
        axes.plot([0, 1], [0, 1], color="0.7")
    for name, points in lines.items():
        axes.plot(*zip(*points, strict=True), marker="o" if diagonal else None, label=name)
    axes.set(xlabel=across, ylabel=up, xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    _save(figure, path)


def _prepare() -> None:
    with needing("experiments", "plots of an experiment"):
        import matplotlib as mpl
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "reasoner"


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: Path) -> None:
    from matplotlib import pyplot

    part = path.with_suffix(".part")
    figure.savefig(part, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    part.replace(path)


def _scores(outcome: Outcome, path: Path) -> None:
    results = outcome.results[::-1]
    figure, axes = _figure(8, 1 + 0.3 * len(results))
    places = range(len(results))
    scores = [result.score.score for result in results]
    low = [max(0.0, result.score.score - result.score.interval[0]) for result in results]
    high = [max(0.0, result.score.interval[1] - result.score.score) for result in results]
    colors = ["tab:orange" if result.row.plan.oracle else "tab:blue" for result in results]
    axes.barh(places, scores, xerr=[low, high], color=colors, ecolor="0.3")
    papers = [(place, result.row.paper) for place, result in enumerate(results) if result.row.paper is not None]
    if papers:
        axes.plot([paper for _, paper in papers], [place for place, _ in papers], "k|", markersize=12, label="paper")
        axes.legend()
    axes.set_yticks(places, [result.row.key for result in results])
    axes.set_xlabel("score, 95% interval (orange: the question's facts given)")
    axes.set_xlim(0, 1)
    _save(figure, path)


def _agreement(outcome: Outcome, path: Path) -> None:
    keys = [result.row.key for result in outcome.results]
    shares = [[outcome.agreement.get((a, b), outcome.agreement.get((b, a), 1.0)) for b in keys] for a in keys]
    size = 2 + 0.35 * len(keys)
    figure, axes = _figure(size + 2, size)
    image = axes.imshow(shares, vmin=0, vmax=1, cmap="viridis")
    axes.set_xticks(range(len(keys)), keys, rotation=90)
    axes.set_yticks(range(len(keys)), keys)
    figure.colorbar(image, label="share of questions with the same labels selected")
    _save(figure, path)


def _time(outcome: Outcome, path: Path) -> None:
    figure, axes = _figure(8, 5)
    for result in outcome.results:
        per_question = 1000 * result.score.seconds / max(result.score.questions, 1)
        axes.plot(max(per_question, 0.01), result.score.score, "o", color="tab:blue")
        axes.annotate(result.row.key, (max(per_question, 0.01), result.score.score), fontsize=7)
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds a question")
    axes.set_ylabel("score")
    _save(figure, path)
