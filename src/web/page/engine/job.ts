// Renders a request: coarse pictures first, then the picture in bands, which workers share.

import type { Edit, RenderRequest, ShowPicture, Size, Window } from "../contract.js";
import { TooSlow } from "../errors.js";
import { bandsOf, renderBands, type InWorker } from "./bands.js";
import type { WorkerClient } from "./client.js";
import { coarsePicture, firstBandsOf, maxFirstCostOf, windowOf } from "./coarse.js";
import type { Pace } from "./pace.js";
import type { Pool } from "./pool.js";
import type { Frame, Piece, Wanted } from "./protocol.js";

/** More bands share work better, but maps that read neighbours render more rows twice. */
const bandsPerWorker = 2;
const readsNeighbours = /^(lit|ao|curvature)$/;
/** A picture of at least this share of the final width is left out, unless that one takes long. */
const largeShare = 1 / 3;
const longSeconds = 5;
/** How long a worker may continue with a cancelled job, before it is replaced. */
const maxStaleMilliseconds = 300;
/** The time of a small picture that tells how long a larger one takes. */
const minTellingMilliseconds = 1000;
/** A smaller range counts as flat. */
const minRange = 1e-9;
/** While changes follow each other, how long to wait before a finer picture. */
const restMilliseconds = 80;

export interface JobPools {
  /** For coarse pictures, which never wait for others. */
  quick: Pool;
  bands: Pool;
}

export class Job {
  #isCancelled = false;
  readonly #cancelled = Promise.withResolvers<false>();
  readonly #running = new Set<WorkerClient>();
  #started = 0;
  #isRepeated = false;
  readonly #first = Promise.withResolvers<void>();

  constructor(
    private readonly request: RenderRequest,
    private readonly pace: Pace,
    private readonly pools: JobPools,
    private readonly frameOf: (text: string) => Promise<Frame>,
    /** Returns the first picture, if it was begun. */
    private readonly ahead: (width: number) => Promise<Piece> | undefined,
    private readonly show: ShowPicture,
  ) {}

  /** Resolves when a picture has been shown, or when none will be. */
  get firstShown(): Promise<void> {
    return this.#first.promise;
  }

