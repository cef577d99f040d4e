// The values of a slider: equal steps, or equal ratios if values span decades.

import type { FieldDescription } from "../contract.js";
import { clamp, rounded } from "../math.js";
import { clean } from "./control.js";

export interface Scale {
  /** The slider's last position; the first is 0. */
  readonly positions: number;
  /** Converts a value to a position, and back to a rounded value. */
  positionOf(value: number): number;
  valueAt(position: number): number;
  /** How far an arrow key moves from a value. */
  stepAt(value: number): number;
}

const maxEqualSteps = 1000;
const positions = 200;

/** Returns a scale for a key's useful values around `value`. */
export function scaleFor(field: FieldDescription, value: number): Scale {
  const isWhole = field.type === "integer";
  const initial = typeof field.default === "number" ? field.default : value;
  const isPositive = field.not_zero === true && value > 0;
  const minimum = isPositive ? 0 : (field.minimum ?? -Infinity);
  const maximum = field.maximum ?? Infinity;
  if (maximum - minimum <= maxEqualSteps) return linear(minimum, maximum, isWhole);
  const size = Math.max(Math.abs(value), Math.abs(initial));
  if (/\bdegrees\b/.test(field.help) && size <= 360)
    return linear(Math.max(minimum, -360), Math.min(maximum, 360), false);
  if (minimum < 0 || size === 0) {
    const reach = size === 0 ? 1 : 2 * size;
    const low = minimum < 0 ? -reach : 0;
    return linear(Math.max(minimum, low), Math.min(maximum, reach), isWhole);
  }
  const canBeZero = minimum === 0 && field.exclusive_minimum !== true && !isPositive;
  if ((canBeZero && initial === 0) || value === 0)
    return linear(0, Math.min(maximum, 4 * size), isWhole);
  const middle = initial > 0 ? initial : value;
  const low = Math.max(Math.min(middle / 16, value / 2), minimum, isWhole ? 1 : 0);
  return logarithmic(low, Math.min(Math.max(middle * 16, value * 2), maximum), isWhole);
}

function linear(low: number, high: number, isWhole: boolean): Scale {
  const range = high - low;
  // 1, 2 or 5 times a power of ten, not more than the range divided by the positions.
  const power = 10 ** Math.floor(Math.log10(range / positions));
  const factor = [5, 2, 1].find((each) => each * power <= (range / positions) * 1.000001) ?? 1;
  const step = isWhole ? 1 : factor * power;
  return {
    positions: isWhole ? range : positions,
    positionOf: (value) => ((value - low) / range) * (isWhole ? range : positions),
    valueAt: (position) => {
      const part = position / (isWhole ? range : positions);
      const value = Math.round((low + part * range) / step) * step;
      return clean(clamp(value, low, high));
    },
    stepAt: () => (isWhole ? 1 : 2 * step),
  };
}

function logarithmic(low: number, high: number, isWhole: boolean): Scale {
  const range = Math.log(high / low);
  return {
    positions,
    positionOf: (value) => (Math.log(Math.max(value, low) / low) / range) * positions,
    valueAt: (position) => {
      const value = low * Math.exp((position / positions) * range);
      return isWhole ? Math.round(value) : rounded(value, 3);
    },
    stepAt: (value) => {
      const step = 10 ** (Math.floor(Math.log10(Math.max(value, low)) + 1e-9) - 1);
      return isWhole ? Math.max(Math.round(step), 1) : step;
    },
  };
}
