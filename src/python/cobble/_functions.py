"""The functions that make nodes: one for each type, and those that are short for nodes.

`_functions.pyi` describes them to editors and type checkers; `python3 -m cobble._stubs` prints it.
Some have the names of Python's own functions, such as abs, so no other code stands here.
"""

from ._calls import tables as _tables

__all__ = []
for _function in _tables():
    globals()[_function.__name__] = _function
    __all__.append(_function.__name__)
