// Changes the type of nodes, and makes new ones.

import type { App, FieldDescription, Json, JsonObject, NodeDescription } from "../contract.js";
import { optionGroup } from "../elements.js";
import { hexOfText } from "../hex.js";
import { isObject, objectIn, referredBy } from "../json.js";
import { clamp, rounded } from "../math.js";
import { rangeAt } from "../outline.js";
import { isAutomaticPattern } from "./choices.js";

export function isReference(value: Json | undefined): value is { ref: string } {
  return isObject(value) && typeof value["ref"] === "string";
}

/** Whether a value in the place of a node is a formula: it names knobs. Other texts are colours. */
export function isFormula(app: App, value: Json | undefined): value is string {
  return typeof value === "string" && hexOfText(value, app.description.colors) === undefined;
}

/** Returns the description of a node's type; undefined for numbers, colours and references. */
export function descriptionOf(app: App, value: Json | undefined): NodeDescription | undefined {
  if (!isObject(value)) return undefined;
  return app.description.nodes.find(({ name }) => name === value["type"]);
}

// Not offered: numbers, colours and references have no type, and pictures are added by
// dropping a file.
const withoutChoice = new Set(["ref", "constant", "color", "image", "by-example"]);

function inputsOf(node: NodeDescription): FieldDescription[] {
  return node.keys.filter(({ type }) => type === "input" || type === "inputs");
}

function groupOf(node: NodeDescription): string {
  if (node.noise === true) return "Noises";
  const inputs = inputsOf(node);
  if (inputs.length === 0) return "Patterns";
  if (node.color === true || inputs.some(({ accepts }) => accepts === "color")) return "Colours";
  const required = inputs.filter((field) => field.required === true && field.type === "input");
  return required.length > 1 ? "Several inputs" : "One input";
}

const groups = ["Noises", "Patterns", "One input", "Several inputs", "Colours"];

/** Returns the types to offer, in groups. In: accepts, what the node's place takes. */
export function typeOptions(
  app: App,
  accepts: string,
  optionsOf: (node: NodeDescription) => HTMLElement[],
): HTMLElement[] {
  const nodes = app.description.nodes
    .filter(({ name }) => !withoutChoice.has(name))
    .filter(({ color }) => accepts !== "number" || color !== true);
  return groups.flatMap((label) =>
    optionGroup(label, nodes.filter((node) => groupOf(node) === label).flatMap(optionsOf)),
  );
}

/**
 * Converts a node to another type. Keys that both types have are kept, and so are inputs. What has
 * no inputs becomes an input.
 */
export function converted(app: App, value: Json, pointer: string, next: NodeDescription) {
  const previous = descriptionOf(app, value);
  const old = previous === undefined ? {} : (value as JsonObject);
  const known = new Set(previous?.keys.map(({ key }) => key));
  const kept = next.keys.filter((field) => known.has(field.key) && fits(field, old[field.key]));
  const used = new Set(kept.map(({ key }) => key));
  const inputs = previous === undefined ? [] : inputsOf(previous);
  const others = inputs.filter(({ key }) => !used.has(key));
  const spare = inputs.length === 0 ? [value] : others.flatMap(({ key }) => valuesOf(old[key]));
  const own = (key: string) => (used.has(key) ? old[key] : undefined);
  const source = inputs[0] === undefined ? pointer : `${pointer}/${inputs[0].key}`;
  return createNode(app, next, spare, own, rangeAt(app.document.state, source));
}

