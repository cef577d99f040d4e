// A curve through points that are dragged, added and deleted.

import { type Json } from "../contract.js";
import { make } from "../shell.js";
import { makeDraggable, numberInput, numberOf, set, showNumber, type Control, type Target } from "./control.js";

type Point = [x: number, y: number];

const space = "http://www.w3.org/2000/svg";
const size = 200;
const margin = 10;

function svg(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function curveControl(target: Target): Control {
  return new CurveControl(target);
}

class CurveControl implements Control {
  readonly element: HTMLElement;
  readonly #frame = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "curve", role: "group" });
  readonly #line = svg("polyline", { class: "curve-line" });
  readonly #x: HTMLInputElement;
  readonly #y: HTMLInputElement;
  readonly #remove = make("button", { type: "button", text: "Remove", "aria-label": "Remove this point" });
  #points: Point[] = [];
  #handles: SVGElement[] = [];
  #chosen = 0;
  #box = { left: 0, right: 1, bottom: 0, top: 1 };

  constructor(private readonly target: Target) {
    const { label } = target;
    this.#frame.setAttribute("aria-label", `${label}: double-click for one point more`);
    this.#x = numberInput(`${label}, x`, (x) => this.#move(this.#chosen, [x, this.#point[1]], true));
    this.#y = numberInput(`${label}, y`, (y) => this.#move(this.#chosen, [this.#point[0], y], true));
    this.#remove.addEventListener("click", () => this.#delete(this.#chosen));
    this.#frame.append(this.#line);
    this.#frame.addEventListener("dblclick", (event) => this.#add(event as MouseEvent));
    this.element = make(
      "div",
      { class: "control-curve" },
      this.#frame as unknown as Node,
      make("div", { class: "curve-point" }, this.#x, this.#y, this.#remove),
    );
  }

  update(value: Json | undefined): void {
    this.#points = (Array.isArray(value) ? value : []) as unknown as Point[];
    const isDragged = this.#handles.some((handle) => handle.matches(":active"));
    if (!isDragged) this.#fit();
    if (this.#handles.length !== this.#points.length) this.#rebuild();
    this.#draw();
  }

  get #point(): Point {
    return this.#points[this.#chosen] ?? [0, 0];
  }

  #fit(): void {
    const xs = this.#points.map(([x]) => x);
    const ys = this.#points.map(([, y]) => y);
    const [bottom, top] = [Math.min(...ys, 0), Math.max(...ys, 1)];
    this.#box = { left: numberOf(xs[0]), right: numberOf(xs.at(-1), 1), bottom, top };
  }

  #rebuild(): void {
    for (const handle of this.#handles) handle.remove();
    this.#chosen = Math.min(this.#chosen, Math.max(this.#points.length - 1, 0));
    this.#handles = this.#points.map((_, i) => {
      const handle = svg("circle", {
        r: "6",
        class: "curve-handle",
        tabindex: "0",
        role: "slider",
        "aria-label": `${this.target.label}, point ${i + 1}`,
      });
      handle.addEventListener("focus", () => {
        this.#chosen = i;
        this.#draw();
      });
      handle.addEventListener("keydown", (event) => this.#onKey(event as KeyboardEvent, i));
      const move = (x: number, y: number) => this.#move(i, this.#pointAt(x, y), false);
      makeDraggable(handle, this.#frame, move, () => this.#send(this.#points));
      return handle;
    });
    this.#frame.append(...this.#handles);
  }

  #draw(): void {
    const places = this.#points.map((point) => this.#placeOf(point));
    this.#line.setAttribute("points", this.#sampled().map((point) => this.#placeOf(point).join(",")).join(" "));
    this.#handles.forEach((handle, i) => {
      const [x, y] = places[i] as [number, number];
      handle.setAttribute("cx", String(x));
      handle.setAttribute("cy", String(y));
      const [px, py] = this.#points[i] as Point;
      handle.setAttribute("aria-valuenow", String(py));
      handle.setAttribute("aria-valuetext", `${px}, ${py}`);
      handle.classList.toggle("chosen", i === this.#chosen);
    });
    showNumber(this.#x, this.#point[0]);
    showNumber(this.#y, this.#point[1]);
    this.#remove.disabled = this.#points.length < 3;
  }

  // The cubic of the node curve (src/nodes/curve.cpp), as pieces of straight lines. Based on: F. N.
  // Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", 1980.
  #sampled(): Point[] {
    const points = this.#points;
    const slopes = tangents(points);
    const out: Point[] = [];
    for (let i = 0; i + 1 < points.length; ++i) {
      const [x0, y0] = points[i] as Point;
      const [x1, y1] = points[i + 1] as Point;
      const width = x1 - x0;
      for (let k = 0; k < 16; ++k) {
        const t = k / 16;
        const start = (1 + 2 * t) * (1 - t) ** 2;
        const slope0 = t * (1 - t) ** 2 * width * (slopes[i] as number);
        const slope1 = t * t * (t - 1) * width * (slopes[i + 1] as number);
        out.push([x0 + t * width, start * y0 + slope0 + t * t * (3 - 2 * t) * y1 + slope1]);
      }
    }
    const last = points.at(-1);
    return last === undefined ? out : [...out, last];
  }

  #placeOf([x, y]: Point): [number, number] {
    const { left, right, bottom, top } = this.#box;
    const room = size - 2 * margin;
    return [
      margin + (room * (x - left)) / (right - left || 1),
      size - margin - (room * (y - bottom)) / (top - bottom || 1),
    ];
  }

  #pointAt(x: number, y: number): Point {
    const { left, right, bottom, top } = this.#box;
    const inside = (place: number) => (place * size - margin) / (size - 2 * margin);
    return [left + inside(x) * (right - left), top - inside(y) * (top - bottom)];
  }

  #move(i: number, [x, y]: Point, isLast: boolean): void {
    const gap = (this.#box.right - this.#box.left) / 1000;
    const before = this.#points[i - 1]?.[0] ?? -Infinity;
    const after = this.#points[i + 1]?.[0] ?? Infinity;
    const between = Math.min(Math.max(x, before + gap), after - gap);
    this.#points = this.#points.with(i, [round(between), round(y)]);
    this.#draw();
    this.#send(this.#points, !isLast);
  }

  #add(event: MouseEvent): void {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    const [x, y] = this.#pointAt((event.clientX - left) / width, (event.clientY - top) / height);
    const at = this.#points.findIndex((point) => point[0] > x);
    const index = at < 0 ? this.#points.length : at;
    this.#send(this.#points.toSpliced(index, 0, [round(x), round(y)]));
  }

  #delete(i: number): void {
    if (this.#points.length > 2) this.#send(this.#points.toSpliced(i, 1));
  }

  #onKey(event: KeyboardEvent, i: number): void {
    const { left, right, bottom, top } = this.#box;
    const steps: Record<string, Point> = {
      ArrowLeft: [(left - right) / 100, 0],
      ArrowRight: [(right - left) / 100, 0],
      ArrowUp: [0, (top - bottom) / 100],
      ArrowDown: [0, (bottom - top) / 100],
    };
    const step = steps[event.key];
    const [x, y] = this.#points[i] as Point;
    if (step !== undefined) this.#move(i, [x + step[0], y + step[1]], true);
    else if (event.key === "Delete" || event.key === "Backspace") this.#delete(i);
    else return;
    event.preventDefault();
  }

  #send(points: readonly Point[], isContinuous = false): void {
    set(this.target, points as unknown as Json[], isContinuous);
  }
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

// The mean of the two secants, or 0 at a local extremum; reduced where a piece would overshoot.
function tangents(points: readonly Point[]): number[] {
  const last = points.length - 1;
  if (last < 1) return points.map(() => 0);
  const secants = points.slice(0, last).map(([x, y], i) => {
    const [nextX, nextY] = points[i + 1] as Point;
    return (nextY - y) / (nextX - x);
  });
  const slopes = points.map((_, i) => {
    const before = secants[Math.max(i - 1, 0)] as number;
    const after = secants[Math.min(i, last - 1)] as number;
    return before * after <= 0 ? 0 : (before + after) / 2;
  });
  secants.forEach((secant, i) => {
    if (secant === 0) return;
    const length = Math.hypot(slopes[i] as number, slopes[i + 1] as number) / Math.abs(secant);
    if (length <= 3) return;
    slopes[i] = (3 * (slopes[i] as number)) / length;
    slopes[i + 1] = (3 * (slopes[i + 1] as number)) / length;
  });
  return slopes;
}
