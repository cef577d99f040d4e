// Values of JSON.

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
