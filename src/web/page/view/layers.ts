// The pictures that were rendered last, and how they are drawn: the whole picture, repeated, and a
// sharper one of the part that is visible.

import type { RenderedPicture } from "../contract.js";
import { imageOf, type MapKind } from "./pixels.js";
import type { Viewport } from "./viewport.js";

/** A part of the picture, whose width and height are 1. */
export interface Region {
  u: number;
  v: number;
  width: number;
  height: number;
}

interface Layer {
  canvas: HTMLCanvasElement;
  region: Region;
}

function canvasOf(image: ImageData): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}

export class Layers {
  #whole: Layer | undefined;
  #detail: Layer | undefined;

  get isEmpty(): boolean {
    return this.#whole === undefined;
  }

  clear(): void {
    this.#whole = this.#detail = undefined;
  }

  setWhole(picture: RenderedPicture, map: string, kind: MapKind): void {
    const rendered = picture.maps.get(map);
    if (rendered === undefined) return;
    const canvas = canvasOf(imageOf(rendered, picture.width, picture.height, kind));
    this.#whole = { canvas, region: { u: 0, v: 0, width: 1, height: 1 } };
  }

  /** In: where the picture stands; whole tiles are counted, too. */
  setDetail(picture: RenderedPicture, map: string, kind: MapKind, region: Region): void {
    const rendered = picture.maps.get(map);
    if (rendered === undefined) return;
    this.#detail = { canvas: canvasOf(imageOf(rendered, picture.width, picture.height, kind)), region };
  }

  clearDetail(): void {
    this.#detail = undefined;
  }

  draw(canvas: HTMLCanvasElement, viewport: Viewport): void {
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (this.#whole !== undefined)
      for (let v = 0; v < viewport.repeats; ++v)
        for (let u = 0; u < viewport.repeats; ++u)
          drawAt(context, this.#whole.canvas, viewport, { u, v, width: 1, height: 1 });
    if (this.#detail !== undefined)
      drawAt(context, this.#detail.canvas, viewport, this.#detail.region);
  }
}

function drawAt(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  viewport: Viewport,
  { u, v, width, height }: Region,
): void {
  // Whole pixels, so that neighbours meet without a gap.
  const [left, top] = viewport.pointOf({ u, v }).map(Math.round) as [number, number];
  const end = viewport.pointOf({ u: u + width, v: v + height });
  const [right, bottom] = end.map(Math.round) as [number, number];
  if (right <= 0 || bottom <= 0 || left >= context.canvas.width || top >= context.canvas.height) return;
  context.imageSmoothingEnabled = right - left !== picture.width || bottom - top !== picture.height;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, right - left, bottom - top);
}
