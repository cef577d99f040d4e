// What all controls have in common.

import type { App, FieldDescription, Json } from "../contract.js";
import { make } from "../shell.js";

/** A control of one key. */
export interface Control {
  readonly element: HTMLElement;
  /** Shows another value. */
  update(value: Json | undefined): void;
}

/** What a control works on. */
export interface Target {
  readonly app: App;
  readonly field: FieldDescription;
  /** JSON pointer to the key. */
  readonly pointer: string;
  /** What screen readers call it. */
  readonly label: string;
  /** The value at the time when the control is made. */
  readonly value: Json | undefined;
}

/** Sets the key. In: isContinuous, whether more changes of the same drag follow. */
export function set({ app, pointer }: Target, value: Json, isContinuous = false): void {
  app.document.edit([{ path: pointer, value }], { continuous: isContinuous });
}

export function numberOf(value: Json | undefined, fallback = 0): number {
  return typeof value === "number" ? value : fallback;
}

/** Makes an input for an exact number. In: changed, called when it is entered. */
export function numberInput(label: string, changed: (value: number) => void): HTMLInputElement {
  const input = make("input", {
    type: "number",
    step: "any",
    "aria-label": label,
    class: "number",
    inputmode: "decimal",
  });
  input.addEventListener("change", () => {
    if (input.value !== "" && Number.isFinite(input.valueAsNumber)) changed(input.valueAsNumber);
  });
  return input;
}

/** Shows a number, unless it is being typed. */
export function showNumber(input: HTMLInputElement, value: number): void {
  if (document.activeElement === input && input.valueAsNumber === value) return;
  input.value = String(value);
}

/**
 * Lets a handle be dragged. In: moved, called with the pointer's place in the frame, from 0 to 1 along
 * each axis; ended, called after the last one.
 */
export function makeDraggable(
  handle: Element,
  frame: Element,
  moved: (x: number, y: number) => void,
  ended: () => void,
): void {
  handle.addEventListener("pointerdown", (event) => {
    const down = event as PointerEvent;
    if (down.button !== 0) return;
    down.preventDefault();
    (handle as HTMLElement | SVGElement).focus();
    handle.setPointerCapture(down.pointerId);
    const move = (at: Event) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const { clientX, clientY } = at as PointerEvent;
      moved((clientX - left) / width, (clientY - top) / height);
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      ended();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  });
}
