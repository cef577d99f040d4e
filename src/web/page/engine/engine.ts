// Calls of the module in workers: one for texts, so that typing never waits for pixels, one for coarse
// pictures and some for final ones, and one for files, whose calls take long and cannot be shared.

import type {
  Description,
  Edit,
  EncodeRequest,
  Engine,
  RecipeState,
  RenderedPicture,
  RenderRequest,
  SampledPoint,
  SourceFile,
} from "../contract.js";
import { WorkerClient } from "./client.js";
import { Job } from "./job.js";
import { Newest } from "./newest.js";
import { Pool } from "./pool.js";
import type { Call, ReadResult } from "./protocol.js";

export async function createEngine(
  parts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Engine> {
  const part = (name: string) => parts.get(name) as Uint8Array<ArrayBuffer>;
  const module = await WebAssembly.compile(part("module"));
  const url = URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" }));
  return new PageEngine(url, module);
}

class PageEngine implements Engine {
  readonly #language: WorkerClient;
  readonly #files: WorkerClient;
  readonly #quick: Pool;
  readonly #pool: Pool;
  readonly #jobs = new Map<string, Job>();
  readonly #reads = new Newest<ReadResult>();
  readonly #samples = new Newest<SampledPoint>();
  readonly #presets = new Map<string, Promise<string>>();
  // Calls that a worker repeats when it is replaced.
  readonly #images: Pick<Call, "method" | "values">[] = [];
  #checksumSlots = new Map<string, number>();

  constructor(url: string, module: WebAssembly.Module) {
    const client = () => new WorkerClient(url, module, this.#images);
    this.#language = client();
    this.#files = client();
    this.#quick = new Pool([client()]);
    const count = Math.min(Math.max(navigator.hardwareConcurrency, 2), 4);
    this.#pool = new Pool(Array.from({ length: count }, client));
  }

  describe(): Promise<Description> {
    return this.#language.call("describe");
  }

  preset(name: string): Promise<string> {
    let text = this.#presets.get(name);
    if (text === undefined) {
      text = this.#language.call("preset", name);
      this.#presets.set(name, text);
      text.catch(() => this.#presets.delete(name));
    }
    return text;
  }

  read(text: string): Promise<{ state?: RecipeState; issues: ReadResult["issues"] } | undefined> {
    return this.#reads.run(() => this.#language.call("read", text));
  }

  edit(text: string, edits: readonly Edit[]): Promise<string> {
    return this.#language.call("edit", text, edits);
  }

  async render(
    slot: string,
    request: RenderRequest,
    show: (picture: RenderedPicture) => void,
  ): Promise<boolean> {
    this.cancel(slot);
    const job = new Job(this.#quick, this.#pool, request, show);
    this.#jobs.set(slot, job);
    try {
      return await job.run();
    } finally {
      if (this.#jobs.get(slot) === job) this.#jobs.delete(slot);
    }
  }

  cancel(slot: string): void {
    this.#jobs.get(slot)?.cancel();
    this.#jobs.delete(slot);
  }

  sample(
    text: string,
    x: number,
    y: number,
    maps: readonly string[],
  ): Promise<SampledPoint | undefined> {
    return this.#samples.run(() => this.#language.call("sample", text, x, y, maps));
  }

  cost(
    text: string,
    maps: readonly string[],
    edits: readonly Edit[] = [],
  ): Promise<{ cost: number; limit: number }> {
    return this.#language.call("cost", { text, maps, edits });
  }

  encode(request: EncodeRequest): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.call("encode", request);
  }

  async checksum(slot: string, text: string, map: string): Promise<string | undefined> {
    const turn = (this.#checksumSlots.get(slot) ?? 0) + 1;
    this.#checksumSlots.set(slot, turn);
    // Waits for files being written, and for other checksums.
    const isNewest = () => this.#checksumSlots.get(slot) === turn;
    const previous = this.#lastChecksum;
    const result = previous.then(async () =>
      isNewest() ? await this.#files.call("checksum", text, map) : undefined,
    );
    this.#lastChecksum = result.catch(() => undefined);
    const checksum = await result;
    return isNewest() ? checksum : undefined;
  }
  #lastChecksum: Promise<unknown> = Promise.resolve();

  async addImage(file: SourceFile): Promise<void> {
    await this.#language.call("addImage", file); // throws if it is no picture
    this.#images.push({ method: "addImage", values: [file] });
    const others = [this.#files, ...this.#quick.workers, ...this.#pool.workers];
    await Promise.all(others.map((worker) => worker.call("addImage", file)));
  }

  recipeOf(file: SourceFile): Promise<string | undefined> {
    return this.#language.call("recipeOf", file);
  }
}
