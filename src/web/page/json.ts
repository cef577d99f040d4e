// What JSON values are, and what is inside of them.

import type { Json, JsonObject } from "./contract.js";

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object that has a key; an empty one if there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** Whether two values have the same text: the keys of objects come in the same order. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns what an object or an array has under a key; undefined if it is neither, or has nothing. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as JsonObject)[key];
}
