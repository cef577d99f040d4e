// The names of nodes, maps and functions in the text.

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { isUserKey } from "../json.js";
import { remembered } from "../memo.js";
import { keysOf, propertyOf, stringAt, valueOf } from "./paths.js";

interface Names {
  nodes: ReadonlySet<string>;
  maps: ReadonlySet<string>;
  /** By name: the call and the description. */
  functions: ReadonlyMap<string, { call: string; summary: string }>;
  /** What formulas may use: the nodes, and the functions as the module takes them. */
  all: ReadonlySet<string>;
}
const known = new WeakMap<Tree, Names>();

export function namesIn(state: EditorState): Names {
  const tree = syntaxTree(state);
  return remembered(known, tree, () => {
    const root = tree.topNode.getChild("Object");
    const inside = (object: SyntaxNode | null | undefined, key: string) => {
      const property = propertyOf(state, object, key);
      return property && valueOf(property);
    };
    const keys = (key: string) => {
      const value = inside(root, key);
      const names = value?.name === "Object" ? [...keysOf(state, value)] : [];
      return new Set(names.filter((name) => !isUserKey(name)));
    };
    const functions = new Map(
      [...keys("functions")].map((name) => {
        const own = inside(inside(root, "functions"), name);
        const call = `${name}(${stringAt(state, own, "parameters") ?? ""})`;
        return [name, { call, summary: stringAt(state, own, "description") ?? "" }];
      }),
    );
    const nodes = keys("nodes");
    const all = new Set([...nodes, ...[...functions.values()].map(({ call }) => `/${call}`)]);
    return { nodes, maps: keys("maps"), functions, all };
  });
}
