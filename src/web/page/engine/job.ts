// Renders one request: coarse pictures first, then the picture in bands, which workers share.

import type { Edit, RenderedMap, RenderedPicture, RenderRequest, Window } from "../contract.js";
import type { WorkerClient } from "./client.js";
import { coarsePicture, maxFirstCostOf } from "./coarse.js";
import type { Pace } from "./pace.js";
import type { Pool } from "./pool.js";
import type { Frame, Piece, Wanted } from "./protocol.js";
import { TooSlow } from "./too_slow.js";

/**
 * Bands for each worker: more of them share the work better, but maps that look at neighbouring pixels
 * render the rows around every band again.
 */
const bandsPerWorker = 2;
const minBandRows = 16;
/** How long a worker may go on with what nobody wants any more, before it is replaced. */
const maxStaleMilliseconds = 300;
/** Samples closer to each other are no range. */
const minRange = 1e-9;

export interface JobPools {
  /** For coarse pictures, which never wait for others. */
  quick: Pool;
  bands: Pool;
}

export class Job {
  #isCancelled = false;
  #cancel: () => void = () => {};
  readonly #cancelled = new Promise<false>((resolve) => {
    this.#cancel = () => resolve(false);
  });
  readonly #running = new Set<WorkerClient>();
  #started = 0;
  #reportFirst: () => void = () => {};
  /** Resolves when a picture has been shown, or when there will be none. */
  readonly firstShown = new Promise<void>((resolve) => {
    this.#reportFirst = resolve;
  });

  constructor(
    private readonly request: RenderRequest,
    private readonly pace: Pace,
    private readonly pools: JobPools,
    /** Returns what is known of the recipe's own picture. */
    private readonly frameOf: (text: string) => Promise<Frame>,
    /** Returns the first picture, if it has been begun. */
    private readonly ahead: (width: number) => Promise<Piece | "too slow"> | undefined,
    private readonly show: (picture: RenderedPicture) => void,
  ) {}

  /** Since it was started. */
  get milliseconds(): number {
    return performance.now() - this.#started;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#cancel();
    setTimeout(() => {
      for (const worker of this.#running) worker.restart(new Error("replaced by a newer picture"));
    }, maxStaleMilliseconds);
  }

  /** Resolves to false if the job was cancelled. */
  run(): Promise<boolean> {
    this.#started = performance.now();
    return Promise.race([this.#render(), this.#cancelled]).finally(this.#reportFirst);
  }

  get #isUrgent(): boolean {
    return (this.request.priority ?? 0) === 0;
  }

  async #render(): Promise<boolean> {
    try {
      const { text, maps, edits = [] } = this.request;
      const wanted: Wanted = { text, maps, edits };
      const size = this.request.size ?? (await this.frameOf(text)).size;
      const window = this.request.window ?? { x: 0, y: 0, width: size[0], height: size[1] };
      const widths = this.pace.widths(this.request.coarse ?? [], window.width);
      for (const [i, width] of widths.entries()) {
        // Once there is a picture, how long it took says more than its cost.
        const maxCost = i === 0 ? maxFirstCostOf(this.request) : Infinity;
        const milliseconds = await this.#renderCoarse(size, window, width, maxCost);
        if (i === 0) this.pace.recordFirst(width, milliseconds);
        this.#checkTime(window, widths[i + 1]);
      }
      await this.#renderBands(await this.#withRange(wanted, size), size, window);
      return true;
    } catch (error) {
      if (this.#isCancelled) return false;
      this.#isCancelled = true; // other bands need not start
      throw error;
    }
  }

  // Ends if the next picture would take too long. In: its width, if it is not the final one.
  #checkTime({ width, height }: Window, nextWidth?: number): void {
    const { maxSeconds = Infinity } = this.request;
    const { pace, pools } = this;
    const final = pace.seconds(width * height, pools.bands.size);
    const next =
      nextWidth === undefined ? final : pace.seconds(nextWidth ** 2 * (height / width), 1);
    if (next > maxSeconds) throw new TooSlow(final);
  }

  // Returns how long it took.
  async #renderCoarse(
    size: readonly [number, number],
    window: Window,
    width: number,
    maxCost: number,
  ): Promise<number> {
    const picture = coarsePicture(this.request, size, window, width);
    const { wanted, part } = picture;
    const piece = await (this.ahead(width) ??
      this.#inWorker(this.pools.quick, (worker) => worker.call("render", wanted, part, maxCost)));
    if (piece === "too slow") throw new TooSlow();
    this.pace.record(part.width * part.height, piece.milliseconds, piece.cost);
    this.#show(new Map(piece.maps), part, picture.size, false);
    return piece.milliseconds;
  }

  // A range "fit" is that of the whole picture, which no worker should look for alone. Beyond the
  // recipe's own size, it stays that of its own picture.
  async #withRange(wanted: Wanted, size: readonly [number, number]): Promise<Wanted> {
    if (!wanted.text.includes("fit")) return wanted;
    const frame = await this.frameOf(wanted.text);
    if (!frame.isFitted) return wanted;
    const [width, height] = size[0] > frame.size[0] ? frame.size : size;
    const edits: Edit[] = [...wanted.edits, { path: "size", value: [width, height] }];
    const all = await this.#forBands({ x: 0, y: 0, width, height }, (worker, part) =>
      worker.call("extremes", { ...wanted, edits }, part),
    );
    const low = Math.min(...all.map(([minimum]) => minimum));
    const high = Math.max(...all.map(([, maximum]) => maximum));
    // A flat picture is 0.5.
    const range = high - low < minRange ? [low - 0.5, low + 0.5] : [low, high];
    return { ...wanted, edits: [...wanted.edits, { path: "range", value: range }] };
  }

  async #renderBands(
    wanted: Wanted,
    size: readonly [number, number],
    window: Window,
  ): Promise<void> {
    const { width, height } = window;
    const maps = new Map<string, RenderedMap>();
    await this.#forBands(window, async (worker, part) => {
      const piece = await worker.call("render", wanted, part, Infinity);
      if (piece === "too slow") throw new TooSlow();
      for (const [name, { channels, samples }] of piece.maps) {
        let map = maps.get(name);
        if (map === undefined) {
          map = { channels, samples: new Float32Array(width * height * channels) };
          maps.set(name, map);
        }
        map.samples.set(samples, (part.y - window.y) * width * channels);
      }
    });
    this.#show(maps, window, size, true);
  }

  // Calls workers for bands of a window.
  #forBands<Result>(
    window: Window,
    call: (worker: WorkerClient, part: Window) => Promise<Result>,
  ): Promise<Result[]> {
    const { x, y, width, height } = window;
    const { quick, bands } = this.pools;
    const count = Math.max(
      Math.min(bandsPerWorker * bands.size, Math.floor(height / minBandRows)),
      1,
    );
    // A small picture is one piece, which need not wait.
    const pool = count === 1 ? quick : bands;
    const start = (band: number) => Math.floor((band * height) / count);
    return Promise.all(
      Array.from({ length: count }, (_, band) => {
        const part = { x, y: y + start(band), width, height: start(band + 1) - start(band) };
        return this.#inWorker(pool, (worker) => call(worker, part));
      }),
    );
  }

  #inWorker<Result>(
    pool: Pool,
    call: (worker: WorkerClient) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      // What is not being looked at keeps no worker from what is.
      (this.#isUrgent ? pool : this.pools.bands).add({
        priority: this.request.priority ?? 0,
        isObsolete: () => this.#isCancelled,
        run: async (worker) => {
          this.#running.add(worker);
          try {
            resolve(await call(worker));
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          } finally {
            this.#running.delete(worker);
          }
        },
      });
    });
  }

  #show(
    maps: ReadonlyMap<string, RenderedMap>,
    window: Window,
    size: readonly [number, number],
    final: boolean,
  ): void {
    if (this.#isCancelled) return;
    this.show({ width: window.width, height: window.height, maps, window, size, final });
    this.#reportFirst();
  }
}
