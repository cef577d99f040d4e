// What the outline of the recipe says of its nodes.

import type { App, OutlineNode } from "../contract.js";
import { remembered } from "../memo.js";

const known = new WeakMap<readonly OutlineNode[], ReadonlyMap<string, OutlineNode>>();

/** Returns what is known of the node at a JSON pointer. */
export function outlineAt(app: App, pointer: string): OutlineNode | undefined {
  const { outline } = app.document.state ?? {};
  if (outline === undefined) return undefined;
  const make = () => new Map(outline.map((node) => [node.pointer, node]));
  return remembered(known, outline, make).get(pointer);
}

/** Returns the formula of the node at a JSON pointer. */
export function formulaAt(app: App, pointer: string): string {
  return outlineAt(app, pointer)?.formula ?? "";
}
