// Values of JSON, and pointers to them.

import type { Json, JsonObject } from "./contract.js";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object under a key; an empty one if there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** Returns whether a key is for people only: cobble ignores it. */
export function isUserKey(key: string): boolean {
  return key.startsWith("x-");
}

/** Compares texts: keys of objects must have the same order. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the value under a key of an object or an array; undefined if there is none. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as JsonObject)[key];
}

/** Returns the keys in a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Escapes a key for a JSON pointer. */
export function stepFor(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the pointer to the node that a reference stands for; undefined for other values. */
export function referredBy(value: Json | undefined): string | undefined {
  const ref = memberOf(value, "ref");
  return typeof ref === "string" ? `/nodes/${stepFor(ref)}` : undefined;
}

/** Returns the names of the nodes that a value without formulas uses, also through others. */
export function namesUsedBy(value: Json | undefined, nodes: JsonObject): Set<string> {
  const names = new Set<string>();
  const visit = (each: Json | undefined): void => {
    if (typeof each !== "object" || each === null) return;
    const ref = memberOf(each, "ref");
    if (typeof ref !== "string") Object.values(each).forEach(visit);
    else if (!names.has(ref)) {
      names.add(ref);
      visit(nodes[ref]);
    }
  };
  visit(value);
  return names;
}

export function valueAt(root: Json, pointer: string): Json | undefined {
  return stepsOf(pointer).reduce<Json | undefined>(memberOf, root);
}

/** Replaces a value in an object or a list, or removes it if the new one is null. */
export function replaceAt(root: JsonObject, [step = "", ...rest]: string[], value: Json): void {
  const inner = root[step];
  if (rest.length > 0) {
    if (typeof inner === "object" && inner !== null) replaceAt(inner as JsonObject, rest, value);
  } else if (value === null) delete root[step];
  else root[step] = value;
}
