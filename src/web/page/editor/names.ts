// The names of the recipe's nodes, as they stand in the text.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { keysOf, valueOf } from "./paths.js";

export function namesIn(state: EditorState): Set<string> {
  const root = syntaxTree(state).topNode.getChild("Object");
  for (const property of root?.getChildren("Property") ?? []) {
    const name = property.getChild("PropertyName");
    if (name === null || state.sliceDoc(name.from, name.to) !== '"nodes"') continue;
    const value = valueOf(property);
    return value?.name === "Object" ? new Set(keysOf(state, value).keys()) : new Set();
  }
  return new Set();
}
