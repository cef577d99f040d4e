// Changes values in a recipe's text. The rest stays as it was written, with comments, layout and
// keys that start with x-.

import type { JSONPath } from "jsonc-parser";
import { applyEdits, findNodeAtLocation, modify, parse, parseTree } from "jsonc-parser";
import type { Json, JsonObject } from "../contract.js";
import { isObject, isSame, isUserKey, memberOf } from "../json.js";

/** A recipe, brief and complete. */
export interface Forms {
  brief: JsonObject;
  complete: JsonObject;
}

/** Returns the text after a change. In: the recipe of the text, and the changed recipe. */
export function rewrite(text: string, before: Forms, after: Forms): string {
  const written = parse(text) as JsonObject;
  return changes(written, before, after, []).reduce(
    (result, [path, value]) => withValue(result, path, value),
    text,
  );
}

type Change = [path: JSONPath, value: Json | undefined];
interface Value {
  brief: Json | undefined;
  complete: Json | undefined;
}

// Arrays whose length changes are replaced as a whole, and so are nodes whose form changes.
function changes(written: Json | undefined, before: Value, after: Value, path: JSONPath): Change[] {
  if (isSame(before.brief, after.brief)) return [];
  if (isObject(written) && isObject(after.complete) && !isObject(after.brief))
    return changesOfKeys(written, before.complete, after.complete, path);
  const isList = [written, before.brief, after.brief].every(Array.isArray);
  const isMap = [written, before.brief, after.brief].every(isObject);
  if (!isMap && !(isList && lengthOf(before.brief) === lengthOf(after.brief)))
    return [[path, after.brief]];
  const keys = new Set([...keysOf(before.brief), ...keysOf(after.brief)]);
  return [...keys].flatMap((key) =>
    changes(memberOf(written, key), valueAt(before, key), valueAt(after, key), [
      ...path,
      isList ? Number(key) : key,
    ]),
  );
}

// For a node that is written with its keys, where a brief recipe has a formula.
function changesOfKeys(
  written: JsonObject,
  before: Json | undefined,
  after: JsonObject,
  path: JSONPath,
): Change[] {
  const removed = Object.keys(written).filter((key) => !(key in after) && !isUserKey(key));
  const changed = Object.keys(after).filter((key) => !isSame(memberOf(before, key), after[key]));
  return [
    ...removed.map((key): Change => [[...path, key], undefined]),
    ...changed.flatMap((key): Change[] => {
      const [inner, value] = [written[key], after[key]];
      return isObject(inner) && isObject(value)
        ? changesOfKeys(inner, memberOf(before, key), value, [...path, key])
        : [[[...path, key], value]];
    }),
  ];
}

function withValue(text: string, path: JSONPath, value: Json | undefined): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, path);
  if (value === undefined)
    return node === undefined ? text : applyEdits(text, modify(text, path, undefined, {}));
  if (node !== undefined) return splice(text, node.offset, node.length, oneLine(value));
  const object = root && findNodeAtLocation(root, path.slice(0, -1));
  if (object?.type !== "object") throw new Error("no object to add a key to");
  const property = `${JSON.stringify(path.at(-1))}: ${oneLine(value)}`;
  const last = object.children?.at(-1);
  if (last === undefined) return splice(text, object.offset, object.length, `{${property}}`);
  // On a line of its own if the key before it has one.
  const indent = /\n([ \t]*)$/.exec(text.slice(0, last.offset))?.[1];
  const between = indent === undefined ? ", " : `,\n${indent}`;
  return splice(text, last.offset + last.length, 0, between + property);
}

const splice = (text: string, offset: number, length: number, by: string): string =>
  text.slice(0, offset) + by + text.slice(offset + length);

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const member = ([key, each]: [string, Json]) => `${JSON.stringify(key)}: ${oneLine(each)}`;
  return `{${Object.entries(value).map(member).join(", ")}}`;
}

const lengthOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0);

const keysOf = (value: Json | undefined): string[] => Object.keys(value as JsonObject | Json[]);

const valueAt = ({ brief, complete }: Value, key: string): Value => ({
  brief: memberOf(brief, key),
  complete: memberOf(complete, key),
});
