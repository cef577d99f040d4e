// Where errors are in the editor's text.

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import { ByteOffsets } from "../../module/memory.js";
import type { Issue } from "../contract.js";
import { around, valueAt, type Range } from "./paths.js";
import { formulaOf, rangeOfToken, tokensOf } from "./strings.js";

function positionOf(doc: Text, { line, column }: Issue): number | undefined {
  if (line < 1 || line > doc.lines) return undefined;
  const { from, text } = doc.line(line);
  return from + Math.min(new ByteOffsets(text).indexOf(column - 1), text.length);
}

/** Returns the range to mark; undefined if the error has no place. */
export function rangeOfIssue(state: EditorState, issue: Issue): Range | undefined {
  const { doc } = state;
  const tree = ensureSyntaxTree(state, doc.length, 20) ?? syntaxTree(state);
  const position = positionOf(doc, issue);
  if (position === undefined)
    return issue.pointer === "" ? undefined : valueAt(state, issue.pointer, tree);
  return rangeInFormula(state, position) ?? rangeInJson(state, position);
}

// Returns the range of the token; after the last token, the last one.
function rangeInFormula(state: EditorState, position: number): Range | undefined {
  const string = [...around(state, position, 1), ...around(state, position)].find(
    ({ name, from }) => name === "String" && from < position,
  );
  const formula = string && formulaOf(state, string);
  if (formula === undefined) return undefined;
  const ranges = tokensOf(state, formula).map((token) => rangeOfToken(formula, token));
  const touching = ranges.find(({ from, to }) => from <= position && position < to);
  return touching ?? ranges.findLast(({ to }) => to <= position);
}

const jsonToken = /"(?:[^"\\]+|\\.)*"?|[\w#.+-]+|\S/y;

function rangeInJson(state: EditorState, position: number): Range {
  const { to, from: start, text } = state.doc.lineAt(position);
  jsonToken.lastIndex = position - start;
  const length = jsonToken.exec(text)?.[0].length ?? 0;
  // What is missing at the end of a line is marked at its last character.
  if (length === 0) return { from: Math.max(position - 1, start), to: position };
  return { from: position, to: Math.min(position + length, to) };
}