function valuesOf(value: Json | undefined): Json[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Returns "perlin-1": without the number, it would hide the type in formulas. */
export function freeName(type: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${type}-${number}`)) ++number;
  return `${type}-${number}`;
}

/** Returns whether a value is a colour. Numbers do not count, although they are greys. */
function isColor(app: App, value: Json | undefined): boolean {
  if (isReference(value))
    return isColor(app, objectIn(app.document.state?.recipe ?? {}, "nodes")[value.ref]);
  if (!isObject(value)) return typeof value === "string" || Array.isArray(value);
  const description = descriptionOf(app, value);
  if (description?.color === true) return true;
  const [key = "", word] = description?.color_if?.split("=") ?? [];
  return word === undefined ? key !== "" && isColor(app, value[key]) : value[key] === word;
}

/**
 * Returns a node with its required keys. In: spare, values for inputs; own, known values; bounds,
 * of the first input, which the stops of ramps follow.
 */
export function createNode(
  app: App,
  node: NodeDescription,
  spare: readonly Json[] = [],
  own: (key: string) => Json | undefined = () => undefined,
  bounds = rangeAt(app.document.state, referredBy(spare[0]) ?? ""),
): JsonObject {
  const left = [...spare];
  const result: JsonObject = { type: node.name };
  for (const field of node.keys) {
    if (!isEffective(field, node.keys, result)) continue;
    const value =
      own(field.key) ?? (field.required === true ? initialValue(field, left, bounds) : undefined);
    if (value !== undefined) result[field.key] = accepted(app, field, value);
  }
  return withoutAutomatic(result);
}

// Where a number is needed, colours become their brightness.
function accepted(app: App, { type, accepts }: FieldDescription, value: Json): Json {
  if (accepts !== "number") return value;
  if (type === "inputs")
    return valuesOf(value).map((each) => accepted(app, { accepts } as FieldDescription, each));
  return isColor(app, value) ? { type: "luminance", source: value } : value;
}

/** Returns whether a key has an effect. In: fields, the keys of the node; values, the node. */
export function isEffective(
  { effective_if: condition }: FieldDescription,
  fields: readonly FieldDescription[],
  values: JsonObject,
): boolean {
  if (condition === undefined) return true;
  const initial = fields.find(({ key }) => key === condition.key)?.default as Json | undefined;
  const now = JSON.stringify(values[condition.key] ?? initial);
  return condition.values.some((value) => JSON.stringify(value) === now);
}

function fits(field: FieldDescription, value: Json | undefined): boolean {
  const { key, type, choices, minimum = -Infinity, maximum = Infinity } = field;
  if (value === undefined) return false;
  if (key === "pattern") return !isAutomaticPattern(value);
  if (type === "choice") return choices?.includes(String(value)) ?? false;
  if (type === "input") return !Array.isArray(value);
  if (type === "inputs") return Array.isArray(value);
  if ((type === "number" || type === "integer") && typeof value !== "number") return false;
  const numbers = valuesOf(value).filter((each) => typeof each === "number");
  return numbers.every((each) => each >= minimum && each <= maximum);
}

/** Required numbers that start with 0.5 rather than 1. */
const middling = new Set(["level", "width", "mode", "mean"]);

/** Returns a first value for a key. In: spare, values for inputs, of which the first is taken. */
export function initialValue(
  field: FieldDescription,
  spare: Json[] = [],
  [low, high]: readonly [number, number] = [0, 1],
): Json | undefined {
  const { key, type, accepts, choices, minimum = -Infinity, maximum = Infinity } = field;
  const within = (value: number) => clamp(value, minimum, maximum);
  const input = () => spare.shift() ?? (accepts === "color" ? "#808080" : 0.5);
  const values: Record<string, () => Json | undefined> = {
    input,
    inputs: () => [input(), 0],
    pairs: () => [[0, 0], [1, 1]],
    stops: () => [[rounded(low, 3), "#000000"], [rounded(high, 3), "#ffffff"]],
    color: () => "#808080",
    colors: () => ["#404040", "#c0c0c0"],
    integer: () => within(4),
    number: () => within(key === "low" ? 0 : middling.has(key) ? 0.5 : 1),
    vector: () => [0, 1],
    range: () => [0, 1],
    choice: () => choices?.[0],
    text: () => undefined,
  };
  return values[type]?.();
}

/**
 * Returns the whole node after a change of one key if other keys must change, too: those that it
 * excludes are removed, and those that it makes necessary are added. Otherwise undefined.
 */
export function changedNode(
  fields: readonly FieldDescription[],
  values: JsonObject,
  { key, excludes = [] }: FieldDescription,
  value: Json,
): JsonObject | undefined {
  const next: JsonObject = { ...values, [key]: value };
  let isWhole = false;
  for (const other of fields) {
    const isExcluded = excludes.includes(other.key) || other.excludes?.includes(key) === true;
    const condition = other.effective_if?.key === key ? other.effective_if : undefined;
    const isEffective = condition?.values.includes(value) ?? true;
    const isOptional = other.default !== undefined || other.excludes !== undefined;
    const isSet = next[other.key] !== undefined;
    if (isSet && (isExcluded || (!isEffective && !isOptional))) delete next[other.key];
    else if (!isSet && condition !== undefined && isEffective && !isOptional)
      next[other.key] = initialValue(other) ?? null;
    else continue;
    isWhole = true;
  }
  return isWhole ? withoutAutomatic(next) : undefined;
}

/** Removes patterns that cobble named. */
function withoutAutomatic<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map((each) => withoutAutomatic(each)) as Value;
  if (!isObject(value)) return value;
  const isOwn = ([key, each]: [string, Json]) => key !== "pattern" || !isAutomaticPattern(each);
  const entries = Object.entries(value).filter(isOwn);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutAutomatic(each)])) as Value;
}
