// What the outline of the recipe says of its nodes.

import type { App, OutlineNode } from "../contract.js";

const known = new WeakMap<readonly OutlineNode[], ReadonlyMap<string, OutlineNode>>();

/** Returns what is known of the node at a JSON pointer. */
export function outlineAt(app: App, pointer: string): OutlineNode | undefined {
  const { outline } = app.document.state ?? {};
  if (outline === undefined) return undefined;
  let nodes = known.get(outline);
  if (nodes === undefined) {
    nodes = new Map(outline.map((node) => [node.pointer, node]));
    known.set(outline, nodes);
  }
  return nodes.get(pointer);
}

/** Returns the formula of the node at a JSON pointer. */
export function formulaAt(app: App, pointer: string): string {
  return outlineAt(app, pointer)?.formula ?? "";
}
