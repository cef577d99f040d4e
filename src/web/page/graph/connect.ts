// Connects a card to another one: it becomes an input of the other card's node.

import type { App, Edit, Json } from "../contract.js";
import { descriptionOf, freeName, isFormula, isReference } from "../controls/convert.js";
import { namesIn } from "../controls/formula_panel.js";
import { inputsIn, type Input } from "../controls/inputs.js";
import { isObject, namesUsedBy, objectIn, stepFor, stepsOf, valueAt } from "../json.js";
import { outlineAt } from "../outline.js";
import { arithmetic, type Card } from "./model.js";

/** A place for a node in the node of a card. */
export interface Place {
  card: Card;
  pointer: string;
  /** What it is, and what it has: "source: perlin(4)". */
  label: string;
  /** "as noise", if the node becomes that instead of an input. */
  role?: string;
  /** Returns its value with a named node. */
  valueWith(name: string, isColor: boolean): Json;
}

// In: accepts, "number" where a colour becomes its luminance.
function referenceFor(accepts: string): Place["valueWith"] {
  return (ref, isColor): Json =>
    isColor && accepts === "number" ? { type: "luminance", source: { ref } } : { ref };
}

/** Returns the places of a card's node, and of nodes in it that have no card. */
export function placesOf(app: App, card: Card): Place[] {
  const { state } = app.document;
  const { id, inputs } = card;
  const visit = ({ pointer, value, label, accepts }: Omit<Input, "sign" | "help">): Place[] => {
    if (isFormula(app, value)) return placesInFormula(app, card, pointer, value);
    const description = descriptionOf(app, value);
    const isPart = arithmetic.has(description?.name ?? "") && !inputs.includes(pointer);
    if (description !== undefined && isObject(value) && (isPart || pointer === id))
      return inputsIn(description, pointer, value).flatMap(visit);
    if (pointer === id && isRole(id)) return [];
    const { formula = JSON.stringify(value) } = outlineAt(state, pointer) ?? {};
    const parts = [label, isReference(value) ? value.ref : formula].filter((part) => part !== "");
    return [{ card, pointer, label: parts.join(": "), valueWith: referenceFor(accepts) }];
  };
  const value = valueAt(state?.recipe ?? {}, id);
  return value === undefined ? [] : visit({ pointer: id, value, label: "", accepts: "any" });
}

/** Returns what shows a card's node as it is, and may show another one: the noise, a map. */
export function rolesOf(card: Card): Place[] {
  const { id, title, type, formula } = card;
  const place = (pointer: string, name: string, shown: string): Place => ({
    card,
    pointer,
    label: `as ${name}, instead of ${shown}`,
    role: `as ${name}`,
    valueWith: referenceFor(pointer === "/noise" ? "number" : "any"),
  });
  if (isRole(id)) return [place(id, title, type === "constant" ? formula : type)];
  const pointerOf = (role: string) => (role === "noise" ? "/noise" : `/maps/${stepFor(role)}`);
  return card.roles.map((role) => place(pointerOf(role), role, title));
}

// Whether a node without a name is the noise or a map.
function isRole(id: string): boolean {
  return id === "/noise" || /^\/maps\/[^/]*$/.test(id);
}

// A formula that names knobs stays a text: the nodes that it names can be replaced.
function placesInFormula(app: App, card: Card, pointer: string, text: string): Place[] {
  return namesIn(app, text, "nodes").map(({ from, to, name: label }) => {
    const isColored = outlineAt(app.document.state, `/nodes/${label}`)?.color === true;
    const valueWith = (name: string, isColor: boolean) => {
      const call = isColor && !isColored ? `luminance(${name})` : name;
      return text.slice(0, from) + call + text.slice(to);
    };
    return { card, pointer, label, valueWith };
  });
}

/** Returns why a card cannot be an input of another one; undefined if it can. */
export function refusal({ document }: App, from: Card, to: Card): string | undefined {
  const recipe = document.state?.folded ?? {};
  const used = namesUsedBy(valueAt(recipe, from.id), objectIn(recipe, "nodes"));
  const [root, name = ""] = stepsOf(to.id);
  const isUsed = to.id.startsWith(`${from.id}/`) || (root === "nodes" && used.has(name));
  return isUsed ? `${to.title} cannot use ${from.title}, which uses ${to.title}.` : undefined;
}

/** Returns the changes that put a card's node into a place. A node without a name gets one. */
export function connection(app: App, { id, type }: Card, place: Place): Edit[] {
  const { state } = app.document;
  const isColor = outlineAt(state, id)?.color === true;
  const [root, own = "", ...inner] = stepsOf(id);
  if (root === "nodes" && inner.length === 0)
    return [{ path: place.pointer, value: place.valueWith(own, isColor), replaces: true }];
  const recipe = state?.recipe ?? {};
  const value = valueAt(recipe, id);
  if (value === undefined) throw new Error("A part of a formula with knobs needs a name first.");
  const name = freeName(type, new Set(Object.keys(objectIn(recipe, "nodes"))));
  return [
    { path: `/nodes/${stepFor(name)}`, value },
    { path: id, value: { ref: name }, replaces: true },
    { path: place.pointer, value: place.valueWith(name, isColor), replaces: true },
  ];
}
