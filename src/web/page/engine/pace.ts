// Measures rendering, to decide how coarse the first picture is, whether workers share it, and
// whether the last takes too long.

/** How long one worker may take for the first picture of a change, before workers share it. */
const maxAloneMilliseconds = 25;
/** How long workers that share the first picture may take, before it becomes smaller. */
const maxSharedMilliseconds = 100;
const minFirstWidth = 8;
/** Most take less. */
export const maxSecondsPerEvaluation = 2e-8;

export class Pace {
  #firstWidth = Infinity;
  #isShared = false;
  #secondsPerPixel = 0;
  // The expected time of a final picture, and how much of it the last one took.
  #expected = 0;
  #share = 1;

  /** Whether workers share the first picture. */
  get isFirstShared(): boolean {
    return this.#isShared;
  }

  /** Returns the widths of coarse pictures. In: wanted widths, in order, and the final one. */
  widths(wanted: readonly number[], finalWidth: number): number[] {
    const [first = 0, ...rest] = wanted;
    const narrow = Math.max(Math.min(first, this.#firstWidth), Math.min(first, minFirstWidth));
    const others = narrow < first ? wanted : rest;
    // A picture half as wide again would not be worth another one.
    return [narrow, ...others].filter((width) => width > 0 && width * 1.5 <= finalWidth);
  }

  /** Records the first picture of a change. In: the time of all its workers, and their number. */
  recordFirst(width: number, milliseconds: number, workers: number): void {
    if (workers === 1 && this.#firstWidth === Infinity) {
      this.#isShared = milliseconds > maxAloneMilliseconds;
      return;
    }
    const each = milliseconds / workers;
    if (each > maxSharedMilliseconds) {
      // Powers of two, since compiled recipes are kept by size.
      const step = Math.floor(Math.log2(maxSharedMilliseconds / each) / 2);
      this.#firstWidth = Math.max(width * 2 ** step, minFirstWidth);
    } else if (each < maxSharedMilliseconds / 2.5) {
      this.#isShared = width === this.#firstWidth;
      this.#firstWidth = this.#isShared ? 2 * width : Infinity;
    }
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

  /**
   * Returns how long the final picture is likely to take: its expected time, corrected by how far
   * the last one was off. Small pictures of some recipes take far longer per pixel than large ones.
   */
  likelySeconds(pixels: number, workers: number): number {
    this.#expected = this.seconds(pixels, workers);
    return this.#expected * this.#share;
  }

  /** Records a final picture. In: the time of all its workers, and their number. */
  recordFinal(milliseconds: number, workers: number): void {
    if (this.#expected > 0) this.#share = milliseconds / 1000 / workers / this.#expected;
    this.#expected = 0;
  }
}
