"""The compiled module, for use by the package only."""

from typing import Any

def __getattr__(name: str) -> Any: ...
