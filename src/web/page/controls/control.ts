// What all controls have in common.

import type { App, Edit, FieldDescription, Json, JsonObject } from "../contract.js";
import { button, make } from "../elements.js";
import { arrowOf, hasModifier } from "../gestures.js";
import { clamp, rounded } from "../math.js";

/** A control for one key. */
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

  /** In: isContinuous, whether more changes of the same drag follow. */
  readonly set = (value: Json, isContinuous = false): void => {
    this.#isSet = true;
    this.app.document.edit(this.editsFor(value), { continuous: isContinuous });
  };

  /** Whether the control shows a value that is not in the recipe's state yet. */
  get isAhead(): boolean {
    if (!this.app.document.isChanging) this.#isSet = false;
    return this.#isSet;
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

function listenToTyping(input: HTMLInputElement, entered: () => void): void {
  const restore = () => {
    typed.delete(input);
    input.value = input.dataset["shown"] ?? "";
  };
  input.addEventListener("input", () => typed.add(input));
  input.addEventListener("change", () => {
    typed.delete(input);
    entered();
  });
  input.addEventListener("blur", () => {
    if (typed.has(input)) restore();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !typed.has(input)) return;
    restore();
    event.stopPropagation();
  });
}

/** Shows a text, unless the user is typing another. */
export function showText(input: HTMLInputElement, text: string): void {
  input.dataset["shown"] = text;
  if (!typed.has(input) && input.value !== text) input.value = text;
}

/** In: entered, called with the text once it is entered. */
export function textInput(
  attributes: Record<string, string>,
  entered: (text: string) => void,
): HTMLInputElement {
  const input = make("input", { type: "text", spellcheck: "false", ...attributes });
  listenToTyping(input, () => entered(input.value));
  return input;
}

/** How far an arrow key moves a number: by 1 if numbers are whole, or by 1 in the second digit. */
function stepOf(value: number, isWhole: boolean): number {
  if (isWhole) return 1;
  return 10 ** Math.max(Math.floor(Math.log10(Math.abs(value)) + 1e-9) - 1, -2);
}

/** Drops the digits that binary fractions add. */
export function clean(value: number): number {
  return rounded(value, 10);
}

interface NumberOptions {
  isWhole?: boolean;
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** How far an arrow key moves from a value. */
  step?: (value: number) => number;
}

/** Makes an input for a number, which arrow keys change. In: entered, called as Target.set. */
export function numberInput(
  label: string,
  entered: (value: number, isContinuous: boolean) => void,
  { isWhole = false, minimum = -Infinity, maximum = Infinity, step }: NumberOptions = {},
): HTMLInputElement {
  const input = make("input", {
    type: "number",
    step: "any",
    "aria-label": label,
    class: "number",
    inputmode: "decimal",
  });
  let isStepping = false;
  listenToTyping(input, () => {
    if (Number.isFinite(input.valueAsNumber)) entered(input.valueAsNumber, false);
    else showText(input, input.dataset["shown"] ?? "");
  });
  input.addEventListener("keydown", (event) => {
    const sign = -(arrowOf(event.key)?.[1] ?? 0);
    if (sign === 0 || hasModifier(event)) return;
    event.preventDefault();
    const value = Number.isFinite(input.valueAsNumber) ? input.valueAsNumber : 0;
    const distance = (step?.(value) ?? stepOf(value, isWhole)) * (event.shiftKey ? 10 : 1);
    const next = clean(value + sign * distance);
    typed.delete(input);
    isStepping = true;
    showNumber(input, clamp(next, minimum, maximum));
    entered(input.valueAsNumber, true);
  });
  input.addEventListener("keyup", () => {
    if (isStepping) entered(input.valueAsNumber, false);
    isStepping = false;
  });
  return input;
}

/** Labels an input with the name of its axis. */
export function axisLabel(name: string, input: HTMLElement): HTMLElement {
  return make("label", {}, make("span", { class: "axis", text: name, "aria-hidden": "true" }), input);
}

/** Shows a number, or nothing, unless the user is typing. */
export function showNumber(input: HTMLInputElement, value: Json | undefined): void {
  showText(input, typeof value === "number" ? String(value) : "");
}

/** Returns the place of an event in a frame, from 0 to 1 along each axis. */
export function placeIn(frame: Element, { clientX, clientY }: MouseEvent): [number, number] {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

/**
 * Lets a handle be dragged. In: moved, called with the pointer's place in the frame, from 0 to 1
 * along each axis; ended, called at the end, with whether it has moved.
 */
export function makeDraggable(
  handle: HTMLElement | SVGElement,
  frame: Element,
  moved: (x: number, y: number) => void,
  ended: (hasMoved: boolean) => void,
): void {
  handle.addEventListener("pointerdown", (event) => {
    const down = event as PointerEvent;
    if (down.button !== 0) return;
    down.preventDefault();
    handle.focus();
    handle.setPointerCapture(down.pointerId);
    let hasMoved = false;
    const move = (at: Event) => {
      hasMoved = true;
      moved(...placeIn(frame, at as PointerEvent));
    };
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const end = () => {
      listening.abort();
      ended(hasMoved);
    };
    handle.addEventListener("pointermove", move, options);
    handle.addEventListener("pointerup", end, options);
    handle.addEventListener("pointercancel", end, options);
  });
}
