// The functions of a worker: calls of the module, with the programs compiled last.

import { CobbleError, type Cobble, type Picture, type Program, type Recipe } from "../../module/cobble.js";
import type {
  Description,
  Edit,
  EncodeRequest,
  Json,
  JsonObject,
  RecipeState,
  SampledPoint,
  SourceFile,
  Window,
} from "../contract.js";
import type { Methods, Piece, ReadResult, Wanted } from "./protocol.js";

/** Programs that are kept. */
const maxPrograms = 8;
/** The estimated cost above which the page asks before it renders: some seconds. */
const costLimit = 4e9;

function valueText(value: Json): string {
  return JSON.stringify(value);
}

// Until the module has them.
type Later = {
  checksum?(map: string): string;
  readPicture?(bytes: Uint8Array, name: string): { picture: Picture; isSrgb: boolean };
  recipeOf?(bytes: Uint8Array, name: string): Recipe | undefined;
  imageNames?(): string[];
};
const imageNamesOf = (recipe: Recipe) => (recipe as unknown as Later).imageNames?.() ?? [];

export class Calls implements Omit<Methods, "start"> {
  readonly #programs = new Map<string, Program>();
  readonly #images = new Map<string, { picture: Picture; isSrgb: boolean }>();

  constructor(private readonly cobble: Cobble) {}

  describe(): Description {
    return this.cobble.describe();
  }

  preset(name: string): string {
    using recipe = this.cobble.preset(name);
    return recipe.json("brief");
  }

  read(text: string): ReadResult {
    try {
      using recipe = this.cobble.json(text);
      this.#giveImages(recipe);
      const state = this.#stateOf(text, recipe);
      try {
        // Some mistakes show only when the recipe is compiled.
        const { maps, pack } = state.recipe;
        const own = [...Object.keys(maps ?? {}), ...Object.keys(pack ?? {})];
        recipe.compile(["height", ...own]).free();
      } catch (error) {
        return { state, issues: issuesOf(error) };
      }
      return { state, issues: [] };
    } catch (error) {
      return { issues: issuesOf(error) };
    }
  }

  edit(text: string, edits: readonly Edit[]): string {
    using recipe = this.cobble.json(text);
    for (const { path, value } of edits) recipe.set(path, valueText(value));
    return recipe.json("brief");
  }

  sizeOf(wanted: Wanted): [number, number] {
    const { width, height } = this.#programOf(wanted);
    return [width, height];
  }

  render(wanted: Wanted, window: Window): Piece {
    const program = this.#programOf(wanted);
    const rendered = program.render(window);
    return {
      width: window.width,
      height: window.height,
      maps: program.maps.map(({ name, channels }) => [
        name,
        { channels, samples: rendered[name] as Float32Array<ArrayBuffer> },
      ]),
    };
  }

  sample(text: string, x: number, y: number, maps: readonly string[]): SampledPoint {
    const program = this.#programOf({ text, maps, edits: [] }, true);
    const samples = program.sample(new Float64Array([x]), new Float64Array([y]));
    let at = 0;
    const channelsOf = (count: number) =>
      samples.maps.slice(at, (at += count)).map((channel) => channel[0] ?? 0);
    return {
      value: samples.value[0] ?? 0,
      dx: samples.dx[0] ?? 0,
      dy: samples.dy[0] ?? 0,
      maps: new Map(program.maps.map(({ name, channels }) => [name, channelsOf(channels)])),
    };
  }

  cost(wanted: Wanted): { cost: number; limit: number } {
    const program = this.#programOf(wanted);
    return { cost: program.evaluations * program.width * program.height, limit: costLimit };
  }

  encode({ text, maps, edits = [], format = "png", bits }: EncodeRequest): Uint8Array<ArrayBuffer> {
    return this.#programOf({ text, maps, edits }).encode({ format, ...(bits !== undefined && { bits }) });
  }

  checksum(text: string, map: string): string {
    return (this.#programOf({ text, maps: [map], edits: [] }) as unknown as Later).checksum?.(map) ?? "";
  }

  addImage({ name, bytes }: SourceFile): void {
    this.#images.set(name, (this.cobble as unknown as Later).readPicture!(bytes, name));
    for (const program of this.#programs.values()) program.free();
    this.#programs.clear();
  }

  recipeOf({ name, bytes }: SourceFile): string | undefined {
    using recipe = (this.cobble as unknown as Later).recipeOf?.(bytes, name);
    return recipe?.json("brief");
  }

  #giveImages(recipe: Recipe): void {
    if (this.#images.size === 0) return;
    for (const name of imageNamesOf(recipe)) {
      const image = this.#images.get(name);
      if (image !== undefined) recipe.addImage(name, image.picture, image.isSrgb);
    }
  }

  #stateOf(text: string, recipe: Recipe): RecipeState {
    const complete = JSON.parse(recipe.json("complete")) as JsonObject;
    const size = complete["size"] as [number, number];
    const own = (key: string) => Object.keys((complete[key] ?? {}) as JsonObject);
    const { maps } = this.#description();
    return {
      text,
      recipe: complete,
      outline: recipe.outline(),
      maps: [...maps.map(({ name }) => name), ...own("maps"), ...own("pack")],
      size,
      tiling: complete["tiling"] === true,
      images: imageNamesOf(recipe),
    };
  }

  #describedOnce: Description | undefined;
  #description(): Description {
    return (this.#describedOnce ??= this.cobble.describe());
  }

  // Returns a program, which the caller does not free.
  #programOf({ text, maps, edits }: Wanted, forPoints = false): Program {
    const key = JSON.stringify([text, maps, edits, forPoints]);
    let program = this.#programs.get(key);
    if (program === undefined) {
      using recipe = this.cobble.json(text);
      for (const { path, value } of edits) recipe.set(path, valueText(value));
      this.#giveImages(recipe);
      program = forPoints ? recipe.compileForPoints(maps) : recipe.compile(maps);
    }
    // The newest last.
    this.#programs.delete(key);
    this.#programs.set(key, program);
    for (const [oldest, old] of this.#programs) {
      if (this.#programs.size <= maxPrograms) break;
      old.free();
      this.#programs.delete(oldest);
    }
    return program;
  }
}

function issuesOf(error: unknown): ReadResult["issues"] {
  if (error instanceof CobbleError) return error.issues;
  throw error;
}
