"""Weights on disk, as safetensors: written whole or not at all, refused in one line when they are not what they say."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import nn

from reasoner.errors import InputError, UnknownNameError
from reasoner.weights import FOLDER


def write_tensors(path: Path, tensors: Mapping[str, torch.Tensor], about: Mapping[str, str]) -> None:
    """Write named tensors, with a few words about them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        # One entry, because the order of several is left to chance.
        words = {"about": json.dumps(dict(about), sort_keys=True)}
        save_file({name: tensor.contiguous() for name, tensor in tensors.items()}, part, words)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None
    finally:
        part.unlink(missing_ok=True)


def read_tensors(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Return the tensors of a file and the words about them."""
    try:
        with safe_open(path, framework="pt") as file:
            words = (file.metadata() or {}).get("about", "{}")
            return {name: file.get_tensor(name) for name in file.keys()}, json.loads(words)  # noqa: SIM118
    except FileNotFoundError:
        raise InputError("there is no such file of weights", path=str(path)) from None
    except (SafetensorError, OSError, ValueError) as error:
        cause = str(error).partition("\n")[0]
        raise InputError(f"not a whole safetensors file ({cause}); fetch or train it again", path=str(path)) from None


def weights_path(name: str) -> Path:
    """Return the file of a name (weights that come with the package) or of a path.

    >>> weights_path("dgem").name
    'dgem.safetensors'
    >>> weights_path("dgme")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    reasoner.errors.UnknownNameError: unknown weights 'dgme': did you mean 'dgem'? Available: ...
    """
    packaged = {path.stem: path for path in FOLDER.glob("*.safetensors")}
    if name in packaged:
        return packaged[name]
    if Path(name).suffix or Path(name).exists():
        return Path(name)
    raise UnknownNameError("weights", name, packaged)


def load_into(model: nn.Module, path: Path, kind: str) -> dict[str, str]:
    """Fill a model from a file that was written for that kind of model; return the words about it."""
    tensors, about = read_tensors(path)
    if about.get("kind") != kind:
        raise InputError(f"holds {about.get('kind', 'unknown')!r} weights, not {kind!r}", path=str(path))
    try:
        model.load_state_dict(tensors)
    except RuntimeError:
        raise InputError(f"the {kind!r} weights are of another version; train them again", path=str(path)) from None
    model.eval()
    return about
