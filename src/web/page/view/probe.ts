// The pixel under the pointer or the crosshair: its position, value and slope, and the channels of
// the shown map, all as in the recipe's own picture.

import type { App, RecipeState, View } from "../contract.js";
import { make } from "../elements.js";
import { hexOf } from "../hex.js";
import { objectIn } from "../json.js";
import { gridOf, modulo, rounded } from "../math.js";
import { pointOfEvent } from "./gestures.js";
import { isSolid } from "./solid_view.js";
import { srgbByte } from "./srgb.js";
import type { Viewport } from "./viewport.js";

type Pixel = readonly [x: number, y: number];

const idleText = "Point at the picture, or press V in it, to see values.";

export class Probe {
  readonly element = make("p", { class: "probe", text: idleText });
  #pixel: Pixel | undefined;
  #isCrosshair = false;
  // Results for older pixels are ignored.
  #turn = 0;

  constructor(
    private readonly app: App,
    private readonly view: View,
    private readonly canvas: HTMLCanvasElement,
    private readonly viewport: Viewport,
    private readonly moved: () => void,
  ) {
    let last = "";
    canvas.addEventListener("pointermove", (event) => {
      // Browsers also send this when the pointer rests, but something changes under it.
      const place = `${event.clientX} ${event.clientY}`;
      if (event.buttons === 0 && place !== last) this.#showAt(pointOfEvent(canvas, event));
      last = place;
    });
    // Fingers do not hover.
    canvas.addEventListener("click", (event) => this.#showAt(pointOfEvent(canvas, event)));
    canvas.addEventListener("pointerleave", (event) => {
      if (!this.#isCrosshair && event.pointerType === "mouse") this.#clear();
    });
  }

  /** In: pixels of the recipe's picture. */
  moveCrosshair(x: number, y: number): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    const { width, height } = this.canvas;
    const [i, j] = this.#pixel ?? pixelAt(this.viewport.placeAt(width / 2, height / 2), state);
    const next = this.#inside([i + x, j + y], state);
    this.#isCrosshair = true;
    this.element.setAttribute("aria-live", "polite");
    this.#show(next, state);
    this.#bringIntoView(next, state);
    this.moved();
  }

  /** Puts the crosshair into the middle of the visible part. */
  showMiddle(): void {
    this.#pixel = undefined;
    this.moveCrosshair(0, 0);
  }

  hideCrosshair(): void {
    if (!this.#isCrosshair) return;
    this.#clear();
    this.moved();
  }

  /** Reads the values again, for another map or recipe. */
  update(): void {
    const { state } = this.app.document;
    if (this.#pixel !== undefined && state !== undefined) this.#show(this.#pixel, state);
  }

  draw(): void {
    const { state } = this.app.document;
    const context = this.canvas.getContext("2d");
    if (!this.#isCrosshair || this.#pixel === undefined || context === null) return;
    if (state === undefined) return;
    const point = this.viewport.pointOf(placeOf(this.#pixel, state));
    const [x, y] = [Math.floor(point[0]), Math.floor(point[1])];
    // Dark and light, to be visible on any picture.
    for (const [color, offset] of Object.entries({ "#000": 1, "#fff": 0 })) {
      context.fillStyle = color;
      context.fillRect(0, y + offset, this.canvas.width, 1);
      context.fillRect(x + offset, 0, 1, this.canvas.height);
    }
  }

  #clear(): void {
    ++this.#turn;
    this.#pixel = undefined;
    this.#isCrosshair = false;
    this.element.removeAttribute("aria-live");
    this.element.textContent = idleText;
  }

  #showAt([x, y]: readonly [number, number]): void {
    const { state } = this.app.document;
    const place = this.viewport.placeAt(x, y);
    if (state === undefined || !this.viewport.isInside(place)) return;
    const pixel = pixelAt(place, state);
    this.#isCrosshair = false;
    this.element.removeAttribute("aria-live");
    this.#show(this.#inside(pixel, state), state);
    this.moved();
  }

  // Of a picture that tiles, repeats have the same pixels.
  #inside([i, j]: Pixel, { size }: RecipeState): Pixel {
    return this.viewport.isEndless ? [i, j] : [modulo(i, size[0]), modulo(j, size[1])];
  }

  #bringIntoView(pixel: Pixel, state: RecipeState): void {
    const [x, y] = this.viewport.pointOf(placeOf(pixel, state));
    const { width, height } = this.canvas;
    const isOutside = x < 0 || y < 0 || x >= width || y >= height;
    if (isOutside) this.viewport.pan(width / 2 - x, height / 2 - y);
  }

  #show(pixel: Pixel, state: RecipeState): void {
    this.#pixel = pixel;
    this.#read(pixel, state).catch(() => undefined); // errors are shown elsewhere
  }

  async #read(pixel: Pixel, state: RecipeState): Promise<void> {
    const turn = ++this.#turn;
    const { map } = this.view;
    const isOwn = map.startsWith("@") || map in objectIn(state.recipe, "maps");
    // The range "fit" needs the whole picture.
    const isFit = state.recipe["range"] === "fit";
    const shown = isSolid(map) || (isFit && !isOwn) ? [] : [map];
    const request = {
      text: state.text,
      maps: [...new Set(["value", ...(isFit ? [] : ["slope", "height"]), ...shown])],
      edits: isFit ? [{ path: "range", value: "natural" }] : [],
      size: state.size,
      window: { x: pixel[0], y: pixel[1], width: 1, height: 1 },
    };
    await this.app.engine.render("probe", request, ({ maps }) => {
      if (turn !== this.#turn) return;
      const channels = [...maps].map(([name, { samples }]) => channelsText(name, [...samples]));
      this.element.textContent = [...placeTexts(pixel, state), ...channels].join(" · ");
    });
  }
}

// A pixel's first corner belongs to it, in spite of rounding errors.
function pixelAt({ u, v }: { u: number; v: number }, { size }: RecipeState): Pixel {
  return [Math.floor(u * size[0] + 1e-6), Math.floor(v * size[1] + 1e-6)];
}

function placeOf([i, j]: Pixel, { size }: RecipeState): { u: number; v: number } {
  return { u: (i + 0.5) / size[0], v: (j + 0.5) / size[1] };
}

// Returns the position in recipe units, where the middle of the picture is (0, 0).
function positionOf([i, j]: Pixel, { recipe, size }: RecipeState): [number, number] {
  const { isVertices, columns, rows, extent } = gridOf(objectIn(recipe, "domain"), size);
  const shift = isVertices ? 0 : 0.5;
  return [((i + shift) / columns - 0.5) * extent[0], ((j + shift) / rows - 0.5) * extent[1]];
}

const digits = 5;

function channelsText(name: string, channels: readonly number[]): string {
  const text = `${name} ${channels.map((each) => rounded(each, digits)).join(", ")}`;
  if (channels.length !== 3 || name === "normal") return text;
  return `${text} (${hexOf(channels.map(srgbByte))})`;
}

function placeTexts(pixel: Pixel, state: RecipeState): string[] {
  const place = positionOf(pixel, state).map((each) => rounded(each, digits));
  return [`pixel ${pixel.join(", ")}`, ...(state.isSphere ? [] : [`at ${place.join(", ")}`])];
}
