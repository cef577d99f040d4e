// Which values a slider passes through: equal steps, or equal ratios where values span decades.

import type { FieldDescription } from "../contract.js";

export interface Scale {
  /** From a value to the slider's 0..1, and back to a rounded value. */
  positionOf(value: number): number;
  valueAt(position: number): number;
}

const maxEqualSteps = 1000;

/** Returns a scale for the values of a key that are of interest around `value`. */
export function scaleFor(field: FieldDescription, value: number): Scale {
  const isWhole = field.type === "integer";
  const initial = typeof field.default === "number" ? field.default : value;
  const minimum = field.minimum ?? -Infinity;
  const maximum = field.maximum ?? Infinity;
  if (maximum - minimum <= maxEqualSteps) return linear(minimum, maximum, isWhole);
  const size = Math.max(Math.abs(value), Math.abs(initial));
  if (minimum < 0 || size === 0) {
    const reach = size === 0 ? 1 : 2 * size;
    return linear(Math.max(minimum, minimum < 0 ? -reach : 0), Math.min(maximum, reach), isWhole);
  }
  const isZero = minimum === 0 && field.exclusive_minimum !== true && (value === 0 || initial === 0);
  if (isZero) return linear(0, Math.min(maximum, 4 * size), isWhole);
  const middle = initial > 0 ? initial : value;
  const low = Math.max(Math.min(middle / 16, value / 2), minimum > 0 ? minimum : 0, isWhole ? 1 : 0);
  return logarithmic(low, Math.min(Math.max(middle * 16, value * 2), maximum), isWhole);
}

function linear(low: number, high: number, isWhole: boolean): Scale {
  const range = high - low;
  // 1, 2 or 5 times a power of ten, and at most 1/200 of the range.
  const power = 10 ** Math.floor(Math.log10(range / 200));
  const factor = [5, 2, 1].find((each) => each * power <= range / 200) ?? 1;
  const step = isWhole ? 1 : factor * power;
  return {
    positionOf: (value) => (value - low) / range,
    valueAt: (position) => {
      const value = Math.round((low + position * range) / step) * step;
      return clean(Math.min(Math.max(value, low), high));
    },
  };
}

function logarithmic(low: number, high: number, isWhole: boolean): Scale {
  const range = Math.log(high / low);
  return {
    positionOf: (value) => Math.log(Math.max(value, low) / low) / range,
    valueAt: (position) => {
      const value = low * Math.exp(position * range);
      return isWhole ? Math.round(value) : Number(value.toPrecision(3));
    },
  };
}

// Without the digits that binary fractions add.
function clean(value: number): number {
  return Number(value.toPrecision(10));
}
