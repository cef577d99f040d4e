// Renders one request: coarse pictures first, then the picture in bands, which all workers share.

import type { Edit, RenderedMap, RenderedPicture, RenderRequest, Window } from "../contract.js";
import type { WorkerClient } from "./client.js";
import type { Pool } from "./pool.js";
import type { Piece, Wanted } from "./protocol.js";

/** How long a band may take: a newer request waits for no more than that. */
const bandMilliseconds = 40;
const minBandRows = 8;

export class Job {
  #isCancelled = false;
  #cancel: () => void = () => {};
  readonly #cancelled = new Promise<false>((resolve) => {
    this.#cancel = () => resolve(false);
  });
  // Of the newest piece; unknown at first.
  #millisecondsPerPixel: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly request: RenderRequest,
    private readonly show: (picture: RenderedPicture) => void,
  ) {}

  cancel(): void {
    this.#isCancelled = true;
    this.#cancel();
  }

  /** Resolves to false if the job was cancelled. */
  run(): Promise<boolean> {
    return Promise.race([this.#render(), this.#cancelled]);
  }

  async #render(): Promise<boolean> {
    const wanted: Wanted = {
      text: this.request.text,
      maps: this.request.maps,
      edits: this.request.edits ?? [],
    };
    const size =
      this.request.size ?? (await this.#inWorker((worker) => worker.call("sizeOf", wanted)));
    const window = this.request.window ?? { x: 0, y: 0, width: size[0], height: size[1] };
    for (const width of this.request.coarse ?? []) {
      // Half as many pixels again are worth no picture of their own.
      if (width * 1.5 > window.width) continue;
      await this.#renderCoarse(wanted, size, window, width);
    }
    await this.#renderBands(wanted, window);
    return true;
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
    const piece = await this.#renderPiece({ ...wanted, edits }, part);
    this.#show({ width: part.width, height: part.height, maps: new Map(piece.maps), final: false });
  }

  async #renderBands(wanted: Wanted, window: Window): Promise<void> {
    const { width, height } = window;
    const maps = new Map<string, RenderedMap>();
    let next = 0;
    const renderNext = async (): Promise<void> => {
      while (next < height) {
        const y = next;
        const rows = Math.min(this.#bandRows(width, height), height - y);
        next += rows;
        const part = { x: window.x, y: window.y + y, width, height: rows };
        const piece = await this.#renderPiece(wanted, part);
        for (const [name, { channels, samples }] of piece.maps) {
          let map = maps.get(name);
          if (map === undefined) {
            map = { channels, samples: new Float32Array(width * height * channels) };
            maps.set(name, map);
          }
          map.samples.set(samples, y * width * channels);
        }
      }
    };
    await Promise.all(this.pool.workers.map(renderNext));
    this.#show({ width, height, maps, final: true });
  }

  #bandRows(width: number, height: number): number {
    const even = Math.ceil(height / this.pool.size);
    if (this.#millisecondsPerPixel === undefined) return Math.min(minBandRows * 4, even);
    const rows = Math.floor(bandMilliseconds / (this.#millisecondsPerPixel * width));
    return Math.min(Math.max(rows, minBandRows), even);
  }

  async #renderPiece(wanted: Wanted, window: Window): Promise<Piece> {
    return this.#inWorker(async (worker) => {
      const start = performance.now();
      const piece = await worker.call("render", wanted, window);
      this.#millisecondsPerPixel = (performance.now() - start) / (window.width * window.height);
      return piece;
    });
  }

  #inWorker<Result>(call: (worker: WorkerClient) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pool.add({
        priority: this.request.priority ?? 0,
        isObsolete: () => this.#isCancelled,
        run: (worker) => call(worker).then(resolve, reject),
      });
    });
  }

  #show(picture: RenderedPicture): void {
    if (!this.#isCancelled) this.show(picture);
  }
}
