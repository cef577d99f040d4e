#!/usr/bin/env python3
"""Validates recipes with a JSON Schema, for schema_test.cpp.

    schema_verdicts.py SCHEMA FOLDER

Prints a line per file in FOLDER: its name, a tab, and "accepts", "rejects PATH: MESSAGE" (once per
error, separated by tabs) or "not JSON".
"""

import json
import pathlib
import re
import sys
import warnings

warnings.simplefilter("ignore")  # newer versions of jsonschema warn about deprecated names

import jsonschema

# A string, which is kept, or a comment, which recipes may contain.
STRING_OR_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parse(data):
    """Parses strict JSON with comments."""
    text = STRING_OR_COMMENT.sub(lambda match: match.group(1) or " ", data.decode("utf-8-sig"))

    def reject(word):
        raise ValueError(f"{word} is not JSON")

    return json.loads(text, parse_constant=reject)


def verdict(validator, data):
    try:
        recipe = parse(data)
    except ValueError:
        return "not JSON"
    errors = sorted(validator.iter_errors(recipe), key=lambda error: error.json_path)
    lines = ["/" + "/".join(map(str, e.absolute_path)) + ": " + e.message for e in errors]
    return "\t".join("rejects " + line.translate({9: " ", 10: " "}) for line in lines) or "accepts"


def main():
    sys.setrecursionlimit(100_000)  # recipes are nested up to 64 levels, validators deeper
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sorted(pathlib.Path(sys.argv[2]).iterdir()):
        print(path.name, ascii(verdict(validator, path.read_bytes()))[1:-1].replace("\\t", "\t"),
              sep="\t")


if __name__ == "__main__":
    main()
