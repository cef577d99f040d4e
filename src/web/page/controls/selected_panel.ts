// Controls for the selected node, below its name and the path to it.

import type { App, Json } from "../contract.js";
import { button, make } from "../elements.js";
import { isObject, stepsOf, valueAt } from "../json.js";
import { rounded } from "../math.js";
import { outlineAt, warningsAt } from "../outline.js";
import { Target, type Control } from "./control.js";
import { descriptionOf, isFormula } from "./convert.js";
import { formulaPanel } from "./formula_panel.js";
import { NodePanel, numberField, Slot } from "./node_panel.js";
import { kindOf, sourceSelect, type SourceSelect } from "./source_select.js";

export class SelectedPanel implements Control {
  readonly element = make("div", { class: "selected-panel" });
  readonly #formula = make("p", { class: "panel-formula" });
  readonly #warning = make("p", { class: "row-reason warning" });
  readonly #bounds = make("span", { class: "panel-bounds" });
  #key = "";
  #source: SourceSelect | undefined;
  #content: Control | undefined;

  constructor(private readonly app: App) {}

  update(recipe: Json | undefined): void {
    const { selection } = this.app.document;
    const pointer = existing(recipe ?? null, selection);
    const value = valueAt(recipe ?? null, pointer);
    if (value === undefined) return;
    const key = `${pointer} ${kindOf(this.app, value)}`;
    if (key !== this.#key) this.#rebuild(key, pointer, value);
    this.#source?.update(value);
    this.#content?.update(value);
    const { low, high, formula = "" } = outlineAt(this.app.document.state, pointer) ?? {};
    this.#formula.textContent = formula;
    this.#warning.textContent = warningsAt(this.app.document.state, pointer, isObject(value));
    this.#bounds.textContent =
      low === undefined || high === undefined ? "" : `${short(low)} to ${short(high)}`;
  }

  #rebuild(key: string, pointer: string, value: Json): void {
    const { app } = this;
    const isSame = key.split(" ")[0] === this.#key.split(" ")[0];
    const hadFocus = isSame && this.#source?.element === document.activeElement;
    this.#key = key;
    const steps = stepsOf(pointer);
    const name = (steps[0] === "nodes" || steps[0] === "maps" ? steps.slice(1) : steps).join(" ");
    const description = descriptionOf(app, value);
    const accepts = pointer === "/noise" ? "number" : "any";
    this.#source = sourceSelect(app, pointer, `Type of ${name}`, accepts, steps[0] === "maps");
    if (isFormula(app, value))
      this.#content = formulaPanel(new Target(app, numberField, pointer, name));
    else if (description === undefined) {
      const called = { label: "value", name, help: "" };
      this.#content = new Slot({ app, pointer, ...called, accepts, isOpen: true, level: 0 });
    } else this.#content = new NodePanel({ app, pointer, name, level: 0, description });
    const summary = make("span", { class: "node-summary", text: description?.summary ?? "" });
    const head = make("div", { class: "node-head" }, this.#source.element, summary);
    this.element.replaceChildren(
      make("div", { class: "panel-title" }, titleOf(app, pointer), this.#bounds),
      this.#formula,
      this.#warning,
      ...(description === undefined ? [] : [head]),
      this.#content.element,
    );
    if (hadFocus) this.#source.element.focus();
  }
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