  /** The time since the start. */
  get milliseconds(): number {
    return performance.now() - this.#started;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#cancelled.resolve(false);
    setTimeout(() => {
      for (const worker of this.#running) worker.interrupt("replaced by a newer picture");
    }, maxStaleMilliseconds);
  }

  /** Gives false if it is cancelled. In: whether another job for the same slot was just started. */
  run(isRepeated: boolean): Promise<boolean> {
    this.#isRepeated = isRepeated;
    this.#started = performance.now();
    const { promise } = this.#cancelled;
    return Promise.race([this.#render(), promise]).finally(this.#first.resolve);
  }

  async #render(): Promise<boolean> {
    try {
      const { text, maps: names, edits = [], size } = this.request;
      const wanted: Wanted = { text, maps: names, edits };
      const window = windowOf(this.request);
      const widths = this.pace.widths(this.request.coarse ?? [], window.width);
      for (const [i, width] of widths.entries()) {
        if (i > 0 && this.#leavesOut(width, window)) continue;
        const milliseconds = await this.#renderCoarse(width, i === 0);
        // The time of a small picture says little about others, unless it is long.
        const isTelling = i + 1 === widths.length || milliseconds > minTellingMilliseconds;
        if (isTelling) this.#checkTime(window, widths[i + 1]);
      }
      const { maps, milliseconds } = await this.#renderParts(await this.#withRange(wanted), window);
      this.pace.recordFinal(milliseconds, this.pools.bands.size);
      this.#show(maps, window, size, true);
      return true;
    } catch (error) {
      if (this.#isCancelled) return false;
      this.#isCancelled = true; // other bands need not start
      throw error;
    }
  }

  #leavesOut(coarseWidth: number, { width, height }: Window): boolean {
    if (coarseWidth < largeShare * width) return false;
    return this.pace.likelySeconds(width * height, this.pools.bands.size) < longSeconds;
  }

  // Throws if the next picture would take too long. In: its width, unless it is the final one.
  #checkTime({ width, height }: Window, nextWidth?: number): void {
    const { maxSeconds = Infinity } = this.request;
    const { pace, pools } = this;
    const final = pace.seconds(width * height, pools.bands.size);
    const next =
      nextWidth === undefined ? final : pace.seconds(nextWidth ** 2 * (height / width), 1);
    if (next > maxSeconds) throw new TooSlow(final);
  }

  // Returns the time that all workers took together.
  async #renderCoarse(width: number, isFirst: boolean) {
    const { size: whole, part, wanted } = coarsePicture(this.request, width);
    const { maps, milliseconds, cost } = isFirst
      ? await (this.ahead(width) ?? this.#renderFirst(wanted, part))
      : await this.#renderParts(wanted, part);
    if (isFirst) this.pace.recordFirst(width, milliseconds, firstBandsOf(part, this.pace).length);
    this.pace.record(part.width * part.height, milliseconds, cost);
    this.#show(maps, part, whole, false);
    // While changes follow each other, the next one should find the processor idle.
    if (isFirst && this.#isRepeated)
      await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
    return milliseconds;
  }

  // Workers that do nothing else render the first picture.
  #renderFirst(wanted: Wanted, part: Window): Promise<Piece> {
    const bands = firstBandsOf(part, this.pace);
    return renderBands(bands, wanted, maxFirstCostOf(this.request), this.#inWorker(this.pools.quick));
  }

  // The range "fit" is the whole picture's: workers find it together. For pictures larger than the
  // recipe's own, it is that of the recipe's own picture.
  async #withRange(wanted: Wanted): Promise<Wanted> {
    const isGiven = wanted.edits.some(({ path }) => path === "range");
    if (isGiven || !wanted.text.includes("fit")) return wanted;
    const frame = await this.frameOf(wanted.text);
    if (!frame.isFitted) return wanted;
    const { size } = this.request;
    const [width, height] = size[0] > frame.size[0] ? frame.size : size;
    const edits: Edit[] = [...wanted.edits, { path: "size", value: [width, height] }];
    const { bands, inWorker } = this.#sharedBands({ x: 0, y: 0, width, height });
    const extremes = (part: Window) =>
      inWorker((worker) => worker.call("extremes", { ...wanted, edits }, part));
    const all = await Promise.all(bands.map(extremes));
    const low = Math.min(...all.map(([minimum]) => minimum));
    const high = Math.max(...all.map(([, maximum]) => maximum));
    // Flat pictures become 0.5.
    const range = high - low < minRange ? [low - 0.5, low + 0.5] : [low, high];
    return { ...wanted, edits: [...wanted.edits, { path: "range", value: range }] };
  }

  #renderParts(wanted: Wanted, window: Window): Promise<Piece> {
    const { bands, inWorker } = this.#sharedBands(window);
    return renderBands(bands, wanted, Infinity, inWorker);
  }

  // Splits a window, and chooses who renders its bands.
  #sharedBands(window: Window): { bands: Window[]; inWorker: InWorker } {
    const { maps, waits } = this.request;
    const { quick, bands: shared } = this.pools;
    const perWorker = maps.some((map) => readsNeighbours.test(map)) ? 1 : bandsPerWorker;
    // What waits leaves other workers to what the user looks at next.
    const bands = bandsOf(window, waits ? 1 : perWorker * shared.size);
    // A single band need not wait for others. The quick workers are kept for what is looked at.
    const pool = bands.length === 1 && !waits ? quick : shared;
    return { bands, inWorker: this.#inWorker(pool) };
  }

  #inWorker(pool: Pool): InWorker {
    const { waits } = this.request;
    return (call) => {
      const run = (worker: WorkerClient) => {
        this.#running.add(worker);
        return call(worker).finally(() => this.#running.delete(worker));
      };
      return pool.run(run, { waits, isObsolete: () => this.#isCancelled });
    };
  }

  #show(maps: Piece["maps"], window: Window, size: Size, final: boolean): void {
    if (this.#isCancelled) return;
    this.show({ maps, window, size, final });
    this.#first.resolve();
  }
}
