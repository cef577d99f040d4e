// Calls of the module in workers: one for texts, so that typing never waits for pixels; one for
// changes by controls; one for coarse pictures and some for final ones; one for files, whose calls
// take long; and one to arrange graphs.

import type {
  Arrangement,
  BoxGraph,
  Edit,
  Engine,
  Painted,
  PaintRequest,
  ReadResult,
  RenderedPicture,
  RenderRequest,
  SampledPoint,
  SourceFile,
} from "../contract.js";
import { clamp } from "../math.js";
import { remembered } from "../memo.js";
import { Ahead } from "./ahead.js";
import { Checksums } from "./checksums.js";
import { WorkerClient, type FirstCall } from "./client.js";
import { Job, type JobPools } from "./job.js";
import { Newest } from "./newest.js";
import { Pool } from "./pool.js";
import type { Frame } from "./protocol.js";
import { Slot } from "./slot.js";

/** The slot of the picture that the user looks at. */
const shownSlot = "view";
/** How long nothing else is rendered after a request for this picture. */
const quietMilliseconds = 200;
const maxFrames = 16;

export class PageEngine implements Engine {
  readonly #language: WorkerClient;
  readonly #changes: WorkerClient;
  readonly #files: WorkerClient;
  readonly #pools: JobPools;
  readonly #ahead: Ahead;
  readonly #slots = new Map<string, Slot>();
  readonly #reads: Newest<ReadResult>;
  readonly #samples = new Newest<SampledPoint>();
  readonly #arranger: WorkerClient;
  readonly #arrangements: Newest<Arrangement>;
  readonly #checksums: Checksums;
  readonly #frames = new Map<string, Promise<Frame>>();
  // Calls that new workers need.
  readonly #images: FirstCall[] = [];

  /** In: the workers' code, and the module. */
  constructor(worker: Uint8Array<ArrayBuffer>, module: WebAssembly.Module) {
    const url = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const client = () => new WorkerClient(url, module, this.#images);
    this.#language = client();
    this.#changes = client();
    this.#files = client();
    const count = clamp(navigator.hardwareConcurrency, 2, 4);
    const bands = new Pool(Array.from({ length: count }, client));
    this.#pools = { quick: new Pool([client()]), bands };
    this.#ahead = new Ahead(this.#pools.quick);
    this.#reads = new Newest(() => this.#language.interrupt(new Error("replaced by a newer call")));
    this.#arranger = new WorkerClient(url, undefined);
    this.#arrangements = new Newest(() => this.#arranger.interrupt(new Error("replaced")));
    this.#checksums = new Checksums(this.#files);
  }

  read(text: string): Promise<ReadResult | undefined> {
    return this.#reads.run(() => this.#language.call("read", text));
  }

  async edit(text: string, edits: readonly Edit[]): Promise<string> {
    const setText = this.#ahead.begin(text, edits);
    const edited = await this.#changes.call("edit", text, edits);
    setText(edited);
    return edited;
  }

  render(
    slot: string,
    request: RenderRequest,
    show: (picture: RenderedPicture) => void,
  ): Promise<boolean> {
    const place = remembered(this.#slots, slot, () => new Slot());
    const { pace } = place;
    if ((request.priority ?? 0) === 0) this.#pools.bands.keepQuiet(quietMilliseconds);
    if (slot === shownSlot) this.#ahead.follow(request, pace);
    const frameOf = (text: string) => this.#frameOf(text);
    const ahead = (width: number) =>
      slot === shownSlot ? this.#ahead.take(request, width) : undefined;
    return place.run(new Job(request, pace, this.#pools, frameOf, ahead, show));
  }

  cancel(slot: string): void {
    this.#slots.get(slot)?.cancel();
  }

  paint(request: PaintRequest): Promise<Painted> {
    const given = [request.map.samples.buffer as ArrayBuffer];
    return this.#pools.bands.run((worker) => worker.callWith(given, "paint", request));
  }

  arrange(graph: BoxGraph): Promise<Arrangement | undefined> {
    return this.#arrangements.run(() => this.#arranger.call("arrange", graph));
  }

  sample(
    text: string,
    x: number,
    y: number,
    maps: readonly string[],
  ): Promise<SampledPoint | undefined> {
    return this.#samples.run(() => this.#language.call("sample", text, x, y, maps));
  }

  encode(text: string, maps: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    return this.#checksums.afterFile(() => this.#files.call("encode", text, maps));
  }

  checksum(text: string, maxSeconds: number): Promise<string | undefined> {
    return this.#checksums.run(text, maxSeconds);
  }

  stopChecksum(): void {
    this.#checksums.stop();
  }

  async addImage(file: SourceFile): Promise<void> {
    await this.#language.call("addImage", file); // throws if it is not a picture
    this.#images.push({ method: "addImage", values: [file] });
    const { quick, bands } = this.#pools;
    const others = [this.#changes, this.#files, ...quick.workers, ...bands.workers];
    await Promise.all(others.map((worker) => worker.call("addImage", file)));
  }

  recipeOf(file: SourceFile): Promise<string | undefined> {
    return this.#language.call("recipeOf", file);
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
