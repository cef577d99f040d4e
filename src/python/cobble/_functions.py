"""The functions that make nodes: one for each type, and short forms.

`_functions.pyi` describes them to editors and type checkers; `python3 -m cobble._stubs` prints it.
This file has no other code, since some functions hide Python's own, such as abs.
"""

from ._calls import tables as _tables

__all__ = []
for _function in _tables():
    globals()[_function.__name__] = _function
    __all__.append(_function.__name__)
