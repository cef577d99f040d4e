// Rows of controls, one for each key of a node or of an object of the recipe.

import type { App, Edit, FieldDescription, Json, JsonObject } from "../contract.js";
import { button, make, terms } from "../elements.js";
import { conditionText } from "../fields.js";
import { isSame, stepFor } from "../json.js";
import { warningsAt } from "../outline.js";
import { isAutomaticPattern } from "./choices.js";
import { controlFor, smallButton, Target, type Control } from "./control.js";
import { changedNode, isEffective } from "./convert.js";
import { makers } from "./fields.js";

/** An object whose keys have rows. */
interface Owner {
  app: App;
  /** The JSON pointer to it. */
  pointer: string;
  /** For screen readers. */
  name: string;
  fields: readonly FieldDescription[];
  /** Whether its keys can need or exclude each other. */
  isNode?: boolean;
  /** Whether the keys are knobs: objects with a value, whose help is always shown. */
  areKnobs?: boolean;
}

/** Makes rows for the keys that have a control of their own. */
export function rowsFor(owner: Owner): Control {
  const rows = owner.fields.flatMap((field) => {
    const maker = makers[field.type];
    return maker === undefined ? [] : [new Row(owner, field, maker)];
  });
  return {
    element: make("div", { class: "rows" }, ...rows.map(({ element }) => element)),
    update: (value) => {
      for (const row of rows) row.update((value ?? {}) as JsonObject);
    },
  };
}

let nextId = 0;

/** What resets a key: not an input in which a text is selected. */
const doubleClicked = "[type=range], [type=color], .knob-name, .knob-name *";

/** A row, disabled while its key has no effect. */
class Row {
  readonly element: HTMLElement;
  readonly #target: Target;
  readonly #control: Control;
  readonly #reset: HTMLButtonElement;
  readonly #box: HTMLFieldSetElement;
  readonly #reason = make("span", { class: "row-reason" });

  constructor(
    private readonly owner: Owner,
    private readonly field: FieldDescription,
    maker: (target: Target) => Control,
  ) {
    const { key, default: initial } = field;
    const label = `${owner.name} ${key}`;
    const path = `${owner.pointer}/${stepFor(key)}${owner.areKnobs ? "/value" : ""}`;
    this.#target = new Target(owner.app, field, path, label, (value) => this.#editsFor(value));
    this.#control = controlFor(this.#target, maker);
    this.#reset = smallButton("↺", `Reset ${label}`, () => this.#resetKey());
    this.#reset.classList.add("reset");
    if (initial !== undefined) this.#reset.title = `Default: ${JSON.stringify(initial)}`;
    this.#box = make("fieldset", { class: "row-control" }, this.#control.element, this.#reset);
    const id = `help-${++nextId}`;
    const help = make("div", { id, class: "row-help", hidden: "" }, ...helpOf(field));
    const names = { "aria-label": key, "aria-describedby": id, "data-key": path };
    const lead = owner.areKnobs ? knobName(field) : nameButton(field, help);
    const parts = [lead, this.#box, this.#reason, help];
    this.element = make("div", { class: "row", role: "group", ...names }, ...parts);
    this.element.addEventListener("dblclick", ({ target }) => {
      const isReset = target instanceof Element && target.matches(doubleClicked);
      if (isReset && !this.#reset.disabled) this.#resetKey();
    });
  }

  update(values: JsonObject): void {
    const value = values[this.field.key];
    this.#target.values = values;
    const initial = this.field.default as Json | undefined;
    const isDefault = isUnset(this.field, value) || isSame(value, initial);
    this.#reset.classList.toggle("unneeded", isDefault || !this.#canReset);
    this.#reset.disabled = isDefault || !this.#canReset;
    this.element.classList.toggle("is-default", isDefault);
    const reason = this.#reasonAgainst(values);
    this.#box.disabled = reason !== "";
    this.element.classList.toggle("no-effect", reason !== "");
    // A key without effect has a warning, too, if it is set.
    const at = `${this.owner.pointer}/${stepFor(this.field.key)}`;
    const warnings = reason === "" ? warningsAt(this.owner.app.document.state, at) : "";
    this.#reason.textContent = reason + warnings;
    this.#reason.classList.toggle("warning", warnings !== "");
    this.#control.update(value ?? initial);
  }

  get #canReset(): boolean {
    return this.field.default !== undefined || this.field.required !== true;
  }

  // Returns why the key has no effect; "" if it has.
  #reasonAgainst(values: JsonObject): string {
    const { field, owner } = this;
    const { effective_if: condition } = field;
    if (condition === undefined || isEffective(field, owner.fields, values)) return "";
    return `only if ${conditionText(condition)}`;
  }

  // Replaces the whole node if other keys must change, too.
  #editsFor(value: Json): Edit[] {
    const { owner, field } = this;
    const whole = owner.isNode
      ? changedNode(owner.fields, this.#target.values, field, value)
      : undefined;
    if (whole !== undefined) return [{ path: owner.pointer, value: whole, replaces: true }];
    return [{ path: this.#target.pointer, value }];
  }

  #resetKey(): void {
    const path = this.#target.pointer;
    const value = this.field.default as Json | undefined;
    const edit = value === undefined ? { path, value: null, replaces: true } : { path, value };
    this.owner.app.document.edit([edit]);
  }
}

function isUnset(field: FieldDescription, value: Json | undefined): boolean {
  return value === undefined || (field.key === "pattern" && isAutomaticPattern(value));
}

function helpOf(field: FieldDescription): HTMLElement[] {
  const help = make("p", { text: field.help });
  const rule = make("p", { class: "row-rule", text: field.value });
  if (field.details === undefined) return [help, rule];
  return [help, rule, make("dl", {}, ...terms(Object.entries(field.details)))];
}

function knobName({ key, help }: FieldDescription): HTMLElement {
  return make("span", { class: "knob-name", title: help }, key, make("small", { text: help }));
}

// A key's name, which unfolds its help.
function nameButton({ key, help: text }: FieldDescription, help: HTMLElement): HTMLElement {
  const state = { "aria-expanded": "false", "aria-controls": help.id };
  const name = button({ class: "row-name", text: key, title: text, ...state }, () => {
    help.hidden = !help.hidden;
    name.setAttribute("aria-expanded", String(!help.hidden));
  });
  return name;
}
