// Turns samples into bytes for the screen, as `cobble render` does with 8 bits, and measures them.
// Workers do this for large pictures.

import type { Bounds, Painted, PaintRequest, RenderedMap, RenderedPicture } from "../contract.js";
import type { Statistics, Transfer, Transfers } from "../contract.js";
import { clamp, extremesOf } from "../math.js";
import { isColor } from "./pixels.js";
import { srgbByte } from "./srgb.js";

const bins = 128;

export async function paint({ map, width, height, transfers }: PaintRequest): Promise<Painted> {
  const image = await createImageBitmap(imageOf(map, width, height, transfers));
  return { image, statistics: statisticsOf(map, transfers) };
}

/** Returns the picture of a map, if it was rendered. */
export function imageIn(
  { maps, window: { width, height } }: RenderedPicture,
  name: string,
  transfersOf: (map: RenderedMap) => Transfers,
): ImageData | undefined {
  const map = maps.get(name);
  return map && imageOf(map, width, height, transfersOf(map));
}

function imageOf(map: RenderedMap, width: number, height: number, transfers: Transfers) {
  const data = new Uint8ClampedArray(4 * width * height);
  const bounds = transfers.includes("number") ? extremesOf(map.samples) : undefined;
  // One channel is grey, two are red and green. A fourth is not shown.
  for (let target = 0; target < 3; ++target) {
    const channel = map.channels > 1 ? target : 0;
    if (channel >= map.channels) continue;
    const byteOf = byteFunction(transfers[channel] ?? "unit", bounds);
    for (let to = target, from = channel; to < data.length; to += 4, from += map.channels)
      data[to] = byteOf(map.samples[from] as number);
  }
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return new ImageData(data, width, height);
}

// The array rounds halves to even and turns NaN into 0, as the command does.
function byteFunction(
  transfer: Transfer,
  [low, high]: Bounds = [0, 1],
): (sample: number) => number {
  const scale = high > low ? 255 / (high - low) : 0;
  if (typeof transfer === "object") return boundedByte(...transfer);
  const functions: Record<typeof transfer, (sample: number) => number> = {
    unit: (sample) => 255 * sample,
    light: srgbByte,
    signed: (sample) => 255 * (Math.fround(sample + 1) / 2),
    number: (sample) => (sample - low) * scale,
  };
  return functions[transfer];
}

// Rounds as the command does. What is flat is grey.
function boundedByte(low: number, high: number): (sample: number) => number {
  const { fround } = Math;
  if (!(high > low)) return () => 127.5;
  const [start, scale] = [fround(low), fround(1 / (high - low))];
  const offset = fround((start - low) / (high - low));
  return (sample) => 255 * fround(fround(sample - start) * scale + offset);
}

/** Of the first channel, or the luminance of colours. Ignores numbers that are not finite. */
function statisticsOf(map: RenderedMap, transfers: Transfers): Statistics {
  const values = valuesOf(map, transfers).filter(Number.isFinite);
  const [transfer] = transfers;
  const isUnit = transfer === "unit" || transfer === "light";
  const [minimum, maximum] = extremesOf(values);
  let sum = 0;
  let clipped = 0;
  for (const value of values) {
    if (value <= 0 || value >= 1) ++clipped;
    sum += value;
  }
  const mean = sum / values.length;
  const bounds = typeof transfer === "object" ? transfer : ([minimum, maximum] as const);
  const [low, high] = isUnit ? [0, 1] : transfer === "signed" ? [-1, 1] : bounds;
  const { counts, squares } = countsOf(values, mean, low, high);
  const deviation = Math.sqrt(squares / values.length);
  const share = isUnit ? clipped / values.length : 0;
  return { minimum, maximum, mean, deviation, clipped: share, counts, low, high };
}

// Returns the histogram, and the sum of squared distances to the mean.
function countsOf(
  values: Float32Array,
  mean: number,
  low: number,
  high: number,
): { counts: Uint32Array; squares: number } {
  const counts = new Uint32Array(bins);
  const scale = high > low ? bins / (high - low) : 0;
  let squares = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    const bin = clamp(Math.floor((value - low) * scale), 0, bins - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { counts, squares };
}

function valuesOf({ channels, samples }: RenderedMap, transfers: Transfers): Float32Array {
  if (channels === 1) return samples;
  const values = new Float32Array(samples.length / channels);
  const weights = isColor(transfers) ? [0.2126, 0.7152, 0.0722] : [1];
  for (let i = 0, from = 0; i < values.length; ++i, from += channels)
    values[i] = weights.reduce((sum, weight, c) => sum + weight * (samples[from + c] as number), 0);
  return values;
}
