// Changes of a recipe that keep what only its text has: comments, and keys that begin with x-.

import { applyEdits, modify, parse, visit, type JSONPath } from "jsonc-parser";
import type { Json, JsonObject } from "../contract.js";

/** Returns whether the text has more than the recipe. */
export function hasRemarks(text: string): boolean {
  let has = false;
  visit(text, {
    onComment: () => {
      has = true;
    },
    onObjectProperty: (name) => {
      has ||= isFree(name);
    },
  });
  return has;
}

/** In: a recipe before and after a change, brief or with every default. */
export interface Change {
  brief: JsonObject;
  before: JsonObject;
  after: JsonObject;
}

/** Returns the text with the values of the changed recipe. What is the same stays as it was written. */
export function withValues(text: string, { brief, before, after }: Change): string {
  let result = text;
  for (const [path, value] of differences(parse(text) as JsonObject, brief, before, after))
    result = applyEdits(result, modify(result, path, value, {}));
  return result;
}

type Difference = [path: JSONPath, value: Json | undefined];

// Returns the smallest values that differ. Arrays of other lengths differ as a whole.
function differences(
  from: Json | undefined,
  to: Json,
  before: Json | undefined,
  after: Json | undefined,
  path: JSONPath = [],
): Difference[] {
  if (isObject(from) && isObject(after) && Object.keys(from).some(isFree) && !isObject(to))
    to = sameKeys(from, isObject(before) ? before : {}, after); // a formula has no such keys
  if (isObject(from) && isObject(to)) {
    const removed = Object.keys(from).filter((key) => !(key in to) && !isFree(key));
    return [
      ...removed.map((key): Difference => [[...path, key], undefined]),
      ...Object.entries(to).flatMap(([key, value]) =>
        differences(from[key], value, at(before, key), at(after, key), [...path, key]),
      ),
    ];
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return to.flatMap((value, i) => differences(from[i], value, undefined, undefined, [...path, i]));
  return isSame(from, to) ? [] : [[path, to]];
}

// Returns a node with the keys that it is written with, and with those that have changed.
function sameKeys(from: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(after))
    if (!isSame(value, before[key])) result[key] = value;
    else if (from[key] !== undefined) result[key] = from[key];
  return result;
}

const isFree = (key: string): boolean => key.startsWith("x-");

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const at = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) ? value[key] : undefined;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
