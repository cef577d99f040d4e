// Numbers and sizes.

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Returns what is left of a value without whole periods, from 0 on. */
export function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}

/** In: the number of significant digits. */
export function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Returns a size in pixels, of which each side keeps at least one. */
export function scaledSize([width, height]: readonly [number, number], scale: number): [number, number] {
  return [Math.max(Math.round(width * scale), 1), Math.max(Math.round(height * scale), 1)];
}
