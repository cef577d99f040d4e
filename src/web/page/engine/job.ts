// Renders one request: coarse pictures first, then the picture in bands, which all workers share.

import type { Edit, RenderedMap, RenderedPicture, RenderRequest, Window } from "../contract.js";
import type { WorkerClient } from "./client.js";
import type { Pool } from "./pool.js";
import type { Piece, Wanted } from "./protocol.js";

/**
 * Bands for each worker: more of them share the work better, but maps that look at neighbouring pixels
 * render the rows around every band again.
 */
const bandsPerWorker = 2;
const minBandRows = 16;
/** How long a worker may go on with what nobody wants any more, before it is replaced. */
const maxStaleMilliseconds = 300;

export class Job {
  #isCancelled = false;
  #cancel: () => void = () => {};
  readonly #cancelled = new Promise<false>((resolve) => {
    this.#cancel = () => resolve(false);
  });
  readonly #running = new Set<WorkerClient>();

  /** In: the workers for coarse pictures, which never wait for others, and those for bands. */
  constructor(
    private readonly quick: Pool,
    private readonly pool: Pool,
    private readonly request: RenderRequest,
    private readonly show: (picture: RenderedPicture) => void,
  ) {}

  cancel(): void {
    this.#isCancelled = true;
    this.#cancel();
    setTimeout(() => {
      for (const worker of this.#running) worker.restart(new Error("replaced by a newer picture"));
    }, maxStaleMilliseconds);
  }

  /** Resolves to false if the job was cancelled. */
  run(): Promise<boolean> {
    return Promise.race([this.#render(), this.#cancelled]);
  }

  async #render(): Promise<boolean> {
    try {
      const wanted: Wanted = {
        text: this.request.text,
        maps: this.request.maps,
        edits: this.request.edits ?? [],
      };
      const size =
        this.request.size ??
        (await this.#inWorker(this.quick, (worker) => worker.call("sizeOf", wanted)));
      const window = this.request.window ?? { x: 0, y: 0, width: size[0], height: size[1] };
      for (const width of this.request.coarse ?? []) {
        // Half as many pixels again are worth no picture of their own.
        if (width * 1.5 > window.width) continue;
        await this.#renderCoarse(wanted, size, window, width);
      }
      await this.#renderBands(wanted, window);
      return true;
    } catch (error) {
      if (this.#isCancelled) return false;
      throw error;
    }
  }

  async #renderCoarse(
    wanted: Wanted,
    size: readonly [number, number],
    window: Window,
    width: number,
  ): Promise<void> {
    const scale = width / window.width;
    const smaller = (pixels: number) => Math.max(Math.round(pixels * scale), 1);
    const whole: [number, number] = [smaller(size[0]), smaller(size[1])];
    const part: Window = {
      x: Math.min(Math.floor(window.x * scale), whole[0] - 1),
      y: Math.min(Math.floor(window.y * scale), whole[1] - 1),
      width: smaller(window.width),
      height: smaller(window.height),
    };
    part.width = Math.min(part.width, whole[0] - part.x);
    part.height = Math.min(part.height, whole[1] - part.y);
    const edits: Edit[] = [...wanted.edits, { path: "size", value: whole }];
    const piece = await this.#renderPiece(this.quick, { ...wanted, edits }, part);
    this.#show({ width: part.width, height: part.height, maps: new Map(piece.maps), final: false });
  }

  async #renderBands(wanted: Wanted, window: Window): Promise<void> {
    const { width, height } = window;
    const bands = Math.min(bandsPerWorker * this.pool.size, Math.ceil(height / minBandRows));
    // A small picture is one piece, which need not wait.
    const pool = bands === 1 ? this.quick : this.pool;
    const maps = new Map<string, RenderedMap>();
    const renderBand = async (band: number): Promise<void> => {
      const y = Math.floor((band * height) / bands);
      const rows = Math.floor(((band + 1) * height) / bands) - y;
      const part = { x: window.x, y: window.y + y, width, height: rows };
      const piece = await this.#renderPiece(pool, wanted, part);
      for (const [name, { channels, samples }] of piece.maps) {
        let map = maps.get(name);
        if (map === undefined) {
          map = { channels, samples: new Float32Array(width * height * channels) };
          maps.set(name, map);
        }
        map.samples.set(samples, y * width * channels);
      }
    };
    await Promise.all(Array.from({ length: bands }, (_, band) => renderBand(band)));
    this.#show({ width, height, maps, final: true });
  }

  #renderPiece(pool: Pool, wanted: Wanted, window: Window): Promise<Piece> {
    return this.#inWorker(pool, (worker) => worker.call("render", wanted, window));
  }

  #inWorker<Result>(
    pool: Pool,
    call: (worker: WorkerClient) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      pool.add({
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

  #show(picture: RenderedPicture): void {
    if (!this.#isCancelled) this.show(picture);
  }
}
