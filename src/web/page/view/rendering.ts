// Renders what the viewport shows: the whole picture in the size of the screen, or, if that is larger
// than the screen, only the part that is visible.

import type { App, RenderedPicture, RenderRequest } from "../contract.js";
import { Layers, type Region } from "./layers.js";
import { kindOf, type MapKind } from "./pixels.js";
import type { Viewport } from "./viewport.js";

/** Pixels of a whole picture that is rendered although a part is not visible. */
const maxWholePixels = 1.5e6;
/** The width of the picture of a recipe that costs too much. */
const cheapWidth = 64;

export interface Shown {
  map: string;
  kind: MapKind;
  picture: RenderedPicture;
}

export class Rendering {
  readonly layers = new Layers();
  /** Set if the recipe costs too much, and nobody has asked for it anyway. */
  isTooSlow = false;
  #costlyTextAllowed: string | undefined;
  #lastText = "";
  #lastMap = "";

  constructor(
    private readonly app: App,
    private readonly viewport: Viewport,
    private readonly canvas: HTMLCanvasElement,
    private readonly report: { drawn(): void; shown(shown: Shown): void; failed(error: unknown): void },
  ) {}

  /** Asks the engine whether the recipe can be rendered in a few seconds. */
  async checkCost(map: string): Promise<void> {
    const { state } = this.app.document;
    if (state === undefined) return;
    try {
      const { cost, limit } = await this.app.engine.cost(state.text, [map]);
      this.isTooSlow = cost > limit && state.text !== this.#costlyTextAllowed;
    } catch {
      this.isTooSlow = false; // rendering will say what is wrong
    }
  }

  /** Renders the recipe although it costs much. */
  allowCost(): void {
    this.#costlyTextAllowed = this.app.document.text;
    this.isTooSlow = false;
  }

  draw(): void {
    this.layers.draw(this.canvas, this.viewport);
  }

  async render(map: string): Promise<void> {
    const { state, text } = this.app.document;
    if (state === undefined || this.canvas.width === 0) return;
    const isNew = text !== this.#lastText || map !== this.#lastMap;
    this.#lastText = text;
    this.#lastMap = map;
    const { scale } = this.viewport;
    const scaled = (pixels: number) => Math.max(Math.round(pixels * scale), 1);
    const size: [number, number] = [scaled(state.size[0]), scaled(state.size[1])];
    const coarse = isNew ? [64, 256] : [];
    try {
      if (this.isTooSlow) await this.#renderWhole(text, map, cheap(state.size), []);
      else if (size[0] * size[1] <= maxWholePixels) await this.#renderWhole(text, map, size, coarse);
      else await this.#renderVisible(text, map, size, coarse, isNew);
    } catch (error) {
      this.report.failed(error);
    }
  }

  async #renderWhole(
    text: string,
    map: string,
    size: readonly [number, number],
    coarse: readonly number[],
  ): Promise<void> {
    this.app.engine.cancel("whole");
    const request = requestOf(text, map, size, coarse);
    await this.app.engine.render("view", request, (picture) => {
      this.layers.setWhole(picture, map, this.#kind(picture, map));
      this.layers.clearDetail();
      this.#show(picture, map);
    });
  }

  async #renderVisible(
    text: string,
    map: string,
    size: readonly [number, number],
    coarse: readonly number[],
    isNew: boolean,
  ): Promise<void> {
    const [first, last] = [
      this.viewport.placeAt(0, 0),
      this.viewport.placeAt(this.canvas.width, this.canvas.height),
    ];
    const tile = [this.viewport.center.u, this.viewport.center.v].map((place) =>
      Math.min(Math.floor(place), this.viewport.repeats - 1),
    ) as [number, number];
    const x = span(first.u - tile[0], last.u - tile[0], size[0]);
    const y = span(first.v - tile[1], last.v - tile[1], size[1]);
    if (x[1] <= x[0] || y[1] <= y[0]) return;
    const region: Region = {
      u: tile[0] + x[0] / size[0],
      v: tile[1] + y[0] / size[1],
      width: (x[1] - x[0]) / size[0],
      height: (y[1] - y[0]) / size[1],
    };
    const window = { x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0] };
    const request = { ...requestOf(text, map, size, coarse), window };
    const detail = this.app.engine.render("view", request, (picture) => {
      this.layers.setDetail(picture, map, this.#kind(picture, map), region);
      this.#show(picture, map);
    });
    if (isNew) this.#renderAround(text, map, size);
    await detail;
  }

  // What comes into view while the picture is moved, until it has been rendered.
  #renderAround(text: string, map: string, size: readonly [number, number]): void {
    const scale = 256 / Math.max(...size);
    const small: [number, number] = [Math.ceil(size[0] * scale), Math.ceil(size[1] * scale)];
    const request = { ...requestOf(text, map, small, []), priority: 1 };
    const show = (picture: RenderedPicture) => {
      this.layers.setWhole(picture, map, this.#kind(picture, map));
      this.report.drawn();
    };
    this.app.engine.render("whole", request, show).catch(() => undefined);
  }

  #kind(picture: RenderedPicture, map: string): MapKind {
    const channels = picture.maps.get(map)?.channels ?? 1;
    return kindOf(map, channels, this.app.document.state?.recipe);
  }

  #show(picture: RenderedPicture, map: string): void {
    this.report.shown({ map, kind: this.#kind(picture, map), picture });
    this.report.drawn();
  }
}

function requestOf(
  text: string,
  map: string,
  size: readonly [number, number],
  coarse: readonly number[],
): RenderRequest {
  return { text, maps: [map], edits: [{ path: "size", value: [...size] }], size, coarse };
}

function cheap([width, height]: readonly [number, number]): [number, number] {
  const scale = Math.min(cheapWidth / width, 1);
  return [Math.max(Math.round(width * scale), 1), Math.max(Math.round(height * scale), 1)];
}

// Returns the pixels from `first` to `last`, as parts of the picture, that are inside of it.
function span(first: number, last: number, pixels: number): [number, number] {
  return [
    Math.max(Math.floor(first * pixels), 0),
    Math.min(Math.ceil(last * pixels), pixels),
  ];
}
