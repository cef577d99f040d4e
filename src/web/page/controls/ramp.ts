// A ramp of colours, with stops to drag along a strip.

import type { PaletteColor } from "../../module/cobble.js";
import type { Json } from "../contract.js";
import { make } from "../elements.js";
import type { Point as Arrow } from "../gestures.js";
import { bytesOf, hexOf, type Names } from "../hex.js";
import { mixed } from "../solid/vector.js";
import { colorInputs, cssColor } from "./colors.js";
import { axisLabel, numberInput, showNumber, type Control, type Target } from "./control.js";
import { pictureButton } from "./picture_colors.js";
import { PointsControl, roundIn } from "./points.js";

/** Room outside the outer stops, so that they can be dragged outwards. */
const margin = 0.04;

export class RampControl extends PointsControl<Json> {
  readonly element: HTMLElement;
  protected readonly frame: HTMLElement;
  readonly #strip = make("div", { class: "ramp-strip" });
  readonly #color: Control;
  readonly #place: HTMLInputElement;
  readonly #names: Names;

  constructor(target: Target) {
    super(target, "stop");
    const { label } = target;
    this.#names = target.app.description.colors;
    const attributes = { class: "ramp", role: "group", "aria-label": `${label}, stops` };
    this.frame = make("div", attributes, this.#strip);
    this.#color = colorInputs(`${label}, colour of the selected stop`, this.#names, (color) => {
      if (this.point !== undefined) this.move(this.chosen, [this.point[0], color]);
    });
    this.#place = numberInput(`${label}, position of the selected stop`, (x) => {
      if (this.point !== undefined) this.move(this.chosen, [x, this.point[1]]);
    });
    const place = make("span", { class: "numbers" }, axisLabel("at", this.#place));
    this.element = this.assemble(place, this.#color.element);
    const count = () => this.points.length;
    this.element.append(pictureButton(target, count, (colors) => this.#take(colors)));
  }

  // In the ramp's range, each in the middle of its share of the picture.
  #take(colors: readonly PaletteColor[]): void {
    const [from, to] = [this.points[0]?.[0] ?? 0, this.points.at(-1)?.[0] ?? 1];
    const placeOf = (position: number) => roundIn(to - from, from + position * (to - from));
    const stops = new Map(colors.map(({ color, position }) => [placeOf(position), color]));
    this.replace([...stops], 0);
  }

  protected createHandle(attributes: Record<string, string>): HTMLElement {
    return make("div", { class: "ramp-handle", ...attributes });
  }

  protected fit(): void {
    const first = this.points[0]?.[0] ?? 0;
    const range = (this.points.at(-1)?.[0] ?? 1) - first || 1;
    this.left = first - margin * range;
    this.right = first + (1 + margin) * range;
  }

  protected shown([x, color]: [number, Json]) {
    const style = `left: ${this.#percent(x)}%; --color: ${cssColor(color, this.#names)}`;
    const text = `${typeof color === "string" ? color : JSON.stringify(color)} at ${x}`;
    return { style, "aria-valuenow": x, "aria-valuetext": text };
  }

  protected drawRest(): void {
    this.#strip.style.background = this.#gradient();
    this.#color.update(this.point?.[1]);
    showNumber(this.#place, this.point?.[0]);
  }

  // Mixes colours as the node does, except that smooth interpolation is drawn as linear.
  #gradient(): string {
    const { space, interpolation } = this.target.values;
    const stops = this.points.flatMap(([x, color], i) => {
      const stop = `${cssColor(color, this.#names)} ${this.#percent(x)}%`;
      const after = this.points[i + 1];
      // A step keeps its colour until the next stop.
      return interpolation === "step" && after !== undefined
        ? [stop, `${cssColor(color, this.#names)} ${this.#percent(after[0])}%`]
        : [stop];
    });
    const spaces: Record<string, string> = { linear: "srgb-linear", srgb: "srgb" };
    return `linear-gradient(in ${spaces[String(space)] ?? "oklab"} to right, ${stops.join(", ")})`;
  }

  #percent(x: number): number {
    return (100 * (x - this.left)) / (this.right - this.left);
  }

  protected pointAt(x: number, _y: number, i?: number): [number, Json] {
    const range = this.right - this.left;
    const place = roundIn(range, this.left + x * range);
    const own = i === undefined ? undefined : this.points[i]?.[1];
    return [place, own ?? this.restAt(place)];
  }

  // Mixes the bytes of both neighbours, whatever the space of the ramp.
  protected restAt(x: number): string {
    const at = this.points.findIndex(([place]) => place >= x);
    const after = this.points[at < 0 ? this.points.length - 1 : at];
    const before = this.points[Math.max(at < 0 ? this.points.length - 1 : at - 1, 0)];
    if (before === undefined || after === undefined) return "#808080";
    const part = after[0] > before[0] ? (x - before[0]) / (after[0] - before[0]) : 0;
    const bytesAt = ([, color]: [number, Json]) => bytesOf(cssColor(color, this.#names));
    return hexOf(mixed(bytesAt(before), bytesAt(after), part));
  }

  protected movedBy([right, down]: Arrow, [x, color]: [number, Json]): [number, Json] {
    return [x + ((right - down) * (this.right - this.left)) / 100, color];
  }
}
