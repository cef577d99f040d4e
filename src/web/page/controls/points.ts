// What curves and ramps share: points along x, which can be dragged, added and removed.

import "./points.css";
import type { Json } from "../contract.js";
import { make } from "../elements.js";
import { arrowOf, hasModifier, placeIn, type Point as Arrow } from "../gestures.js";
import { clamp, rounded } from "../math.js";
import { smallButton, type Control, type Target } from "./control.js";

const minPoints = 2;

/** An element of HTML or SVG. */
type Shape = GlobalEventHandlers & HTMLOrSVGElement & Element;

export abstract class PointsControl<Rest extends Json> implements Control {
  abstract readonly element: HTMLElement;
  protected points: [x: number, rest: Rest][] = [];
  protected handles: Shape[] = [];
  protected chosen = 0;
  /** x at both ends of the frame. */
  protected left = 0;
  protected right = 1;
  readonly #buttons: HTMLElement;
  readonly #add: HTMLButtonElement;
  readonly #remove: HTMLButtonElement;
  #isDragged = false;

  /** In: noun, the name of a point. */
  constructor(protected readonly target: Target, private readonly noun: string) {
    const { label } = target;
    this.#add = smallButton("+", `Add a ${noun} after the selected one: ${label}`, () =>
      this.#addAfter(),
    );
    this.#remove = smallButton("−", `Remove the selected ${noun}: ${label}`, () =>
      this.#removeAt(this.chosen),
    );
    this.#buttons = make("span", { class: "point-buttons" }, this.#add, this.#remove);
  }

  /** Contains the handles. */
  protected abstract readonly frame: Shape;
  protected abstract createHandle(attributes: Record<string, string>): Shape;
  /** Returns the attributes that show a point, also to screen readers. */
  protected abstract shown(point: [number, Rest]): Record<string, unknown>;
  /** Draws all but the handles. */
  protected abstract drawRest(): void;
  protected abstract fit(): void;
  /** Returns the point at a place in the frame, in 0..1. In: i, the point that moves there. */
  protected abstract pointAt(x: number, y: number, i?: number): [number, Rest];
  /** Returns the rest of a new point at x that does not change the result. */
  protected abstract restAt(x: number): Rest;
  /** Returns where an arrow key moves a point. */
  protected abstract movedBy(arrow: Arrow, point: [number, Rest]): [number, Rest];

  update(value: Json | undefined): void {
    if (this.#isDragged) return;
    const before = this.points.length;
    this.points = (Array.isArray(value) ? value : []) as [number, Rest][];
    this.fit();
    if (this.points.length !== before || this.handles.length !== before) this.#rebuild();
    this.draw();
  }

  protected draw(): void {
    this.handles.forEach((handle, i) => {
      const attributes = this.shown(this.points[i] as [number, Rest]);
      for (const [name, value] of Object.entries(attributes))
        handle.setAttribute(name, String(value));
      handle.classList.toggle("chosen", i === this.chosen);
    });
    this.#remove.disabled = this.points.length <= minPoints;
    this.#add.disabled = this.points.length >= (this.target.field.count ?? Infinity);
    this.drawRest();
  }

  protected get point(): [number, Rest] | undefined {
    return this.points[this.chosen];
  }

  /** Puts the control together. In: inputs for the chosen point. */
  protected assemble(...inputs: HTMLElement[]): HTMLElement {
    this.frame.addEventListener("dblclick", (event) => {
      if (this.handles.includes(event.target as Shape)) return;
      const point = this.pointAt(...placeIn(this.frame, event));
      const at = this.points.findIndex(([x]) => x >= point[0]);
      this.#insert(at < 0 ? this.points.length : at, point);
    });
    const title = `Drag ${this.noun}s to move them, double-click to add one, Delete removes one`;
    const chosen = make("div", { class: "chosen-point" }, ...inputs, this.#buttons);
    return make("div", { class: "control-points", title }, this.frame, chosen);
  }

  /** Moves a point, but not past its neighbours. */
  protected move(i: number, [x, rest]: [number, Rest]): void {
    const before = this.points[i - 1]?.[0] ?? -Infinity;
    const after = this.points[i + 1]?.[0] ?? Infinity;
    const gap = Math.min((this.right - this.left) / 1000, (after - before) / 3);
    const inside = clamp(x, before + gap, after - gap);
    const near = round(inside);
    const isBetween = near > before && near < after;
    this.points = this.points.with(i, [isBetween ? near : inside, rest]);
    this.draw();
    this.target.set(this.points);
  }

  #addAfter(): void {
    const i = Math.min(this.chosen, this.points.length - 2);
    const [before, after] = [this.points[i], this.points[i + 1]];
    if (before === undefined || after === undefined) return;
    const x = (before[0] + after[0]) / 2;
    this.#insert(i + 1, [round(x), this.restAt(x)]);
  }

  #insert(i: number, point: [number, Rest]): void {
    if (this.points.some(([x]) => x === point[0])) return;
    this.replace(this.points.toSpliced(i, 0, point), i);
  }

  #removeAt(i: number): void {
    if (this.points.length <= minPoints) return;
    this.replace(this.points.toSpliced(i, 1), Math.min(i, this.points.length - 2));
  }

  protected replace(points: [number, Rest][], chosen: number): void {
    this.points = points;
    this.chosen = chosen;
    this.#rebuild();
    this.draw();
    this.handles[chosen]?.focus();
    this.target.set(this.points);
  }

  #rebuild(): void {
    const hadFocus = this.handles.some((handle) => handle === document.activeElement);
    for (const handle of this.handles) handle.remove();
    this.chosen = Math.min(this.chosen, Math.max(this.points.length - 1, 0));
    this.handles = this.points.map((_, i) => this.#handleFor(i));
    this.frame.append(...this.handles);
    if (hadFocus) this.handles[this.chosen]?.focus();
  }

  #handleFor(i: number): Shape {
    const label = `${this.target.label}, ${this.noun} ${i + 1}`;
    const handle = this.createHandle({ tabindex: "0", role: "slider", "aria-label": label });
    handle.addEventListener("focus", () => {
      this.chosen = i;
      this.draw();
    });
    handle.addEventListener("keydown", (event) => this.#onKey(event, i));
    this.#makeDraggable(handle, i);
    return handle;
  }

  #makeDraggable(handle: Shape, i: number): void {
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      this.#isDragged = true;
      this.move(i, this.pointAt(...placeIn(this.frame, event), i));
    });
    handle.addEventListener("lostpointercapture", () => {
      this.#isDragged = false;
      this.update(this.points);
    });
  }

  #onKey(event: KeyboardEvent, i: number): void {
    if (hasModifier(event)) return;
    const arrow = arrowOf(event.key);
    const point = this.points[i];
    if (arrow !== undefined && point !== undefined) this.move(i, this.movedBy(arrow, point));
    else if (event.key === "Delete" || event.key === "Backspace") this.#removeAt(i);
    else if (event.key === "Insert" || event.key === "+") this.#addAfter();
    else return;
    event.preventDefault();
  }
}

/** Rounds a value to steps that a pointer can make in a range. */
export function roundIn(range: number, value: number): number {
  return Number(value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(range)))));
}

export function round(value: number): number {
  return rounded(value, 4);
}
