// A curve through points, which can be dragged, added and removed.

import { make, svg } from "../elements.js";
import type { Point as Arrow } from "../gestures.js";
import { clamp } from "../math.js";
import { axisLabel, numberInput, showNumber, type Target } from "./control.js";
import { PointsControl, round, roundIn } from "./points.js";

const [width, height] = [300, 160];
const margin = 12;

export class CurveControl extends PointsControl<number> {
  readonly element: HTMLElement;
  protected readonly frame = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "curve",
    role: "group",
    "aria-label": `${this.target.label}, points`,
  });
  readonly #axes = svg("path", { class: "curve-axes" });
  readonly #line = svg("polyline", { class: "curve-line" });
  readonly #inputs = ["x", "y"].map((axis, i) =>
    numberInput(`${this.target.label}, ${axis} of the selected point`, (value) =>
      this.move(this.chosen, (this.point ?? [0, 0]).with(i, value) as Point),
    ),
  );
  #bottom = 0;
  #top = 1;

  constructor(target: Target) {
    super(target, "point");
    this.frame.append(this.#axes, this.#line);
    const axes = this.#inputs.map((input, i) => axisLabel(["x", "y"][i] ?? "", input));
    this.element = this.assemble(make("span", { class: "numbers" }, ...axes));
  }

  protected createHandle(attributes: Record<string, string>): SVGElement {
    return svg("circle", { r: "7", class: "curve-handle", ...attributes });
  }

  protected fit(): void {
    const xs = this.points.map(([x]) => x);
    const ys = this.points.map(([, y]) => y);
    this.left = xs[0] ?? 0;
    this.right = xs.at(-1) ?? 1;
    if (this.left === this.right) this.right += 1;
    this.#bottom = Math.min(...ys, 0);
    this.#top = Math.max(...ys, 0);
    if (this.#top === this.#bottom) this.#top += 1;
  }

  protected shown([x, y]: Point) {
    const [cx, cy] = this.#placeOf([x, y]);
    return { cx, cy, "aria-valuenow": y, "aria-valuetext": `x ${x}, y ${y}` };
  }

  protected drawRest(): void {
    const line = sampled(this.target, this.points).map((point) =>
      this.#placeOf(point).map((each) => each.toFixed(1)),
    );
    this.#line.setAttribute("points", line.map((place) => place.join()).join(" "));
    const lines: string[] = [];
    const [x0, y0] = this.#placeOf([0, 0]);
    if (this.#bottom <= 0 && this.#top >= 0) lines.push(`M0 ${y0}H${width}`);
    if (this.left <= 0 && this.right >= 0) lines.push(`M${x0} 0V${height}`);
    this.#axes.setAttribute("d", lines.join(""));
    this.#inputs.forEach((input, i) => showNumber(input, this.point?.[i]));
  }

  #placeOf([x, y]: Point): Point {
    return [
      margin + ((width - 2 * margin) * (x - this.left)) / (this.right - this.left),
      height - margin - ((height - 2 * margin) * (y - this.#bottom)) / (this.#top - this.#bottom),
    ];
  }

  protected pointAt(x: number, y: number): Point {
    // Outside the frame, a pointer moves the point to the edge, where it is still visible.
    const inside = (place: number, size: number) =>
      (clamp(place, 0, 1) * size - margin) / (size - 2 * margin);
    const across = this.right - this.left;
    const up = this.#top - this.#bottom;
    return [
      roundIn(across, this.left + inside(x, width) * across),
      roundIn(up, this.#top - inside(y, height) * up),
    ];
  }

  protected restAt(x: number): number {
    const nearest = sampled(this.target, this.points).reduce((best, point) =>
      Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best,
    );
    return round(nearest[1]);
  }

  protected movedBy([right, down]: Arrow, [x, y]: Point): Point {
    const across = (this.right - this.left) / 100;
    const up = (this.#top - this.#bottom) / 100;
    return [x + right * across, round(y - down * up)];
  }
}

type Point = [x: number, y: number];

const pieces = 160;

// Points of the node's own curve, as the module samples it across a picture.
function sampled({ app }: Target, points: readonly Point[]): Point[] {
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const x = { type: "multiply", a: "coordinate()", b: last - first };
  const source = { type: "add", a: x, b: (first + last) / 2 };
  try {
    const noise = { type: "curve", source, points };
    using recipe = app.cobble.json(JSON.stringify({ cobble: 1, noise }));
    using program = recipe.compileForPoints();
    const places = Float64Array.from({ length: pieces + 1 }, (_, i) => i / pieces - 0.5);
    const { value } = program.sample(places, new Float64Array(places.length));
    return [...places].map((at, i) => [
      (first + last) / 2 + at * (last - first),
      value[i] as number,
    ]);
  } catch {
    return [...points]; // such as two at one place
  }
}
