// Moves and scales the graph.

const maxScale = 2;
const minScale = 0.15;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;

  constructor(
    private readonly frame: HTMLElement,
    private readonly world: HTMLElement,
    private readonly changed: () => void,
  ) {
    frame.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
    this.#listenToDrags();
  }

  /**
   * Shows a graph of a size: all of it, if that can be read in `smallest`, or else what is around
   * `middle`.
   */
  fit(width: number, height: number, smallest: number, middle: { x: number; y: number }): void {
    const { clientWidth, clientHeight } = this.frame;
    const whole = Math.min(clientWidth / width, clientHeight / height);
    this.scale = Math.min(Math.max(whole, smallest, minScale), 1.3);
    const start = (size: number, room: number, at: number) => {
      const scaled = size * this.scale;
      if (scaled <= room) return (room - scaled) / 2;
      return Math.min(Math.max(room / 2 - at * this.scale, room - scaled), 0);
    };
    this.x = start(width, clientWidth, middle.x);
    this.y = start(height, clientHeight, middle.y);
    this.#apply();
  }

  zoom(factor: number, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2): void {
    const scale = Math.min(Math.max(this.scale * factor, minScale), maxScale);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#apply();
  }

  /** Moves so that a rectangle of the graph is visible. */
  reveal(left: number, top: number, width: number, height: number): void {
    const margin = 8;
    const { clientWidth, clientHeight } = this.frame;
    const shift = (start: number, size: number, room: number) => {
      if (start < margin) return margin - start;
      const beyond = start + size - (room - margin);
      return beyond > 0 ? -Math.min(beyond, start - margin) : 0;
    };
    this.x += shift(this.x + left * this.scale, width * this.scale, clientWidth);
    this.y += shift(this.y + top * this.scale, height * this.scale, clientHeight);
    this.#apply();
  }

  isVisible(left: number, top: number, width: number, height: number): boolean {
    const x = this.x + left * this.scale;
    const y = this.y + top * this.scale;
    const { clientWidth, clientHeight } = this.frame;
    return x < clientWidth && y < clientHeight && x + width * this.scale > 0 && y + height * this.scale > 0;
  }

  #apply(): void {
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.changed();
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.zoom(2 ** (-(event.deltaY * lines) / 300), event.clientX - left, event.clientY - top);
  }

  #listenToDrags(): void {
    let last: [number, number] | undefined;
    this.frame.addEventListener("pointerdown", (event) => {
      if ((event.target as Element).closest("button, dialog") !== null) return;
      last = [event.clientX, event.clientY];
      this.frame.setPointerCapture(event.pointerId);
    });
    this.frame.addEventListener("pointermove", (event) => {
      if (last === undefined) return;
      this.x += event.clientX - last[0];
      this.y += event.clientY - last[1];
      last = [event.clientX, event.clientY];
      this.#apply();
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      this.frame.addEventListener(end, () => (last = undefined));
  }
}
