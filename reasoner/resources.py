"""Where the data that travels with the package lies: inside it when installed, at the top of a checkout otherwise."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def data_folder(name: str) -> Path:
    """Return the folder of packaged data called `name`.

    >>> data_folder("kb").is_dir()
    True
    """
    packaged = _PACKAGE / "data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
