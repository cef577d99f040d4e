// Checksums of whole pictures. A newer one ends the current one, and files come first.

import type { Size } from "../contract.js";
import { TooSlow } from "../errors.js";
import type { WorkerClient } from "./client.js";
import { maxSecondsPerEvaluation } from "./pace.js";

/** The side, in pixels, of the part that is measured to estimate the time for the whole picture. */
const measuredSide = 128;

interface Wanted {
  text: string;
  maxSeconds: number;
  after: Promise<void>;
  settle(result: Promise<string | undefined>): void;
}

export class Checksums {
  #wanted: Wanted | undefined;
  // Identifies the current computation.
  #running: object | undefined;
  // Files that the same worker is writing.
  #files = 0;

  constructor(private readonly worker: WorkerClient) {}

  /**
   * Gives undefined if a newer call comes, or if it is stopped. Throws TooSlow. In: after, what to
   * wait for.
   */
  run(text: string, maxSeconds: number, after: Promise<void>): Promise<string | undefined> {
    this.stop();
    return new Promise((resolve) => {
      this.#wanted = { text, maxSeconds, after, settle: resolve };
      void this.#start();
    });
  }

  stop(): void {
    this.#wanted?.settle(Promise.resolve(undefined));
    this.#wanted = undefined;
    this.#interrupt();
  }

  /** Calls the worker for a file, and then starts the checksum again. */
  async afterFile<Result>(call: () => Promise<Result>): Promise<Result> {
    ++this.#files;
    try {
      this.#interrupt();
      return await call();
    } finally {
      --this.#files;
      void this.#start();
    }
  }

  #interrupt(): void {
    if (this.#running !== undefined) this.worker.interrupt("replaced by a newer call");
    this.#running = undefined;
  }

  async #start(): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === undefined || this.#running !== undefined || this.#files > 0) return;
    const running = (this.#running = {});
    const isWanted = () => this.#running === running;
    const result = this.#compute(wanted, isWanted);
    await result.catch(() => undefined);
    if (!isWanted()) return;
    this.#running = undefined;
    this.#wanted = undefined;
    wanted.settle(result);
  }

  async #compute({ text, maxSeconds, after }: Wanted, isWanted: () => boolean): Promise<string> {
    await after;
    // A worker that was replaced meanwhile must not start it.
    if (!isWanted()) throw new Error("replaced by a newer call");
    if (maxSeconds < Infinity) {
      const seconds = await this.#secondsOf(text, maxSeconds);
      if (seconds > maxSeconds) throw new TooSlow(seconds);
    }
    if (!isWanted()) throw new Error("replaced by a newer call");
    return this.worker.call("checksum", text);
  }

  // Estimated costs are often too high: if it seems to take long, a part is measured.
  async #secondsOf(text: string, maxSeconds: number): Promise<number> {
    const { size } = await this.worker.call("frame", text);
    const pixels = size[0] * size[1];
    const pixel = await this.#measure(text, size, 1);
    const estimated = pixel.cost * pixels * maxSecondsPerEvaluation;
    if (estimated <= maxSeconds) return estimated;
    const part = await this.#measure(text, size, measuredSide);
    const seconds = (part.milliseconds / 1000) * (pixels / part.pixels);
    return Math.min(estimated, seconds);
  }

  // Renders a part in the middle.
  async #measure(text: string, size: Size, side: number) {
    const [width, height] = size.map((each) => Math.min(each, side)) as [number, number];
    const [x, y] = [(size[0] - width) >> 1, (size[1] - height) >> 1];
    const wanted = { text, maps: ["value"], edits: [] };
    const piece = await this.worker.call("render", wanted, { x, y, width, height }, Infinity);
    if (piece === "too slow") throw new TooSlow();
    return { pixels: width * height, cost: piece.cost, milliseconds: piece.milliseconds };
  }
}
