// Moves and scales the graph: by dragging, the wheel, two fingers or keys.

import type { Arrangement, Place } from "../contract.js";
import { arrowOf, followPointers, zoomByWheel, zoomStep, type Point } from "../gestures.js";
import { clamp } from "../math.js";

const maxScale = 2.6;
const minScale = 0.1;
/** How far a key moves the graph, in pixels. */
const keyStep = 60;
/** How far a pointer moves before it drags, in pixels: a click on a card may move a little. */
const dragDistance = 4;

type Size = Pick<Arrangement, "width" | "height">;

export class Camera {
  #x = 0;
  #y = 0;
  #scale = 1;

  /** In: moved, called when the user has moved it; changed, called after each change. */
  constructor(
    private readonly frame: HTMLElement,
    private readonly world: HTMLElement,
    private readonly moved: () => void,
    private readonly changed: () => void,
  ) {
    zoomByWheel(frame, { wheel: 300, pinch: 300 }, (factor, event) =>
      this.zoom(factor, ...this.#pointOf(event)),
    );
    followPointers(
      frame,
      (event) => this.#pointOf(event),
      (x, y) => this.#moveBy(x, y),
      (factor, middle) => this.zoom(factor, ...middle),
      { slack: dragDistance },
    );
  }

  get scale(): number {
    return this.#scale;
  }

  /** Shows a graph as large as fits, or in a scale and around a point. */
  fit(size: Size, largest: number, at?: { scale: number; point: Place }): void {
    const { clientWidth, clientHeight } = this.frame;
    this.#scale = clamp(at?.scale ?? this.wholeScale(size), minScale, largest);
    const start = (length: number, room: number, middle: number) => {
      const scaled = length * this.#scale;
      if (scaled <= room) return (room - scaled) / 2;
      return clamp(room / 2 - middle * this.#scale, room - scaled, 0);
    };
    const point = at?.point ?? { x: size.width / 2, y: size.height / 2 };
    this.#x = start(size.width, clientWidth, point.x);
    this.#y = start(size.height, clientHeight, point.y);
    this.#apply();
  }

  /** Returns the scale at which a graph fits. */
  wholeScale({ width, height }: Size): number {
    return Math.min(this.frame.clientWidth / width, this.frame.clientHeight / height);
  }

  zoom(factor: number, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2): void {
    const scale = clamp(this.#scale * factor, minScale, maxScale);
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.moved();
    this.#apply();
  }

  /** Moves so that a rectangle of the graph is visible. */
  reveal({ x: left, y: top }: Place, width: number, height: number): void {
    const margin = 8;
    const { clientWidth, clientHeight } = this.frame;
    const shift = (start: number, size: number, room: number) => {
      if (start < margin) return margin - start;
      const beyond = start + size - (room - margin);
      return beyond > 0 ? -Math.min(beyond, start - margin) : 0;
    };
    const dx = shift(this.#x + left * this.#scale, width * this.#scale, clientWidth);
    const dy = shift(this.#y + top * this.#scale, height * this.#scale, clientHeight);
    if (dx === 0 && dy === 0) return;
    this.#x += dx;
    this.#y += dy;
    this.#apply();
  }

  isVisible({ x: left, y: top }: Place, width: number, height: number): boolean {
    const x = this.#x + left * this.#scale;
    const y = this.#y + top * this.#scale;
    const { clientWidth, clientHeight } = this.frame;
    const isInside = x < clientWidth && y < clientHeight;
    return isInside && x + width * this.#scale > 0 && y + height * this.#scale > 0;
  }

  /** Returns whether a key moved it. */
  onKey(key: string): boolean {
    const arrow = arrowOf(key);
    if (arrow !== undefined) this.#moveBy(-arrow[0] * keyStep, -arrow[1] * keyStep);
    else if (key === "+" || key === "=") this.zoom(zoomStep);
    else if (key === "-") this.zoom(1 / zoomStep);
    else return false;
    return true;
  }

  #moveBy(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    this.moved();
    this.#apply();
  }

  #apply(): void {
    this.world.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
    this.world.style.setProperty("--scale", String(this.#scale));
    this.changed();
  }

  #pointOf(event: MouseEvent): Point {
    const { left, top } = this.frame.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
