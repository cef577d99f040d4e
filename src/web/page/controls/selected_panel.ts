// Controls for the selected node, below its name and the path to it.

import type { App, Json } from "../contract.js";
import { button, make } from "../elements.js";
import { isObject, isSame, stepsOf, valueAt } from "../json.js";
import { rounded } from "../math.js";
import { outlineAt, warningsAt } from "../outline.js";
import { Target, type Control } from "./control.js";
import { descriptionOf, isFormula } from "./convert.js";
import { formulaPanel } from "./formula_panel.js";
import { nodePanel, numberField, Slot } from "./node_panel.js";
import { kindOf, sourceSelect } from "./source_select.js";

export function selectedPanel(app: App): Control {
  const element = make("div", { class: "selected-panel" });
  const formulaText = make("p", { class: "panel-formula" });
  const warning = make("p", { class: "row-reason warning" });
  const bounds = make("span", { class: "panel-bounds" });
  // The pointer and the kind of what is shown.
  let shown = ["", ""];
  let source: Control | undefined;
  let content: Control | undefined;
  const rebuild = (pointer: string, value: Json) => {
    const hadFocus = pointer === shown[0] && source?.element === document.activeElement;
    const steps = stepsOf(pointer);
    const name = (steps[0] === "nodes" || steps[0] === "maps" ? steps.slice(1) : steps).join(" ");
    const accepts = pointer === "/noise" ? "number" : "any";
    source = sourceSelect(app, pointer, `Type of ${name}`, accepts, steps[0] === "maps");
    content = contentFor(app, value, { pointer, name, accepts });
    const { summary } = descriptionOf(app, value) ?? {};
    const about = make("span", { class: "node-summary", text: summary ?? "" });
    const head = make("div", { class: "node-head" }, source.element, about);
    element.replaceChildren(
      make("div", { class: "panel-title" }, titleOf(app, pointer), bounds),
      formulaText,
      warning,
      ...(summary === undefined ? [] : [head]),
      content.element,
    );
    if (hadFocus) source.element.focus();
  };
  const update = (recipe: Json = null) => {
    const { selection, state } = app.document;
    const pointer = existing(recipe, selection);
    const value = valueAt(recipe, pointer);
    if (value === undefined) return;
    const key = [pointer, kindOf(app, value)];
    if (!isSame(key, shown)) rebuild(pointer, value);
    shown = key;
    source?.update(value);
    content?.update(value);
    const { low, high, formula = "" } = outlineAt(state, pointer) ?? {};
    formulaText.textContent = formula;
    warning.textContent = warningsAt(state, pointer, isObject(value));
    bounds.textContent =
      low === undefined || high === undefined ? "" : `${short(low)} to ${short(high)}`;
  };
  return { element, update };
}

function contentFor(
  app: App,
  value: Json,
  place: { pointer: string; name: string; accepts: string },
): Control {
  const { pointer, name } = place;
  const description = descriptionOf(app, value);
  if (isFormula(app, value)) return formulaPanel(new Target(app, numberField, pointer, name));
  if (description !== undefined) return nodePanel({ app, pointer, name, level: 0, description });
  return new Slot({ app, ...place, label: "value", help: "", isOpen: true, level: 0 });
}

// Returns the pointer to a node, or to the formula that it is a part of.
function existing(recipe: Json, pointer: string): string {
  if (pointer === "") return "/noise";
  const value = valueAt(recipe, pointer);
  const isThere = value !== undefined && !/^\/(nodes|maps)?$/.test(pointer);
  return isThere ? pointer : existing(recipe, pointer.slice(0, pointer.lastIndexOf("/")));
}

function short(value: number): string {
  return String(rounded(value, 3)).replace("-", "−");
}

// The name; for an inner node, the path to it: "clouds › source".
function titleOf(app: App, pointer: string): HTMLElement {
  const steps = pointer.split("/").slice(1);
  const first = steps[0] === "nodes" || steps[0] === "maps" ? 2 : 1;
  const parts: (Node | string)[] = [];
  for (let count = first; count <= steps.length; ++count) {
    const at = `/${steps.slice(0, count).join("/")}`;
    const text = stepsOf(at).at(-1) ?? "";
    const isNode = isObject(valueAt(app.document.state?.recipe ?? null, at));
    const select = () => app.document.select(at);
    if (count === steps.length) parts.push(text);
    else if (isNode) parts.push(button({ class: "crumb", text }, select), " › ");
    else parts.push(`${text} `);
  }
  return make("h2", { class: "controls-title" }, ...parts);
}
