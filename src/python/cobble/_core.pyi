"""The compiled module, which only the package uses."""

from typing import Any

def __getattr__(name: str) -> Any: ...
