// Draws the last rendered pictures: the whole one, repeated, and a sharper one of the visible part.

import { make, putImage } from "../elements.js";
import type { Region, Viewport } from "./viewport.js";

type Picture = HTMLCanvasElement | ImageBitmap;

interface Layer {
  picture: Picture;
  region: Region;
}

const whole: Region = { u: 0, v: 0, width: 1, height: 1 };

function isWhole({ u, v, width, height }: Region): boolean {
  return u === 0 && v === 0 && width === 1 && height === 1;
}

function pictureOf(image: ImageData | ImageBitmap): Picture {
  if (image instanceof ImageBitmap) return image;
  const canvas = make("canvas");
  putImage(canvas, image);
  return canvas;
}

function free(picture: Picture | undefined): void {
  if (picture instanceof ImageBitmap) picture.close();
}

export class Layers {
  #whole: Picture | undefined;
  #detail: Layer | undefined;

  /** Sets the picture of a region. A part is drawn above the whole. */
  set(image: ImageData | ImageBitmap, region: Region): void {
    free(this.#detail?.picture);
    this.#detail = undefined;
    if (isWhole(region)) this.setWhole(image);
    else this.#detail = { picture: pictureOf(image), region };
  }

  setWhole(image: ImageData | ImageBitmap): void {
    free(this.#whole);
    this.#whole = pictureOf(image);
  }

  draw(canvas: HTMLCanvasElement, viewport: Viewport): void {
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (this.#whole !== undefined)
      for (let v = 0; v < viewport.repeats; ++v)
        for (let u = 0; u < viewport.repeats; ++u)
          drawAt(context, this.#whole, viewport, { ...whole, u, v });
    if (this.#detail !== undefined)
      drawAt(context, this.#detail.picture, viewport, this.#detail.region);
    if (viewport.isEndless && !viewport.isFitted) drawFrame(context, viewport);
  }
}

function drawAt(
  context: CanvasRenderingContext2D,
  picture: Picture,
  viewport: Viewport,
  { u, v, width, height }: Region,
): void {
  // Whole pixels, so that there are no gaps between neighbours.
  const [left, top] = viewport.pointOf({ u, v }).map(Math.round) as [number, number];
  const end = viewport.pointOf({ u: u + width, v: v + height });
  const [right, bottom] = end.map(Math.round) as [number, number];
  if (right <= 0 || bottom <= 0) return;
  if (left >= context.canvas.width || top >= context.canvas.height) return;
  context.imageSmoothingEnabled = right - left !== picture.width || bottom - top !== picture.height;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, right - left, bottom - top);
}

// Marks the edge of the recipe's picture where the view extends beyond it, in dark and light, to be
// visible on any picture.
function drawFrame(context: CanvasRenderingContext2D, viewport: Viewport): void {
  const [left, top] = viewport.pointOf({ u: 0, v: 0 });
  const [right, bottom] = viewport.pointOf({ u: 1, v: 1 });
  context.lineWidth = 1;
  const lines = { "#000": 0.5, "#fff": 1.5 };
  for (const [color, margin] of Object.entries(lines)) {
    context.strokeStyle = color;
    const [x, y] = [Math.round(left) - margin, Math.round(top) - margin];
    const [width, height] = [Math.round(right) - left, Math.round(bottom) - top];
    context.strokeRect(x, y, width + 2 * margin, height + 2 * margin);
  }
}
