// Calls of the module in workers: one for texts, so that typing never waits for pixels; one for
// changes by controls; one for coarse pictures and some for final ones; one for files and one for
// checksums, whose calls take long; and one to arrange graphs.

import type { Arrangement, Engine, ReadResult } from "../contract.js";
import { clamp } from "../math.js";
import { remembered } from "../memo.js";
import { Ahead } from "./ahead.js";
import { Checksums } from "./checksums.js";
import { WorkerClient, type FirstCall } from "./client.js";
import { firstWorkers } from "./coarse.js";
import { Job, type JobPools } from "./job.js";
import { Newest } from "./newest.js";
import { Pool } from "./pool.js";
import type { Frame } from "./protocol.js";
import { Slot } from "./slot.js";

/** The slot of the picture that the user looks at. */
const shownSlot = "view";
const maxFrames = 16;

export class PageEngine implements Engine {
  readonly #language: WorkerClient;
  readonly #changes: WorkerClient;
  readonly #files: WorkerClient;
  readonly #sums: WorkerClient;
  readonly #pools: JobPools;
  readonly #ahead: Ahead;
  readonly #slots = new Map<string, Slot>();
  readonly #reads: Newest<ReadResult>;
  readonly #arranger: WorkerClient;
  readonly #arrangements: Newest<Arrangement>;
  readonly #checksums: Checksums;
  readonly #frames = new Map<string, Promise<Frame>>();
  // The newest picture for the user to look at.
  #shown: Promise<unknown> = Promise.resolve();
  // Calls that new workers need.
  readonly #images: FirstCall[] = [];

  /** In: the workers' code, and the module. */
  constructor(worker: Uint8Array<ArrayBuffer>, module: WebAssembly.Module) {
    const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const client = () => new WorkerClient(url, module, this.#images);
    this.#language = client();
    this.#changes = client();
    this.#files = client();
    this.#sums = client();
    const count = clamp(navigator.hardwareConcurrency, 2, 4);
    const pool = (size: number) => new Pool(Array.from({ length: size }, client));
    this.#pools = { quick: pool(firstWorkers), bands: pool(count) };
    this.#ahead = new Ahead(this.#pools.quick);
    this.#reads = new Newest(() => this.#language.interrupt("replaced by a newer call"));
    this.#arranger = new WorkerClient(url, undefined);
    this.#arrangements = new Newest(() => this.#arranger.interrupt("replaced"));
    this.#checksums = new Checksums(this.#sums);
  }

  readonly read: Engine["read"] = (text) =>
    this.#reads.run(() => this.#language.call("read", text));

  readonly edit: Engine["edit"] = async (text, edits) => {
    const setText = this.#ahead.begin(text, edits);
    const edited = await this.#changes.call("edit", text, edits);
    setText(edited);
    return edited;
  };

  readonly render: Engine["render"] = (slot, request, show) => {
    const place = remembered(this.#slots, slot, () => new Slot());
    const { pace } = place;
    const isShown = slot === shownSlot;
    if (isShown) this.#ahead.follow(request, pace);
    const frameOf = (text: string) => this.#frameOf(text);
    const ahead = (width: number) => (isShown ? this.#ahead.take(request, width) : undefined);
    const done = place.run(new Job(request, pace, this.#pools, frameOf, ahead, show));
    // Nothing waits for what may take hours.
    if (!isShown || request.maxSeconds === Infinity) return done;
    this.#pools.bands.hold(done);
    this.#shown = done;
    return done;
  };

  readonly cancel: Engine["cancel"] = (slot) => this.#slots.get(slot)?.cancel();

  readonly paint: Engine["paint"] = (request) =>
    this.#pools.bands.run((worker) => worker.call("paint", request));

  readonly arrange: Engine["arrange"] = (graph) =>
    this.#arrangements.run(() => this.#arranger.call("arrange", graph));

  readonly encode: Engine["encode"] = (...values) => this.#files.call("encode", ...values);

  readonly encodeSet: Engine["encodeSet"] = (...values) => this.#files.call("encodeSet", ...values);

  readonly stopFiles = () => this.#files.interrupt("The export was stopped.");

  readonly checksum: Engine["checksum"] = (text, maxSeconds) =>
    this.#checksums.run(text, maxSeconds, this.#calm());

  readonly stopChecksum = () => this.#checksums.stop();

  readonly addImage: Engine["addImage"] = async (file) => {
    await this.#language.call("addImage", file); // throws if it is not a picture
    this.#images.push({ method: "addImage", values: [file] });
    const { quick, bands } = this.#pools;
    const own = [this.#changes, this.#files, this.#sums];
    const others = [...own, ...quick.workers, ...bands.workers];
    await Promise.all(others.map((worker) => worker.call("addImage", file)));
  };

  readonly palette: Engine["palette"] = (...values) => this.#files.call("palette", ...values);

  readonly recipeOf: Engine["recipeOf"] = (file) => this.#language.call("recipeOf", file);

  // Resolves when what the user looks at is final, or was not rendered.
  async #calm(): Promise<void> {
    for (let last; last !== this.#shown; ) {
      last = this.#shown;
      await last.catch(() => undefined);
    }
  }

  #frameOf(text: string): Promise<Frame> {
    return remembered(this.#frames, text, () => {
      const [oldest] = this.#frames.keys();
      if (this.#frames.size >= maxFrames && oldest !== undefined) this.#frames.delete(oldest);
      const frame = this.#changes.call("frame", text);
      frame.catch(() => this.#frames.delete(text));
      return frame;
    });
  }
}
