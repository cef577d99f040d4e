// JSON pointers.

import type { Json, JsonObject } from "./contract.js";
import { memberOf } from "./json.js";

/** Returns the keys in a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Escapes a key for a JSON pointer. */
export function stepFor(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function valueAt(root: Json, pointer: string): Json | undefined {
  return stepsOf(pointer).reduce<Json | undefined>(memberOf, root);
}

/** Replaces a value in an object or a list, or removes it if the new one is null. */
export function replaceAt(
  root: JsonObject,
  [step = "", ...rest]: readonly string[],
  value: Json,
): void {
  const inner = root[step];
  if (rest.length > 0) {
    if (typeof inner === "object" && inner !== null) replaceAt(inner as JsonObject, rest, value);
  } else if (value === null) delete root[step];
  else root[step] = value;
}
