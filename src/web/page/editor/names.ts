// The names of nodes and maps in the text.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { Tree } from "@lezer/common";
import { isUserKey } from "../json.js";
import { remembered } from "../memo.js";
import { keysOf, propertyOf, valueOf } from "./paths.js";

interface Names {
  nodes: ReadonlySet<string>;
  maps: ReadonlySet<string>;
}
const known = new WeakMap<Tree, Names>();

export function namesIn(state: EditorState): Names {
  const tree = syntaxTree(state);
  return remembered(known, tree, () => {
    const root = tree.topNode.getChild("Object");
    const keys = (key: string) => {
      const property = propertyOf(state, root, key);
      const value = property && valueOf(property);
      const names = value?.name === "Object" ? [...keysOf(state, value)] : [];
      return new Set(names.filter((name) => !isUserKey(name)));
    };
    return { nodes: keys("nodes"), maps: keys("maps") };
  });
}
