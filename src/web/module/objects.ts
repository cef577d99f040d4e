/// <reference lib="esnext.disposable" preserve="true" />

// Recipes and programs: objects in a module.

import type { Knob, OutlineNode } from "./description.js";
import { Scope, readText, type Address } from "./memory.js";
import type { Module, Words } from "./module.js";
import * as structs from "./structs.js";
import {
  CobbleError,
  type EncodedSet,
  type EncodeOptions,
  type Issue,
  type PaletteColor,
  type Picture,
  type ProgramInfo,
  type RenderOptions,
  type Samples,
  type Window,
} from "./values.js";

type Value = string | number | boolean | readonly unknown[] | object;

/** Throws if a number is missing or not valid in a window. */
function checkWindow(window: Window): void {
  for (const [name, value] of Object.entries(window)) {
    const minimum = name === "x" || name === "y" ? Number.MIN_SAFE_INTEGER : 1;
    if (Number.isSafeInteger(value) && value >= minimum) continue;
    const rule = minimum === 1 ? "a positive whole number" : "a whole number";
    throw new RangeError(`cobble: window: ${name} must be ${rule}, got ${value}`);
  }
}

// Where a browser lacks the symbol, compilers look for this one.
const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** An object in a module, freed by free() or a `using` block. */
abstract class Held {
  #address: Address;

  constructor(
    protected readonly module: Module,
    address: Address,
    private readonly freeing: string,
  ) {
    this.#address = address;
  }

