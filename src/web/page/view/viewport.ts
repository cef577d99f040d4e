// Which part of the picture is visible, and how large: moved and scaled by wheel, drag, pinch and
// keys.

/** A place in the picture: its width and height are 1, and it repeats. */
export interface Place {
  u: number;
  v: number;
}

const maxScale = 32;
const minSide = 24;
const keyStep = 48;

export class Viewport {
  /** Pixels of the screen for a pixel of the picture. */
  scale = 1;
  /** The place in the middle. */
  center: Place = { u: 0.5, v: 0.5 };
  /** Whether the picture follows the size of the window. */
  isFitted = true;
  repeats = 1;
  #picture: readonly [number, number] = [1, 1];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    canvas.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.#onKey(event));
    this.#listenToPointers();
  }

  setPicture(size: readonly [number, number]): void {
    if (size[0] === this.#picture[0] && size[1] === this.#picture[1]) return;
    this.#picture = size;
    this.fit();
  }

  setRepeats(repeats: number): void {
    this.repeats = repeats;
    this.fit();
  }

  /** Shows the whole picture with its repeats. */
  fit(): void {
    this.isFitted = true;
    this.center = { u: this.repeats / 2, v: this.repeats / 2 };
    this.refit();
    this.changed();
  }

  /** Fits the picture again if it was fitted. */
  refit(): void {
    if (!this.isFitted) return;
    const [width, height] = this.#picture;
    const { canvas, repeats } = this;
    this.scale = Math.min(canvas.width / (width * repeats), canvas.height / (height * repeats));
  }

  /** Scales about a point of the canvas, in its pixels; by default the middle. */
  zoomTo(scale: number, at?: readonly [number, number]): void {
    const [x, y] = at ?? [this.canvas.width / 2, this.canvas.height / 2];
    const before = this.placeAt(x, y);
    const smallest = minSide / Math.max(...this.#picture);
    this.scale = Math.min(Math.max(scale, smallest), maxScale);
    const after = this.placeAt(x, y);
    this.#moveBy(before.u - after.u, before.v - after.v);
  }

  /** The place under a point of the canvas. */
  placeAt(x: number, y: number): Place {
    const [width, height] = this.#picture;
    return {
      u: this.center.u + (x - this.canvas.width / 2) / (width * this.scale),
      v: this.center.v + (y - this.canvas.height / 2) / (height * this.scale),
    };
  }

  /** The point of the canvas at a place. */
  pointOf({ u, v }: Place): [number, number] {
    const [width, height] = this.#picture;
    return [
      this.canvas.width / 2 + (u - this.center.u) * width * this.scale,
      this.canvas.height / 2 + (v - this.center.v) * height * this.scale,
    ];
  }

  #moveBy(u: number, v: number): void {
    this.isFitted = false;
    const clamp = (value: number) => Math.min(Math.max(value, 0), this.repeats);
    this.center = { u: clamp(this.center.u + u), v: clamp(this.center.v + v) };
    this.changed();
  }

  #moveByPixels(x: number, y: number): void {
    const [width, height] = this.#picture;
    this.#moveBy(-x / (width * this.scale), -y / (height * this.scale));
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const factor = 2 ** (-(event.deltaY * lines) / (event.ctrlKey ? 100 : 300));
    this.zoomTo(this.scale * factor, this.#pointOfEvent(event));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [keyStep, 0],
      ArrowRight: [-keyStep, 0],
      ArrowUp: [0, keyStep],
      ArrowDown: [0, -keyStep],
    };
    const move = moves[event.key];
    if (move !== undefined && !event.shiftKey) this.#moveByPixels(...move);
    else if (event.key === "+" || event.key === "=") this.zoomTo(this.scale * 1.25);
    else if (event.key === "-") this.zoomTo(this.scale / 1.25);
    else if (event.key === "0") this.fit();
    else if (event.key === "1") this.zoomTo(1);
    else return;
    event.preventDefault();
  }

  // One pointer drags, two pinch.
  #listenToPointers(): void {
    const points = new Map<number, [number, number]>();
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      points.set(event.pointerId, this.#pointOfEvent(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = points.get(event.pointerId);
      if (before === undefined) return;
      const now = this.#pointOfEvent(event);
      points.set(event.pointerId, now);
      const other = [...points].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) this.#moveByPixels(now[0] - before[0], now[1] - before[1]);
      else {
        const distance = (point: readonly [number, number]) =>
          Math.max(Math.hypot(point[0] - other[0], point[1] - other[1]), 1);
        this.zoomTo((this.scale * distance(now)) / distance(before), other);
      }
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      canvas.addEventListener(end, (event) => points.delete(event.pointerId));
  }

  #pointOfEvent(event: MouseEvent): [number, number] {
    const { left, top, width } = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / width;
    return [(event.clientX - left) * ratio, (event.clientY - top) * ratio];
  }
}
