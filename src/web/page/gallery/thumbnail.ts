// Draws small pictures.

import type { RenderedPicture } from "../contract.js";

// The sRGB curve, as bytes, for linear light in steps fine enough for small pictures.
const steps = 4095;
const encoded = Uint8ClampedArray.from({ length: steps + 1 }, (_, i) => {
  const light = i / steps;
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
});

function byteOf(light: number): number {
  return encoded[Math.round(Math.min(Math.max(light, 0), 1) * steps)] ?? 0;
}

/** Fills a canvas with a map: colours are encoded, numbers are grey as they are. */
export function drawPicture(canvas: HTMLCanvasElement, picture: RenderedPicture, map: string): void {
  const rendered = picture.maps.get(map);
  const context = canvas.getContext("2d");
  if (rendered === undefined || context === null) return;
  const { samples, channels } = rendered;
  const data = new Uint8ClampedArray(4 * picture.width * picture.height);
  for (let i = 0, from = 0; i < data.length; i += 4, from += channels) {
    for (let c = 0; c < 3; ++c) {
      const sample = samples[from + (channels >= 3 ? c : 0)] ?? 0;
      data[i + c] = channels >= 3 ? byteOf(sample) : 255 * sample;
    }
    data[i + 3] = 255;
  }
  canvas.width = picture.width;
  canvas.height = picture.height;
  context.putImageData(new ImageData(data, picture.width, picture.height), 0, 0);
}