  /** @internal */
  get address(): Address {
    if (this.#address === 0) throw new TypeError("cobble: the object has been freed");
    return this.#address;
  }

  free(): void {
    if (this.#address !== 0) this.module.call(this.freeing, this.#address);
    this.#address = 0;
  }

  [dispose](): void {
    this.free();
  }
}

/** A decoded picture file. */
export class PictureFile extends Held {
  /** @internal */
  constructor(module: Module, address: Address) {
    super(module, address, "cobble_picture_free");
  }

  /** Lists the colours that stand for it, at most 2 to 64, from dark to light. */
  palette(count: number): PaletteColor[] {
    const { module, address } = this;
    const json = module.makeText(() => ["cobble_picture_palette", address, count]);
    return JSON.parse(json) as PaletteColor[];
  }

  /** Returns a copy of the pixels, NaN where they are missing. Recipe.addImage() needs `isSrgb`. */
  read(): { picture: Picture; isSrgb: boolean } {
    const { module, address } = this;
    const { exports } = module;
    return Scope.run(exports, (scope) => {
      const image = structs.imageLayout.make(exports, scope);
      const isSrgb = scope.take(4);
      module.check("cobble_picture_get_image", address, image, isSrgb);
      const { samples: at, width, height, channels } = structs.imageLayout.read(exports, image);
      const count = width * height * channels;
      const samples = new Float32Array(exports.memory.buffer, at, count).slice();
      return {
        picture: { width, height, channels, samples },
        isSrgb: module.pointerAt(isSrgb) === 1,
      };
    });
  }
}

/** What cobble_encode_set lists. */
interface Listing {
  files: { name: string; size: number }[];
  notes: string[];
}

export class Recipe extends Held {
  /** @internal */
  constructor(module: Module, address: Address) {
    super(module, address, "cobble_recipe_free");
  }

  copy(): Recipe {
    const { module, address } = this;
    const made = module.make(() => ["cobble_recipe_copy", address]);
    return new Recipe(module, made);
  }

  /**
   * Sets a key to a text as for --set, or to a value of JSON: set("noise.octaves", 6),
   * set("noise.octaves", "6"), set("size", [512, 256]), set("noise", "perlin(4) + 1").
   * An unknown key throws, and changes nothing. compile() checks values.
   */
  set(path: string, value: Value): this {
    const trial = this.copy();
    try {
      trial.setUnchecked(path, value).#text("cobble_recipe_knobs"); // it reads the whole recipe
    } catch (error) {
      const isUnknown = (issue: Issue) =>
        issue.where === path && issue.message.startsWith("unknown key");
      if (!(error instanceof CobbleError) || error.issues.some(isUnknown)) throw error;
    } finally {
      trial.free();
    }
    return this.setUnchecked(path, value);
  }
  /** Also takes a key that is unknown, until the recipe is used. @internal */
  setUnchecked(path: string, value: Value): this {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    this.#check((scope) => ["cobble_recipe_set", scope.text(path), scope.text(text)]);
    return this;
  }
  /** Sets one of the recipe's knobs: a number, or a colour such as "#7a5c40". */
  setKnob(name: string, value: number | string): this {
    this.#check((scope) => [
      "cobble_recipe_set_knob",
      scope.text(name),
      scope.text(String(value)),
    ]);
    return this;
  }
  /** Adds the functions of a text, a recipe or a library, for formulas to call. */
  addLibrary(name: string, text: string): this {
    this.#check((scope) => ["cobble_recipe_add_library", scope.text(name), scope.text(text)]);
    return this;
  }
  /** Lists the knobs, in the order of the recipe. */
  knobs(): Knob[] {
    return JSON.parse(this.#text("cobble_recipe_knobs")) as Knob[];
  }
  /** Adds a node with a name, for formulas and refs. */
  setFormula(name: string, formula: string): this {
    this.#check((scope) => ["cobble_recipe_set_formula", scope.text(name), scope.text(formula)]);
    return this;
  }
  /** Gives the recipe a copy of a picture, which "image" nodes show by its name. */
  addImage(name: string, image: Picture, isSrgb: boolean): this {
    const { exports } = this.module;
    this.#check((scope) => [
      "cobble_recipe_add_image",
      scope.text(name),
      structs.imageLayout.make(exports, scope, {
        samples: scope.copy(image.samples),
        size: image.samples.byteLength,
        width: image.width,
        height: image.height,
        channels: image.channels,
      }),
      Number(isSrgb),
    ]);
    return this;
  }

  /**
   * Gives the recipe a picture file, without a copy of its pixels. If the noise is an image node
   * that shows it and the file is an elevation model, the recipe takes its range and its world from
   * the file.
   */
  addPicture(name: string, file: PictureFile): this {
    this.#check((scope) => ["cobble_recipe_add_picture", scope.text(name), file.address]);
    return this;
  }

  /** Returns the recipe as JSON: with every default, or as a person would write it. */
  json(form: "complete" | "brief" = "complete"): string {
    return this.#text("cobble_recipe_write", Number(form === "brief"));
  }

  /** Returns the names of the images that nodes show, whether added or not. */
  imageNames(): string[] {
    return JSON.parse(this.#text("cobble_recipe_images")) as string[];
  }

  /** Lists the nodes, each before its inputs: the noise first, unused nodes last. */
  outline(): OutlineNode[] {
    return JSON.parse(this.#text("cobble_recipe_outline")) as OutlineNode[];
  }

  /** Lists what is valid but probably not intended, as `cobble check` does. */
  warnings(): Issue[] {
    const { module, address } = this;
    return module.takeIssues(module.make(() => ["cobble_recipe_warnings", address]));
  }

  /** Compiles the recipe for pictures of these maps. */
  compile<const Map extends string>(maps: readonly Map[]): Program<Map> {
    return this.#compile("cobble_program_for_maps", maps, 0);
  }
  compileForPoints<const Map extends string = never>(
    maps: readonly Map[] = [],
    options: { valuesOnly?: boolean } = {},
  ): Program<Map> {
    return this.#compile("cobble_program_for_points", maps, Number(options.valuesOnly ?? false));
  }

  /**
   * Makes the set of files that an engine imports, as `cobble render --for` writes it. In: name, of
   * the set. `notes` say what the recipe lacks and what to set in the engine.
   */
  encodeSet(engine: string, name: string): EncodedSet {
    const { module, address } = this;
    return Scope.run(module.exports, (scope) => {
      const [listing, contents] = [scope.take(4), scope.take(4)];
      const options = structs.renderLayout.make(module.exports, scope, { threads: 1 });
      const names = [scope.text(engine), scope.text(name)] as const;
      module.check("cobble_encode_set", address, ...names, options, listing, contents);
      const bytes = module.takeBytes(module.pointerAt(contents));
      const { files, notes } = JSON.parse(module.takeText(module.pointerAt(listing))) as Listing;
      let end = 0;
      const cut = ({ name: file, size }: Listing["files"][number]) =>
        [file, bytes.slice(end, (end += size))] as const;
      return { files: new Map(files.map(cut)), notes };
    });
  }

  #text(name: string, ...values: number[]): string {
    const { module, address } = this;
    return module.makeText(() => [name, address, ...values]);
  }

  #compile<Map extends string>(name: string, maps: readonly Map[], valuesOnly: number) {
    const { module, address } = this;
    const layout = structs.compileLayout;
    const made = module.make((scope) => [
      name,
      address,
      scope.texts(maps),
      maps.length,
      layout.make(module.exports, scope, { valuesOnly }),
    ]);
    return new Program<Map>(module, made);
  }

  #check(words: (scope: Scope) => Words): void {
    Scope.run(this.module.exports, (scope) => {
      const [name, ...values] = words(scope);
      this.module.check(name, this.address, ...values);
    });
  }
}

