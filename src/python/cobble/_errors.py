"""Errors that cobble reports."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, NamedTuple, Union

# The exit statuses of the command, with their names in Python.
_KINDS = {2: "usage", 3: "recipe", 4: "limit", 5: "io", 70: "bug"}
_STATUSES = {kind: status for status, kind in _KINDS.items()}
_MAX_SHOWN = 200  # characters; longer formulas are not shown with their errors


class Issue(NamedTuple):
    """One problem: where it is, what is wrong, and how to fix it, if that is known."""

    where: str = ""  #: "marble.json:7:14: /noise/octaves", a file, an option, or ""
    message: str = ""  #: "must be a whole number from 1 to 32, got 40"
    hint: str = ""  #: 'did you mean "octaves"?', or ""
    option: str = ""  #: the name of the argument
    pointer: str = ""  #: the JSON pointer to the recipe's key, "/noise/octaves"
    line: int = 0  #: in the text of the recipe or the formula, from 1; 0: unknown
    column: int = 0  #: in bytes, from 1
    formula: str = ""  #: the text of the formula
    offset: int = 0  #: of the problem in the formula, in bytes
    suggestion: str = ""  #: the word to write instead

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.where, self.message) if part)
        return "; ".join(part for part in (text, self.hint) if part)

    def _marked(self) -> str:
        """Returns the formula with a mark below the problem; "" if there is no formula to show."""
        if not self.formula or len(self.formula) > _MAX_SHOWN or "\n" in self.formula:
            return ""
        before = self.formula.encode()[: self.offset].decode(errors="ignore")
        return f"\n    {self.formula}\n    {' ' * len(before)}^"


class Error(Exception):
    """What cobble refuses or cannot do. Its text has one line per issue.

    >>> import cobble
    >>> try:
    ...     cobble.render("perlin(8, octave=3)")
    ... except cobble.Error as error:
    ...     print(error.kind, error.issues[0].message, error.issues[0].hint, sep=" | ")
    usage | unknown key "octave" | did you mean "octaves"?
    """

    #: "usage": invalid arguments; "recipe": an invalid recipe; "limit": too much work or memory;
    #: "io": a file cannot be read or written; "bug": a bug in cobble.
    kind: str
    issues: tuple[Issue, ...]

    def __init__(
        self, kind: Union[int, str], issues: Iterable[Union[Issue, Mapping[str, Any]]]
    ) -> None:
        all_issues = [i if isinstance(i, Issue) else Issue(**i) for i in issues]
        self.kind = kind if isinstance(kind, str) else _KINDS.get(kind, "bug")
        self.issues = tuple(all_issues)
        super().__init__(self.kind, self.issues)

    @classmethod
    def at(cls, option: str, message: str, hint: str = "") -> Error:
        """Returns an error about an argument of a call."""
        return cls("usage", [Issue(where=option, message=message, hint=hint, option=option)])

    @property
    def status(self) -> int:
        """The exit status of the command for this kind of error."""
        return _STATUSES.get(self.kind, 70)

    def __str__(self) -> str:
        return "\n".join(str(issue) + issue._marked() for issue in self.issues)
