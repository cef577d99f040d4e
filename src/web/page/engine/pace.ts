// Measures rendering, to decide how coarse the first picture is and whether the last
// takes too long.

/** How long the first picture of a change may take. */
const maxFirstMilliseconds = 35;
const minFirstWidth = 8;
/** Most take less. */
export const maxSecondsPerEvaluation = 2e-8;

export class Pace {
  #firstWidth = Infinity;
  #secondsPerPixel = 0;

  /** Returns the widths of coarse pictures. In: wanted widths, in order, and the final one. */
  widths(wanted: readonly number[], finalWidth: number): number[] {
    const [first = 0, ...others] = wanted;
    const narrow = Math.max(Math.min(first, this.#firstWidth), Math.min(first, minFirstWidth));
    // A picture half as wide again would not be worth another one.
    return [narrow, ...others].filter((width) => width > 0 && width * 1.5 <= finalWidth);
  }

  /** Records the first picture of a change. */
  recordFirst(width: number, milliseconds: number): void {
    const isSlow = milliseconds > maxFirstMilliseconds;
    if (!isSlow && milliseconds > maxFirstMilliseconds / 6) return;
    // Powers of two, since compiled recipes are kept by size.
    const step = isSlow ? Math.floor(Math.log2(maxFirstMilliseconds / milliseconds) / 2) : 1;
    this.#firstWidth = Math.max(width * 2 ** step, minFirstWidth);
  }

  /** In: the estimated cost, in evaluations. */
  record(pixels: number, milliseconds: number, cost: number): void {
    // Small pictures can take longer than their pixels do, and some estimates are far too high.
    const seconds = Math.min(milliseconds / 1000, cost * maxSecondsPerEvaluation);
    this.#secondsPerPixel = seconds / pixels;
  }

  /** Returns the expected time of a picture. */
  seconds(pixels: number, workers: number): number {
    return (this.#secondsPerPixel * pixels) / workers;
  }
}