/** In: Map, the names of its maps. */
export class Program<Map extends string = string> extends Held {
  /** The size of the recipe's picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Bounds of the noise's value in the picture; 0 without a value. */
  readonly low: number;
  readonly high: number;
  /** The cost of a sample; an evaluation takes up to some nanoseconds. */
  readonly evaluations: number;
  readonly simd: string;
  /** All of these, and the cost of a picture. */
  readonly info: ProgramInfo;
  readonly maps: readonly { name: Map; channels: number }[];

  /** @internal */
  constructor(module: Module, address: Address) {
    super(module, address, "cobble_program_free");
    const { exports } = module;
    const layout = structs.infoLayout;
    const [info, count] = Scope.run(exports, (scope) => {
      const at = layout.make(exports, scope);
      module.check("cobble_program_get_info", address, at);
      const { mapCount, simd, ...numbers } = layout.read(exports, at);
      const found: ProgramInfo = { ...numbers, simd: readText(exports, simd) };
      return [found, mapCount] as const;
    });
    this.info = info;
    ({
      width: this.width,
      height: this.height,
      low: this.low,
      high: this.high,
      evaluations: this.evaluations,
      simd: this.simd,
    } = info);
    this.maps = Array.from({ length: count }, (_, i) => ({
      name: readText(exports, module.call("cobble_program_map_name", address, i)) as Map,
      channels: module.call("cobble_program_map_channels", address, i),
    }));
  }

  /** Frees memory kept for the next picture of the same size. */
  trim(): void {
    this.module.call("cobble_program_trim", this.address);
  }

  /** Renders a window of all maps, by default the whole picture. */
  render(window?: Window, options: RenderOptions = {}): Record<Map, Float32Array<ArrayBuffer>> {
    const { exports } = this.module;
    const { width, height } = window ?? this;
    const layout = structs.imageLayout;
    return Scope.run(exports, (scope) => {
      const run = this.#renderOptions(scope, window, options);
      const images = scope.take(layout.size * this.maps.length);
      const copies = this.maps.map(({ name, channels }, i) => {
        const count = width * height * channels;
        const size = 4 * count;
        const samples = scope.take(size);
        const image = { samples, size, width, height, channels };
        layout.write(exports, images + i * layout.size, image);
        const copy = () => new Float32Array(exports.memory.buffer, samples, count).slice();
        return [name, copy] as const;
      });
      this.module.check("cobble_render", this.address, images, this.maps.length, run);
      const rendered = copies.map(([name, copy]) => [name, copy()] as const);
      return Object.fromEntries(rendered) as ReturnType<this["render"]>;
    });
  }

