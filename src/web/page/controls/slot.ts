// Controls for what stands in one place: a node, a number, a colour or a link to a named node.

import type { App, FieldDescription, Json, NodeDescription } from "../contract.js";
import { button, make } from "../elements.js";
import { isObject } from "../json.js";
import { outlineAt } from "../outline.js";
import { stepFor } from "../pointer.js";
import { colorControl } from "./colors.js";
import { smallButton, Target, type Control } from "./control.js";
import { descriptionOf, isReference } from "./convert.js";
import { numberControl } from "./numbers.js";
import type { Part } from "./rows.js";
import { kindOf, sourceSelect, type SourceSelect } from "./source_select.js";

const numberField: FieldDescription = {
  key: "value",
  type: "number",
  value: "a number",
  help: "a number",
};
// Maps have numbers from 0 to 1.
const mapField: FieldDescription = { ...numberField, minimum: 0, maximum: 1 };
const factorField: FieldDescription = { ...numberField, key: "factor", help: "how much of it" };
const colorField: FieldDescription = { ...numberField, type: "color", value: "a colour" };

export interface PanelOptions {
  app: App;
  pointer: string;
  name: string;
  /** How many nodes contain it. */
  level: number;
  description: NodeDescription;
}

interface Place {
  app: App;
  pointer: string;
  /** The text beside it: "source", "−". */
  label: string;
  /** For screen readers. */
  name: string;
  help: string;
  /** "number", "color" or "any" */
  accepts: string;
  /** The JSON pointer to the number that multiplies it. */
  factor?: string | undefined;
  isOpen: boolean;
  level: number;
}

/** Whether the user opened or closed a place, by its pointer. */
const opened = new Map<string, boolean>();

export function forgetOpened(): void {
  opened.clear();
}

let nextId = 0;

export class Slot implements Part {
  readonly element = make("div", { class: "slot" });
  readonly #source: SourceSelect;
  #kind = "";
  #target: Target | undefined;
  #control: Control | undefined;
  #factorTarget: Target | undefined;
  #factor: Control | undefined;
  #panel: Part | undefined;
  #formula: HTMLElement | undefined;
  #value: Json = 0;

  /** In: createPanel, makes the controls for a node. */
  constructor(
    private readonly place: Place,
    private readonly createPanel: (options: PanelOptions) => Part,
  ) {
    const { app, pointer, name, accepts } = place;
    this.#source = sourceSelect(app, pointer, `Kind of ${name}`, accepts);
  }

  update(value: Json | undefined): void {
    if (value === undefined) return;
    this.#value = value;
    const kind = kindOf(value);
    if (kind !== this.#kind) this.#rebuild(kind, value);
    this.#source.update(value);
    if (this.#target !== undefined && !this.#target.isAhead) this.#control?.update(value);
    this.#panel?.update(value);
    if (this.#formula !== undefined) {
      const { app, pointer } = this.place;
      const { formula = "" } = outlineAt(app.document.state, pointer) ?? {};
      this.#formula.textContent = this.#formula.title = formula;
    }
  }

  /** Shows the number that multiplies the node. */
  updateFactor(value: Json | undefined): void {
    if (this.#factorTarget?.isAhead === false) this.#factor?.update(value);
  }

  #rebuild(kind: string, value: Json): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#kind = kind;
    this.#target = this.#control = this.#panel = this.#formula = undefined;
    this.#makeFactor();
    const isNode = isObject(value) && !isReference(value);
    this.element.replaceChildren(...(isNode ? this.#nodeRows() : [this.#valueRow(value)]));
    if (hadFocus) this.#source.element.focus();
  }

  #makeFactor(): void {
    const { app, factor, name } = this.place;
    if (factor === undefined || this.#factor !== undefined) return;
    this.#factorTarget = new Target(app, factorField, factor, `factor of ${name}`);
    this.#factor = numberControl(this.#factorTarget);
    this.#factor.element.prepend(
      make("span", { class: "times", text: "×", "aria-hidden": "true" }),
    );
  }

  #row(lead: Node, ...main: Node[]): HTMLElement {
    const { name, help } = this.place;
    const attributes = { class: "row", role: "group", "aria-label": name, title: help };
    return make("div", attributes, lead, make("div", { class: "row-control" }, ...main));
  }

  // Numbers, colours and links have one row.
  #valueRow(value: Json): HTMLElement {
    const { app, pointer, label, name, level } = this.place;
    this.#source.element.classList.add("narrow");
    const lead = (...inner: (Node | string)[]) =>
      make("span", { class: "row-name slot-name" }, ...inner);
    if (isReference(value)) {
      const link = linkTo(app, value.ref);
      if (this.#factor === undefined) return this.#row(lead(label), link, this.#source.element);
      return this.#row(lead(`${label} `, link), this.#factor.element, this.#source.element);
    }
    const isNumber = typeof value === "number";
    const ownField = pointer.startsWith("/maps/") && level === 0 ? mapField : numberField;
    this.#target = new Target(app, isNumber ? ownField : colorField, pointer, name);
    this.#control = isNumber ? numberControl(this.#target) : colorControl(this.#target);
    return this.#row(lead(label), this.#control.element, this.#source.element);
  }

  // A node has a row, which unfolds its controls.
  #nodeRows(): HTMLElement[] {
    const { app, pointer, name } = this.place;
    this.#source.element.classList.remove("narrow");
    this.#formula = make("span", { class: "slot-formula" });
    const body = make("div", { class: "slot-body", id: `slot-${++nextId}` });
    const toggle = this.#toggle(body);
    const select = smallButton("Select", `Select ${name}`, () => app.document.select(pointer));
    const own = [this.#source.element, select];
    if (this.#factor === undefined)
      return [this.#row(toggle, ...own), make("div", { class: "slot-line" }, this.#formula), body];
    const line = make("div", { class: "slot-line" }, this.#formula, ...own);
    return [this.#row(toggle, this.#factor.element), line, body];
  }

  #toggle(body: HTMLElement): HTMLElement {
    const { pointer, label, name } = this.place;
    const attributes = {
      class: "row-name slot-toggle",
      "aria-controls": body.id,
      "aria-label": name,
    };
    const show = (isOpen: boolean) => {
      toggle.setAttribute("aria-expanded", String(isOpen));
      body.hidden = !isOpen;
      if (isOpen && this.#panel === undefined) this.#fill(body);
    };
    const toggle = button({ ...attributes, text: label }, () => {
      opened.set(pointer, body.hidden);
      show(body.hidden);
    });
    show(opened.get(pointer) ?? this.place.isOpen);
    return toggle;
  }

  #fill(body: HTMLElement): void {
    const { app, pointer, name, level } = this.place;
    const description = descriptionOf(app, this.#value);
    if (description === undefined) return;
    this.#panel = this.createPanel({ app, pointer, name, level: level + 1, description });
    this.#panel.update(this.#value);
    body.replaceChildren(this.#panel.element);
  }
}

function linkTo(app: App, name: string): HTMLButtonElement {
  const title = `Select ${name}`;
  return button({ class: "link", text: name, title, "aria-label": title }, () =>
    app.document.select(`/nodes/${stepFor(name)}`),
  );
}
