// Renders what the viewport shows: the whole picture at its size on the screen, or only the visible
// part if the picture is larger.

import type {
  App,
  Edit,
  RecipeDocument,
  RecipeState,
  RenderedPicture,
  RenderRequest,
  Size,
  Statistics,
  Window,
} from "../contract.js";
import { withoutOcclusion } from "../engine/coarse.js";
import { TooSlow } from "../errors.js";
import { objectIn } from "../json.js";
import { scaledSize } from "../math.js";
import { Layers } from "./layers.js";
import { imageIn } from "./paint.js";
import { measuredChannel, transfersOf } from "./pixels.js";
import type { Region, Viewport } from "./viewport.js";

/** Up to this many pixels, pictures are rendered whole if all of the view is inside. */
const maxWholePixels = 1.5e6;
/** How far maps such as `ao` may read around the visible part of an enlarged picture, in pixels. */
const maxHalo = 64;
const maxSeconds = 15;
export const coarseWidths = [64, 256];

export interface Shown {
  map: string;
  statistics: Statistics;
  /** The measured channel, if there are several. */
  channel: string;
  /** The size of the whole picture, and whether it was all rendered. */
  size: Size;
  isWhole: boolean;
}

interface RenderingEvents {
  drawn(): void;
  /** A new picture was requested: statistics are about an older one. */
  requested(): void;
  /** A final picture is shown. */
  shown(shown: Shown): void;
  failed(error: unknown): void;
}

/**
 * Returns the text to render: the last one without errors. A text from a control has no errors,
 * even before it is read.
 */
export function shownText({ text, state, lastChange }: RecipeDocument): string {
  return lastChange.origin === "controls" ? text : (state?.text ?? text);
}

export class Rendering {
  readonly layers = new Layers();
  #allowedText: string | undefined;
  // What the last picture shows, and the last request.
  #shownText = "";
  #shownMap = "";
  #requested = "";
  // Workers paint pictures, so an older one may be ready after a newer one.
  #pictures = 0;
  #lastPicture = 0;

  constructor(
    private readonly app: App,
    private readonly viewport: Viewport,
    private readonly canvas: HTMLCanvasElement,
    private readonly events: RenderingEvents,
  ) {}

  /** Lets the current text take as long as it needs. */
  allowTime(): void {
    this.#allowedText = shownText(this.app.document);
  }

  /** How long the current text may take. */
  get maxSeconds(): number {
    return shownText(this.app.document) === this.#allowedText ? Infinity : maxSeconds;
  }

  draw(): void {
    this.layers.draw(this.canvas, this.viewport);
  }

  async render(map: string): Promise<void> {
    const { state } = this.app.document;
    const text = shownText(this.app.document);
    if (state === undefined || this.canvas.width === 0) return;
    const isNew = text !== this.#shownText || map !== this.#shownMap;
    const request = this.#requestShown(state, map, isNew);
    // Unchanged, for example when the picture was moved and moved back.
    const requested = JSON.stringify({ ...request, coarse: [] });
    if (request === undefined || requested === this.#requested) return;
    this.#requested = requested;
    this.events.requested();
    try {
      if (request.window === undefined) this.app.engine.cancel("around");
      else if (isNew) this.#renderAround(state, map);
      await this.app.engine.render("view", request, (picture) =>
        this.#take(picture, text, map, requested),
      );
    } catch (error) {
      this.#requested = "";
      if (error instanceof TooSlow) this.app.engine.cancel("around");
      this.events.failed(error);
    }
  }

  /** Lets the next request render, even if it is the same as the last. */
  forget(): void {
    this.#requested = "";
  }

  // Returns undefined if nothing of the picture is visible.
  #requestShown(state: RecipeState, map: string, isNew: boolean): RenderRequest | undefined {
    const { viewport } = this;
    const size = scaledSize(state.size, viewport.scale);
    const request = this.#request(state, map, size, isNew ? coarseWidths : []);
    const { u, v, width, height } = viewport.visible;
    const isInside =
      u >= 0 && v >= 0 && u + width <= viewport.repeats && v + height <= viewport.repeats;
    if (isInside && size[0] * size[1] <= maxWholePixels) return request;
    const x = Math.floor(u * size[0]);
    const y = Math.floor(v * size[1]);
    const window = {
      x,
      y,
      width: Math.ceil((u + width) * size[0]) - x,
      height: Math.ceil((v + height) * size[1]) - y,
    };
    if (window.width <= 0 || window.height <= 0) return undefined;
    return { ...request, window };
  }

