// Numbers and sizes.

import type { JsonObject, Size } from "./contract.js";
import { objectIn } from "./json.js";

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

/** Returns a scaled size in whole pixels, at least 1. Pictures of spheres keep their shape. */
export function scaledSize([width, height]: Size, scale: number): [number, number] {
  const rows = Math.max(Math.round(height * scale), 1);
  const times = Math.round(width / height);
  const rest = width - times * height; // -1 of vertices
  if (times > 1 && (rest === 0 || rest === -1)) return [times * rows + rest, rows];
  return [Math.max(Math.round(width * scale), 1), rows];
}

/** Whether a recipe's picture covers a sphere. */
export function isOfSphere(recipe: JsonObject): boolean {
  return (objectIn(recipe, "domain")["surface"] ?? "plane") !== "plane";
}

/** Returns the extent of a picture in recipe units, and the steps of pixels across it. */
export function gridOf(domain: JsonObject, size: Size) {
  const isVertices = domain["grid"] === "vertices";
  const stepsOf = (pixels: number) => Math.max(isVertices ? pixels - 1 : pixels, 1);
  const [columns, rows] = [stepsOf(size[0]), stepsOf(size[1])];
  const extent = (domain["extent"] ?? [1, rows / columns]) as [number, number];
  return { isVertices, columns, rows, extent };
}
