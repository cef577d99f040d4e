// Moves and scales the graph: by dragging, by the wheel, by two fingers, by keys.

import { clamp } from "../math.js";

const maxScale = 2.6;
const minScale = 0.1;
/** How far a key moves the graph, in pixels. */
const keyStep = 60;
const zoomStep = 1.25;
/** How far a pointer moves before it drags, in pixels. */
const dragDistance = 4;

interface Point {
  x: number;
  y: number;
}

export class Camera {
  #x = 0;
  #y = 0;
  #scale = 1;

  /** In: moved, called when a person has moved it; changed, called after every change. */
  constructor(
    private readonly frame: HTMLElement,
    private readonly world: HTMLElement,
    private readonly moved: () => void,
    private readonly changed: () => void,
  ) {
    frame.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    this.#listenToPointers();
  }

  get scale(): number {
    return this.#scale;
  }

  /** Shows a graph of a size as large as it fits, or in a scale and around a point. */
  fit(
    size: { width: number; height: number },
    largest: number,
    at?: { scale: number; point: Point },
  ): void {
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

  /** Returns the scale in which a graph fits. */
  wholeScale({ width, height }: { width: number; height: number }): number {
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

  zoomIn(): void {
    this.zoom(zoomStep);
  }
  zoomOut(): void {
    this.zoom(1 / zoomStep);
  }

  /** Moves so that a rectangle of the graph is visible. */
  reveal({ x: left, y: top }: Point, width: number, height: number): void {
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

  isVisible({ x: left, y: top }: Point, width: number, height: number): boolean {
    const x = this.#x + left * this.#scale;
    const y = this.#y + top * this.#scale;
    const { clientWidth, clientHeight } = this.frame;
    const isInside = x < clientWidth && y < clientHeight;
    return isInside && x + width * this.#scale > 0 && y + height * this.#scale > 0;
  }

  /** Returns whether a key moved it. */
  onKey(key: string): boolean {
    const moves: Record<string, () => void> = {
      "+": () => this.zoomIn(),
      "=": () => this.zoomIn(),
      "-": () => this.zoomOut(),
      ArrowLeft: () => this.#moveBy(keyStep, 0),
      ArrowRight: () => this.#moveBy(-keyStep, 0),
      ArrowUp: () => this.#moveBy(0, keyStep),
      ArrowDown: () => this.#moveBy(0, -keyStep),
    };
    const move = moves[key];
    move?.();
    return move !== undefined;
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

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.zoom(2 ** (-(event.deltaY * lines) / 300), event.clientX - left, event.clientY - top);
  }

  // One pointer moves the graph, and two scale it. From a card, a pointer must move a little first:
  // it may be a click.
  #listenToPointers(): void {
    const pointers = new Map<number, Point>();
    this.frame.addEventListener("pointerdown", (event) => {
      if (event.button === 0) pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.frame.addEventListener("pointermove", (event) => {
      const { pointerId } = event;
      const before = pointers.get(pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const isDrag = this.frame.hasPointerCapture(pointerId);
      if (!isDrag && Math.hypot(now.x - before.x, now.y - before.y) < dragDistance) return;
      if (!isDrag) this.frame.setPointerCapture(pointerId);
      const other = [...pointers].find(([id]) => id !== pointerId)?.[1];
      pointers.set(pointerId, now);
      if (other === undefined) this.#moveBy(now.x - before.x, now.y - before.y);
      else this.#pinch(other, before, now);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
      this.frame.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }

  #pinch(other: Point, before: Point, now: Point): void {
    const distance = (a: Point, b: Point) => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
    const { left, top } = this.frame.getBoundingClientRect();
    const middle = { x: (other.x + now.x) / 2 - left, y: (other.y + now.y) / 2 - top };
    this.zoom(distance(other, now) / distance(other, before), middle.x, middle.y);
    this.#moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  }
}