  #request(state: RecipeState, map: string, size: Size, coarse: readonly number[]): RenderRequest {
    const edits: Edit[] = [{ path: "size", value: [...size] }, ...haloEdits(state, size[0])];
    const text = shownText(this.app.document);
    const coarseEdits = map === "lit" ? withoutOcclusion : [];
    return { text, maps: [map], edits, size, coarse, coarseEdits, maxSeconds: this.maxSeconds };
  }

  // A coarse whole picture, for parts that come into view before they are rendered.
  #renderAround(state: RecipeState, map: string): void {
    const size = scaledSize(state.size, Math.min(256 / Math.max(...state.size), 1));
    const request = { ...this.#request(state, map, size, []), waits: true };
    const show = (picture: RenderedPicture) => {
      const image = this.#imageOf(picture, map);
      if (image !== undefined) this.layers.setWhole(image);
      this.events.drawn();
    };
    this.app.engine.render("around", request, show).catch(() => undefined);
  }

  #take(picture: RenderedPicture, text: string, map: string, requested: string): void {
    const turn = ++this.#pictures;
    this.#shownText = text;
    this.#shownMap = map;
    if (picture.final) {
      void this.#paint(picture, map, turn, requested).catch((error: unknown) =>
        this.events.failed(error),
      );
      return;
    }
    const image = this.#imageOf(picture, map);
    if (image !== undefined) this.#put(image, picture, turn);
  }

  // A worker paints and measures final pictures, which are large.
  async #paint(picture: RenderedPicture, map: string, turn: number, requested: string) {
    const { size, window } = picture;
    const { width, height } = window;
    const rendered = picture.maps.get(map);
    if (rendered === undefined) return;
    const transfers = transfersOf(map, rendered.channels, this.app.document.state);
    const request = { map: rendered, width, height, transfers };
    const { image, statistics } = await this.app.engine.paint(request);
    if (turn < this.#lastPicture) return;
    this.#put(image, picture, turn);
    const isWhole = width === size[0] && height === size[1];
    if (requested !== this.#requested) return; // a newer one was requested
    this.events.shown({ map, statistics, channel: measuredChannel(transfers), size, isWhole });
  }

  #put(
    image: ImageData | ImageBitmap,
    { window, size }: Pick<RenderedPicture, "window" | "size">,
    turn: number,
  ): void {
    this.#lastPicture = turn;
    this.layers.set(image, regionOf(window, size));
    this.events.drawn();
  }

  #imageOf(picture: RenderedPicture, map: string): ImageData | undefined {
    const { state } = this.app.document;
    return imageIn(picture, map, ({ channels }) => transfersOf(map, channels, state));
  }
}

function regionOf({ x, y, width, height }: Window, size: Size): Region {
  return { u: x / size[0], v: y / size[1], width: width / size[0], height: height / size[1] };
}

// Maps that read around a pixel, as far as a share of the picture's width, would render many
// invisible pixels of an enlarged picture. There, they read no more pixels than at the
// recipe's own size.
function haloEdits({ recipe, size }: RecipeState, width: number): Edit[] {
  if (width <= size[0]) return [];
  return ["ao", "curvature"].flatMap((key) => {
    const radius = Number(objectIn(recipe, key)["radius"] ?? 0);
    const limit = Math.max(maxHalo, radius * size[0]) / width;
    return radius > limit ? [{ path: `${key}.radius`, value: limit }] : [];
  });
}
