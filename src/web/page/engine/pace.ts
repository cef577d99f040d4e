// How fast pictures come: decides how coarse the first one is, and whether the last one takes too long.

/** How long the first picture of a change may take in a worker. */
const maxFirstMilliseconds = 35;
const minFirstWidth = 8;
/** Most take less. */
export const maxSecondsPerEvaluation = 2e-8;

/** What is known of the pictures of a slot. */
export class Pace {
  #firstWidth = Infinity;
  #secondsPerPixel = 0;

  /**
   * Returns the widths of the coarse pictures to render. In: those that are wanted, the narrowest
   * first, and the width of the final one.
   */
  widths(wanted: readonly number[], finalWidth: number): number[] {
    const [first = 0, ...others] = wanted;
    const narrow = Math.max(Math.min(first, this.#firstWidth), Math.min(first, minFirstWidth));
    // Half as many pixels again are worth no picture of their own.
    return [narrow, ...others].filter((width) => width > 0 && width * 1.5 <= finalWidth);
  }

  /** Records the first picture of a change. */
  recordFirst(width: number, milliseconds: number): void {
    const isSlow = milliseconds > maxFirstMilliseconds;
    if (!isSlow && milliseconds > maxFirstMilliseconds / 6) return;
    // By powers of two, since a recipe that is compiled for a size is kept.
    const step = isSlow ? Math.floor(Math.log2(maxFirstMilliseconds / milliseconds) / 2) : 1;
    this.#firstWidth = Math.max(width * 2 ** step, minFirstWidth);
  }

  /** Records a picture. In: its estimated cost, in evaluations. */
  record(pixels: number, milliseconds: number, cost: number): void {
    // Small pictures of some recipes take longer than their pixels do, and some costs are estimated
    // far too high.
    const seconds = Math.min(milliseconds / 1000, cost * maxSecondsPerEvaluation);
    this.#secondsPerPixel = seconds / pixels;
  }

  /** Returns how long a picture will take. */
  seconds(pixels: number, workers: number): number {
    return (this.#secondsPerPixel * pixels) / workers;
  }
}