  /**
   * Returns the checksum of a map, 16 hex digits; without a map, of the noise's values, as printed
   * by `cobble render --checksum`. Memory does not grow with the picture.
   */
  checksum(map?: string, options: RenderOptions = {}): string {
    const { module, address } = this;
    return module.makeText((scope) => [
      "cobble_program_checksum",
      address,
      scope.text(map),
      this.#renderOptions(scope, undefined, options),
    ]);
  }

  /** Renders a window and returns the file that `cobble render` would write. */
  encode(options: EncodeOptions = {}, window?: Window): Uint8Array<ArrayBuffer> {
    return this.encodeWithSidecar(options, window).file;
  }
  /** Also returns the JSON text that raw formats have beside their file. */
  encodeWithSidecar(
    options: EncodeOptions = {},
    window?: Window,
  ): { file: Uint8Array<ArrayBuffer>; sidecar?: string } {
    const { module } = this;
    return Scope.run(module.exports, (scope) => {
      const file = scope.take(4);
      const sidecar = scope.take(4);
      module.check(
        "cobble_encode",
        this.address,
        this.#encodeOptions(scope, options),
        this.#renderOptions(scope, window),
        file,
        sidecar,
      );
      const beside = module.pointerAt(sidecar);
      return {
        file: module.takeBytes(module.pointerAt(file)),
        ...(beside !== 0 && { sidecar: module.takeText(beside) }),
      };
    });
  }

  /** Computes values and slopes at points in recipe units. Needs a program compiled for points. */
  sample(x: Float64Array, y: Float64Array, z?: Float64Array): Samples {
    const { exports } = this.module;
    const count = x.length;
    if (y.length !== count || (z && z.length !== count))
      throw new TypeError("cobble: x, y and z have different lengths");
    return Scope.run(exports, (scope) => {
      const take = () => scope.take(4 * count);
      const [value, dx, dy, dz] = [take(), take(), take(), take()];
      const channels = this.maps.reduce((sum, map) => sum + map.channels, 0);
      const maps = Array.from({ length: channels }, take);
      const layout = structs.pointsLayout;
      const pointers = scope.take(4 * channels);
      new Uint32Array(exports.memory.buffer, pointers, channels).set(maps);
      const points = layout.make(exports, scope, {
        count,
        x: scope.copy(x),
        y: scope.copy(y),
        z: z ? scope.copy(z) : 0,
        value,
        dx,
        dy,
        dz,
        maps: channels > 0 ? pointers : 0,
        mapChannels: channels,
      });
      this.module.check("cobble_sample", this.address, points);
      const copy = (at: Address) => new Float32Array(exports.memory.buffer, at, count).slice();
      return { value: copy(value), dx: copy(dx), dy: copy(dy), dz: copy(dz), maps: maps.map(copy) };
    });
  }

  #renderOptions(
    scope: Scope,
    window: Window | undefined,
    { maxCost = 0 }: RenderOptions = {},
  ): Address {
    const layout = structs.renderLayout;
    const { x, y, width, height } = window ?? { x: 0, y: 0, width: 0, height: 0 };
    if (window) checkWindow({ x, y, width, height });
    const options = { threads: 1, maxCost, x, y, width, height };
    return layout.make(this.module.exports, scope, options);
  }

  #encodeOptions(scope: Scope, options: EncodeOptions): Address {
    const layout = structs.encodeLayout;
    const maps = options.maps ?? [];
    return layout.make(this.module.exports, scope, {
      format: scope.text(options.format),
      maps: scope.texts(maps),
      mapCount: maps.length,
      bits: options.bits ?? 0,
      noMetadata: Number(options.metadata === false),
      compression: scope.text(options.compression),
      primaries: scope.text(options.primaries),
      georeference: scope.text(options.georeference),
      maxPixels: options.maxPixels ?? 0,
      maxCost: options.maxCost ?? 0,
      maxMemory: options.maxMemory ?? 0,
      terrain: scope.text(options.terrain),
      lowest: options.elevation?.[0] ?? 0,
      highest: options.elevation?.[1] ?? 0,
    });
  }
}
