// What all controls have in common.

import type { App, Edit, FieldDescription, Json, JsonObject } from "../contract.js";
import { button, make } from "../elements.js";
import { arrowOf, hasModifier, type Point } from "../gestures.js";
import { memberOf } from "../json.js";
import { clamp, rounded } from "../math.js";

/** Shows a value of the recipe, and perhaps changes it. */
export interface Control {
  readonly element: HTMLElement;
  update(value: Json | undefined): void;
}

/** The key that a control sets. */
export class Target {
  /** The object that the key belongs to. */
  values: JsonObject = {};
  #isSet = false;

  constructor(
    readonly app: App,
    readonly field: FieldDescription,
    /** The JSON pointer to the key. */
    readonly pointer: string,
    /** Its name for screen readers. */
    readonly label: string,
    private readonly editsFor = (value: Json): Edit[] => [{ path: pointer, value }],
  ) {}

  readonly set = (value: Json): void => {
    this.#isSet = true;
    this.app.document.edit(this.editsFor(value));
  };

  /** Whether the control shows a value that is not in the recipe's state yet. */
  get isAhead(): boolean {
    if (!this.app.document.isChanging) this.#isSet = false;
    return this.#isSet;
  }
}

/**
 * Makes a control that shows what the user sets until the recipe has it. A text takes its place
 * where a formula, which names knobs, stands for a number.
 */
export function controlFor(target: Target, maker: (target: Target) => Control): Control {
  const control = maker(target);
  let formula: Control | undefined;
  const update = (value: Json | undefined) => {
    if (target.isAhead) return;
    const isFormula = hasFormula(target.field.type, value);
    control.element.hidden = isFormula;
    if (isFormula && formula === undefined)
      control.element.before((formula = formulaControl(target)).element);
    if (formula !== undefined) formula.element.hidden = !isFormula;
    (isFormula ? formula : control)?.update(value);
  };
  return { element: control.element, update };
}

/** Keys that take words, of which none is a formula. */
const wordTypes = new Set(["bool", "text", "choice", "color", "colors"]);

function hasFormula(type: string, value: Json | undefined): boolean {
  if (type === "stops" && Array.isArray(value))
    return value.some((stop) => typeof memberOf(stop, "0") === "string");
  if (type === "range" && !Array.isArray(value)) return false;
  return !wordTypes.has(type) && JSON.stringify(value ?? 0).includes('"');
}

/** A text: a formula of numbers that names knobs, or a list with such formulas. */
export function formulaControl({ label, set }: Target): Control {
  const input = textInput({ class: "formula", "aria-label": `${label}, formula` }, (text) =>
    set(valueOfText(text)),
  );
  return {
    element: input,
    update: (value) => showText(input, typeof value === "string" ? value : JSON.stringify(value)),
  };
}

/** Numbers and lists are JSON; other texts are names, colours or formulas. */
export function valueOfText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text.trim();
  }
}

export function numberOf(value: Json | undefined, fallback = 0): number {
  return typeof value === "number" ? value : fallback;
}

export function smallButton(text: string, title: string, run: () => void): HTMLButtonElement {
  return button({ class: "small", text, title, "aria-label": title }, run);
}

// Inputs in which a text is being typed, which stays until it is entered.
const typed = new WeakSet<HTMLInputElement>();

/** In: entered, called with the text once it is entered. */
export function textInput(attributes: Record<string, string>, entered: (text: string) => void) {
  const input = make("input", { type: "text", spellcheck: "false", ...attributes });
  const restore = () => {
    typed.delete(input);
    input.value = input.dataset["shown"] ?? "";
  };
  input.addEventListener("input", () => typed.add(input));
  input.addEventListener("change", () => {
    typed.delete(input);
    entered(input.value);
  });
  input.addEventListener("blur", () => {
    if (typed.has(input)) restore();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !typed.has(input)) return;
    restore();
    event.stopPropagation();
  });
  return input;
}

/** Shows a text, unless the user is typing another. */
export function showText(input: HTMLInputElement, text: string): void {
  input.dataset["shown"] = text;
  if (!typed.has(input) && input.value !== text) input.value = text;
}

/** How far an arrow key moves a number: by 1 in the second digit. */
export function stepOf(value: number): number {
  return 10 ** Math.max(Math.floor(Math.log10(Math.abs(value)) + 1e-9) - 1, -2);
}

/** Drops the digits that binary fractions add. */
export function clean(value: number): number {
  return rounded(value, 10);
}

interface Steps {
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** How far an arrow key moves from a value. */
  step(value: number): number;
}

/**
 * Lets arrow keys change a number, farther with Shift. In: signOf, which way an arrow moves it;
 * stepped, called with the number.
 */
export function stepByKeys(
  input: HTMLElement,
  signOf: (arrow: Point) => number,
  valueOf: () => number,
  { minimum = -Infinity, maximum = Infinity, step }: Steps,
  stepped: (value: number) => void,
): void {
  input.addEventListener("keydown", (event) => {
    const sign = signOf(arrowOf(event.key) ?? [0, 0]);
    if (sign === 0 || hasModifier(event)) return;
    event.preventDefault();
    const value = valueOf() || 0; // NaN if there is none
    const distance = step(value) * (event.shiftKey ? 10 : 1);
    stepped(clamp(clean(value + sign * distance), minimum, maximum));
  });
}

/** Makes an input for a number, which arrow keys change. */
export function numberInput(
  label: string,
  entered: (value: number) => void,
  { step = stepOf, ...limits }: Partial<Steps> = {},
): HTMLInputElement {
  const attributes = { type: "number", step: "any", class: "number", inputmode: "decimal" };
  const input = textInput({ ...attributes, "aria-label": label }, () => {
    if (Number.isFinite(input.valueAsNumber)) entered(input.valueAsNumber);
    else showText(input, input.dataset["shown"] ?? "");
  });
  const stepped = (value: number) => {
    typed.delete(input);
    showNumber(input, value);
    entered(value);
  };
  const valueOf = () => input.valueAsNumber;
  stepByKeys(input, ([, y]) => -y, valueOf, { ...limits, step }, stepped);
  return input;
}

/** Labels an input with the name of its axis. */
export function axisLabel(name: string, input: HTMLElement): HTMLElement {
  const axis = make("span", { class: "axis", text: name, "aria-hidden": "true" });
  return make("label", {}, axis, input);
}

/** Shows a number, or nothing, unless the user is typing. */
export function showNumber(input: HTMLInputElement, value: Json | undefined): void {
  showText(input, typeof value === "number" ? String(value) : "");
}
