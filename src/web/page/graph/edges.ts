// The lines from nodes to those that use them.

import type { Arrangement } from "../contract.js";
import { svg } from "../elements.js";

type Line = Arrangement["lines"][number];

export class Edges {
  readonly element = svg("svg", { class: "graph-edges", "aria-hidden": "true" });
  #paths: { line: Line; path: SVGPathElement }[] = [];

  draw({ lines, width, height }: Arrangement): void {
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("width", String(width));
    this.element.setAttribute("height", String(height));
    this.#paths = lines.map((line) => {
      return { line, path: svg("path", { d: curveThrough(line.points) }) };
    });
    this.element.replaceChildren(...this.#paths.map(({ path }) => path));
  }

  /** Marks a node's lines: from its inputs, and to its users. */
  mark(id: string): void {
    for (const { line, path } of this.#paths) {
      const isUsed = line.from === id || line.to === id;
      path.classList.toggle("used", isUsed);
      if (isUsed) this.element.append(path); // above others
    }
  }
}

/** Returns a curve that is level at every point. */
export function curveThrough(points: Line["points"]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${first.x} ${first.y}`;
  let before = first;
  for (const point of rest) {
    const bend = (before.x + point.x) / 2;
    path += `C${bend} ${before.y} ${bend} ${point.y} ${point.x} ${point.y}`;
    before = point;
  }
  return path;
}
