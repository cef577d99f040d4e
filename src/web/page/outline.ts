// What a recipe's outline and warnings say about its nodes.

import type { Json, OutlineNode, RecipeState } from "./contract.js";
import { hintOf } from "./errors.js";
import { objectIn } from "./json.js";
import { remembered } from "./memo.js";

const known = new WeakMap<readonly OutlineNode[], ReadonlyMap<string, OutlineNode>>();

type State = RecipeState | undefined;

export function outlineAt(state: State, pointer: string): OutlineNode | undefined {
  if (state === undefined) return undefined;
  const make = () => new Map(state.outline.map((node) => [node.pointer, node]));
  return remembered(known, state.outline, make).get(pointer);
}

/** Returns the names of the functions that a formula calls. */
export function callsIn(state: State, formula: Json | undefined): string[] {
  if (typeof formula !== "string") return [];
  const names = Object.keys(objectIn(state?.recipe ?? {}, "functions"));
  return names.filter((name) => new RegExp(`(?<![\\w-])${name}\\s*\\(`).test(formula));
}

/** Returns the warnings about a value, and about what is in it unless they are shown there. */
export function warningsAt(state: State, pointer: string, hasInner = false): string {
  const isHere = (each: string) =>
    each === pointer || (!hasInner && each.startsWith(`${pointer}/`));
  const found = state?.warnings.filter((each) => isHere(each.pointer)) ?? [];
  return found.map((each) => each.message + hintOf(each)).join("\n");
}

/** Returns the bounds of a node; 0 and 1 if they are unknown. */
export function rangeAt(state: State, pointer: string): [number, number] {
  const { low = 0, high = 1 } = outlineAt(state, pointer) ?? {};
  return low < high ? [low, high] : [0, 1];
}
