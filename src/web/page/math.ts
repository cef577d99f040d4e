// Numbers and sizes.

import type { JsonObject, Size } from "./contract.js";

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Returns the remainder, in 0..period also for negative values. */
export function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}

/** Rounds to a number of significant digits. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Returns the minimum and maximum of the finite numbers. */
export function extremesOf(numbers: Float32Array): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const number of numbers) {
    if (!Number.isFinite(number)) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return [low, high];
}

/** Returns a scaled size in whole pixels, at least 1. */
export function scaledSize(size: Size, scale: number): [number, number] {
  return [Math.max(Math.round(size[0] * scale), 1), Math.max(Math.round(size[1] * scale), 1)];
}

/** Returns the extent of a picture in recipe units, and the steps of pixels across it. */
export function gridOf(domain: JsonObject, size: Size) {
  const isVertices = domain["grid"] === "vertices";
  const stepsOf = (pixels: number) => Math.max(isVertices ? pixels - 1 : pixels, 1);
  const [columns, rows] = [stepsOf(size[0]), stepsOf(size[1])];
  const extent = (domain["extent"] ?? [1, rows / columns]) as [number, number];
  return { isVertices, columns, rows, extent };
}
