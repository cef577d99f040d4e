// The controls of a node and of the nodes inside of it.

import type { App, FieldDescription, Json, JsonObject, NodeDescription } from "../contract.js";
import { make } from "../shell.js";
import { colorControl } from "./colors.js";
import { numberControl } from "./numbers.js";
import { rowsFor, type Part } from "./rows.js";

/** A description of a constant's number or colour. */
const numberField: FieldDescription = { key: "value", type: "number", value: "a number", help: "a number" };
const colorField: FieldDescription = { key: "value", type: "color", value: "a colour", help: "a colour" };

/** Levels of nodes that are open at first. */
const openLevels = 2;

function isNode(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns what tells panels apart that need other controls: types and keys, but no values, so that a
 * panel stays while a slider is dragged.
 */
export function shapeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.some(isNode) ? value.map(shapeOf).join() : ""}]`;
  if (!isNode(value)) return typeof value;
  const entries = Object.entries(value).map(([key, each]) =>
    key === "type" || key === "ref" ? `${key}=${String(each)}` : `${key}:${shapeOf(each)}`,
  );
  return `{${entries.join()}}`;
}

/** Returns the controls of the value at a pointer. In: name, what it is called. */
export function panelFor(app: App, pointer: string, value: Json | undefined, name: string, level = 0): Part {
  if (typeof value === "number")
    return numberControl({ app, field: numberField, pointer, label: name, value });
  if (!isNode(value)) return colorControl({ app, field: colorField, pointer, label: name, value });
  if (typeof value["ref"] === "string") return linkTo(app, value["ref"]);
  const type = String(value["type"]);
  const description = app.description.nodes.find((node) => node.name === type);
  if (description === undefined) return { element: make("span", { text: type }), update() {} };
  return nodePanel(app, pointer, value, description, name, level);
}

function linkTo(app: App, name: string): Part {
  const button = make("button", { type: "button", class: "link", text: `→ ${name}`, title: `Select ${name}` });
  button.addEventListener("click", () => app.document.select(`/nodes/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`));
  return { element: button, update() {} };
}

function nodePanel(
  app: App,
  pointer: string,
  value: JsonObject,
  description: NodeDescription,
  name: string,
  level: number,
): Part {
  const rows = rowsFor(app, description.keys, pointer, value, name);
  const inputs = inputsOf(description.keys, value).map(({ key, label }) => {
    const at = `${pointer}/${key.map(String).join("/")}`;
    const child = valueAt(value, key);
    const part = panelFor(app, at, child, `${name} ${label}`, level + 1);
    return { key, part, element: inputElement(label, child, part.element, level) };
  });
  const distributions = description.keys
    .filter(({ types }) => types !== undefined)
    .map((field) => distributionPart(app, field, pointer, value, name));
  const element = make(
    "div",
    { class: "node-panel" },
    typeSelect(app, pointer, value, description, name),
    rows.element,
    ...distributions.map((part) => part.element),
    ...inputs.map((input) => input.element),
  );
  return {
    element,
    update: (next) => {
      rows.update(next);
      for (const part of distributions) part.update(next);
      for (const { key, part } of inputs) part.update(valueAt(next as JsonObject, key));
    },
  };
}

type Key = readonly (string | number)[];

function inputsOf(fields: readonly FieldDescription[], value: JsonObject): { key: Key; label: string }[] {
  return fields.flatMap(({ key, type }) => {
    const own = value[key];
    if (own === undefined) return [];
    if (type === "input") return [{ key: [key], label: key }];
    if (type !== "inputs") return [];
    if (!Array.isArray(own)) return [{ key: [key], label: key }];
    return own.map((_, i) => ({ key: [key, i], label: `${key} ${["x", "y", "z"][i] ?? i + 1}` }));
  });
}

function valueAt(value: JsonObject, key: Key): Json | undefined {
  let at: Json | undefined = value;
  for (const step of key) at = (at as JsonObject | undefined)?.[step as string];
  return at;
}

// Numbers, colours and links stand beside their name, nodes below it.
function inputElement(label: string, value: Json | undefined, content: HTMLElement, level: number): HTMLElement {
  if (!isNode(value) || typeof value["ref"] === "string")
    return make(
      "div",
      { class: "row", role: "group", "aria-label": label },
      make("span", { class: "row-name", text: label }),
      content,
    );
  const summary = make("summary", {}, make("b", { text: label }), ` ${String(value["type"])}`);
  return make("details", { class: "input", ...(level < openLevels && { open: "" }) }, summary, content);
}

// Another type keeps the keys that both have.
function typeSelect(
  app: App,
  pointer: string,
  value: JsonObject,
  description: NodeDescription,
  name: string,
): HTMLElement {
  const select = make("select", { "aria-label": `Type of ${name}`, class: "node-type" });
  const group = (label: string, nodes: readonly NodeDescription[]) =>
    make(
      "optgroup",
      { label },
      ...nodes.map((node) => make("option", { value: node.name, text: node.name, title: node.summary })),
    );
  const nodes = app.description.nodes.filter(({ name: type }) => type !== "ref" && type !== "constant");
  select.append(
    group("Noises", nodes.filter(({ noise }) => noise === true)),
    group("Others", nodes.filter(({ noise }) => noise !== true)),
  );
  select.value = description.name;
  select.addEventListener("change", () => {
    const next = nodes.find((node) => node.name === select.value);
    if (next !== undefined) app.document.edit([{ path: pointer, value: converted(value, next) }]);
    select.value = description.name; // until the recipe says so
  });
  return make("div", { class: "node-head" }, select, make("span", { class: "node-summary", text: description.summary }));
}

function converted(value: JsonObject, next: NodeDescription): JsonObject {
  const result: JsonObject = { type: next.name };
  const spare = inputsIn(value);
  for (const field of next.keys) {
    const own = value[field.key];
    if (own !== undefined && fits(field, own)) result[field.key] = own;
    else if (field.required === true) {
      const initial = initialValue(field, spare);
      if (initial !== undefined) result[field.key] = initial;
    }
  }
  return result;
}

function fits({ choices, type }: FieldDescription, value: Json): boolean {
  if (type === "choice") return choices?.includes(String(value)) ?? false;
  return true;
}

function inputsIn(value: JsonObject): Json[] {
  return Object.values(value).filter((each) => isNode(each));
}

function initialValue({ type }: FieldDescription, spare: Json[]): Json | undefined {
  if (type === "input") return spare.shift() ?? { type: "perlin" };
  if (type === "inputs") return [spare.shift() ?? { type: "perlin" }];
  if (type === "pairs") return [[0, 0], [1, 1]];
  if (type === "stops") return [[0, "black"], [1, "white"]];
  if (type === "color") return "#808080";
  if (type === "colors") return ["#404040", "#c0c0c0"];
  if (type === "number" || type === "integer") return 1;
  if (type === "vector" || type === "range") return [0, 1];
  return undefined;
}

// An object with types of its own, such as the distribution of a hill.
function distributionPart(app: App, field: FieldDescription, pointer: string, value: JsonObject, name: string): Part {
  const types = field.types ?? [];
  const at = `${pointer}/${field.key}`;
  const own = (value[field.key] ?? {}) as JsonObject;
  const select = make("select", { "aria-label": `${name} ${field.key}` });
  for (const { name: type } of types) select.append(make("option", { value: type, text: type }));
  select.value = String(own["type"]);
  select.addEventListener("change", () => {
    const keys = types.find((type) => type.name === select.value)?.keys ?? [];
    const entries = keys.map(({ key, minimum }) => [key, Math.max(minimum ?? 0, key === "high" ? 1 : 0.5)]);
    app.document.edit([{ path: at, value: { type: select.value, ...Object.fromEntries(entries) } }]);
  });
  const keys = types.find((type) => type.name === own["type"])?.keys ?? [];
  const rows = rowsFor(app, keys, at, own, `${name} ${field.key}`);
  const head = make("div", { class: "row", title: field.help }, make("span", { class: "row-name", text: field.key }), select);
  return {
    element: make("div", { class: "distribution" }, head, rows.element),
    update: (next) => rows.update((next as JsonObject | undefined)?.[field.key]),
  };
}
