// Checksums of whole pictures, in a worker of their own. A newer one ends the current one.

import type { Size } from "../contract.js";
import { TooSlow } from "../errors.js";
import type { WorkerClient } from "./client.js";
import { maxSecondsPerEvaluation } from "./pace.js";

/** The side, in pixels, of the part that is measured to estimate the time for the whole picture. */
const measuredSide = 128;

export class Checksums {
  // Identifies the newest call.
  #turn = 0;
  #isRunning = false;

  constructor(private readonly worker: WorkerClient) {}

  /**
   * Gives undefined if a newer call comes, or if it is stopped. Throws TooSlow. In: after, what to
   * wait for.
   */
  async run(text: string, maxSeconds: number, after: Promise<void>): Promise<string | undefined> {
    this.stop();
    const turn = this.#turn;
    await after;
    if (turn !== this.#turn) return undefined;
    this.#isRunning = true;
    try {
      const checksum = await this.#compute(text, maxSeconds);
      return turn === this.#turn ? checksum : undefined;
    } catch (error) {
      if (turn === this.#turn) throw error;
      return undefined;
    } finally {
      if (turn === this.#turn) this.#isRunning = false;
    }
  }

  stop(): void {
    ++this.#turn;
    if (this.#isRunning) this.worker.interrupt("replaced by a newer call");
    this.#isRunning = false;
  }

  async #compute(text: string, maxSeconds: number): Promise<string> {
    const seconds = maxSeconds < Infinity ? await this.#secondsOf(text, maxSeconds) : 0;
    if (seconds > maxSeconds) throw new TooSlow(seconds);
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
