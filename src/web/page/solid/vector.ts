// Vectors of three dimensions. x points to the right, y up, z towards the viewer.

import { clamp } from "../math.js";

export type Vector = readonly [number, number, number];

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scaled(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function normalized(a: Vector): Vector {
  return scaled(a, 1 / Math.max(Math.sqrt(dot(a, a)), 1e-20));
}

export function mixed(a: Vector, b: Vector, t: number): Vector {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Turns a vector about the y axis, from z towards x. In: angle in radians. */
export function turned([x, y, z]: Vector, angle: number): Vector {
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  return [x * cosine + z * sine, y, z * cosine - x * sine];
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

export const radians = Math.PI / 180;
