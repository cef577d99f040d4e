// The values of a slider: those that are useful around a value, in equal steps or in equal ratios.
// What lies beyond can be typed.

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

const positions = 200;
/** A key's whole range is useful if its usual value is not nearer to 0 than this part of it. */
const usualPart = 1 / 7;
/** The ends of a slider with equal ratios, as factors of the usual value. */
const reach = 16;

/** Returns a scale for a key's useful values, and for `value`. */
export function scaleFor(field: FieldDescription, value: number): Scale {
  const { minimum: low = -Infinity, maximum: high = Infinity, step = 0, useful } = field;
  if (step > 0) return linear(low, high, step);
  const unit = field.type === "integer" ? 1 : 0;
  if (useful !== undefined)
    return within(field, Math.min(useful[0], value), Math.max(useful[1], value));
  const initial = usualOf(field);
  const size = Math.max(Math.abs(value), Math.abs(initial));
  const usual = Math.abs(initial === 0 ? value : initial);
  if (isWholeRangeUseful(low, high, usual)) return linear(low, high, unit);
  const isPositive = value > 0 && initial > 0;
  if (usual > 0 && (low >= 0 || (field.not_zero === true && value > 0)))
    return ratios(field, usual, value);
  const ends = size === 0 ? 1 : 2 * size;
  const [from, to] = isPositive ? [0, 2 * ends] : [-ends, ends];
  return linear(Math.max(low, from), Math.min(high, to), unit);
}

// Steps are equal ratios beyond a factor of ten.
function within(field: FieldDescription, low: number, high: number): Scale {
  const isWhole = field.type === "integer";
  if (low <= 0 || high <= 10 * low || isWhole) return linear(low, high, Number(isWhole));
  return logarithmic(low, high, isWhole, hasZero(field));
}

function hasZero({ minimum = -Infinity, exclusive_minimum, not_zero, or_zero }: FieldDescription) {
  return or_zero === true || (minimum <= 0 && exclusive_minimum !== true && not_zero !== true);
}

// The first of equal numbers along axes.
function usualOf({ default: initial }: FieldDescription): number {
  const first: unknown = Array.isArray(initial) ? initial[0] : initial;
  return typeof first === "number" ? first : 0;
}

function isWholeRangeUseful(low: number, high: number, usual: number): boolean {
  const range = high - low;
  return usual === 0 ? range <= 2 : usual >= range * usualPart;
}

// From a part of the usual value to a multiple. 0 comes first where it is a value of its own.
function ratios(field: FieldDescription, usual: number, value: number): Scale {
  const { minimum = 0, maximum = Infinity } = field;
  const isWhole = field.type === "integer";
  const smallest = value > 0 ? Math.min(usual / reach, value / 2) : usual / reach;
  const low = Math.max(smallest, minimum, isWhole ? 1 : 0);
  const high = Math.min(Math.max(usual * reach, value * 2), maximum);
  return logarithmic(low, high, isWhole, hasZero(field));
}

/** In: unit, which values are multiples of, from `low`; 0 for any values. */
function linear(low: number, high: number, unit = 0): Scale {
  const range = high - low;
  // 1, 2 or 5 times a power of ten, not more than the range divided by the positions.
  const power = 10 ** Math.floor(Math.log10(range / positions));
  const factor = [5, 2, 1].find((each) => each * power <= (range / positions) * 1.000001) ?? 1;
  const step = unit || factor * power;
  const count = unit > 0 ? Math.floor(range / unit + 1e-9) : positions;
  const end = unit > 0 ? low + count * unit : high;
  return {
    positions: count,
    positionOf: (value) => ((value - low) / (end - low)) * count,
    valueAt: (position) => {
      const value = low + (position / count) * (end - low);
      const from = unit > 0 ? low : 0;
      return clean(clamp(from + Math.round((value - from) / step) * step, low, high));
    },
    stepAt: () => (unit > 0 ? unit : 2 * step),
  };
}

function logarithmic(low: number, high: number, isWhole: boolean, hasZero: boolean): Scale {
  const range = Math.log(high / low);
  const first = Number(hasZero);
  return {
    positions,
    positionOf: (value) => {
      if (hasZero && value < low) return value < low / 2 ? 0 : first;
      return first + (Math.log(Math.max(value, low) / low) / range) * (positions - first);
    },
    valueAt: (position) => {
      if (position < first) return 0;
      const value = low * Math.exp(((position - first) / (positions - first)) * range);
      return isWhole ? Math.round(value) : clamp(rounded(value, 3), low, high);
    },
    stepAt: (value) => {
      const step = 10 ** (Math.floor(Math.log10(Math.max(value, low)) + 1e-9) - 1);
      return isWhole ? Math.max(Math.round(step), 1) : step;
    },
  };
}
