// cobble for JavaScript and TypeScript, in browsers, workers, Node and Deno: recipes are compiled to
// programs, which render maps, compute values and slopes at points, and encode picture files. Pixels
// and files are the same bytes as those of the command.
//
//   const cobble = await load(await readFile("cobble.wasm")); // in the package: await load()
//   const recipe = cobble.formula("ridged(perlin(4), 6)");
//   recipe.set("size", "256");
//   const program = recipe.compile(["height", "normal"]);
//   const { height } = program.render();      // Float32Array, 256 x 256
//   const png = program.encode({ maps: ["height"] });
//
// All calls are synchronous: call from a worker what takes long. Recipes and programs keep memory of
// the module until free() is called (or the end of a `using` block). What is wrong with a recipe or an
// argument is thrown as a CobbleError.

import type { Description, FormulaCompletions, FormulaPart } from "./description.js";
import { importsOf } from "./imports.js";
import { ByteOffsets, Scope, readText, type Address, type Exports } from "./memory.js";
import { Recipe } from "./objects.js";
import * as structs from "./structs.js";
import { CobbleError, type Issue, type Picture } from "./values.js";

export type * from "./description.js";
export { Program, Recipe } from "./objects.js";
export * from "./values.js";

type Call = (...values: (number | bigint)[]) => number;

/** The bytes of cobble.wasm, what they compile to, or the answer of fetch(). */
export type Source = BufferSource | WebAssembly.Module | Response;

/** Loads a module, from cobble.wasm. */
export async function load(source: Source): Promise<Cobble> {
  const module =
    source instanceof WebAssembly.Module
      ? source
      : typeof Response === "function" && source instanceof Response
        ? await WebAssembly.compileStreaming(source)
        : await WebAssembly.compile(source as BufferSource);
  const instance: WebAssembly.Instance = await WebAssembly.instantiate(
    module,
    importsOf(module, () => instance.exports),
  );
  const { exports } = instance;
  (exports["_initialize"] as Call)();
  return new Cobble(exports as unknown as Exports);
}

export class Cobble {
  /** @internal */
  constructor(readonly exports: Exports) {}

  /** "0.10.0" */
  get version(): string {
    return readText(this.exports, this.call("cobble_version"));
  }
  /** Rises when the pixels of any recipe change. */
  get noiseVersion(): number {
    return this.call("cobble_noise_version");
  }
  get presets(): string[] {
    const names: string[] = [];
    for (;;) {
      const name = this.call("cobble_preset_name", names.length);
      if (name === 0) return names;
      names.push(readText(this.exports, name));
    }
  }

  /** Returns the text of a recipe as `cobble format` lays it out. */
  formatText(text: string): string {
    const bytes = new TextEncoder().encode(text);
    return this.takeText(
      this.make((scope) => ["cobble_format", scope.copy(bytes), bytes.length, scope.text(undefined)]),
    );
  }

  /** Decodes a PNG, JPEG, EXR, TIFF and so on; `isSrgb` is what addImage() needs. */
  readPicture(bytes: Uint8Array, name?: string): { picture: Picture; isSrgb: boolean } {
    const { exports } = this;
    const scope = new Scope(exports);
    const read = this.make((inner) => [
      "cobble_picture_read",
      inner.copy(bytes),
      bytes.length,
      inner.text(name),
    ]);
    try {
      const layout = structs.imageLayout;
      const image = layout.make(exports, scope, {});
      const isSrgb = scope.take(4);
      this.check("cobble_picture_get_image", read, image, isSrgb);
      const field = (field: "samples" | "width" | "height" | "channels") =>
        layout.read(exports, image, field);
      const [width, height, channels] = [field("width"), field("height"), field("channels")];
      const count = width * height * channels;
      return {
        picture: {
          width,
          height,
          channels,
          samples: new Float32Array(exports.memory.buffer, field("samples"), count).slice(),
        },
        isSrgb: this.pointerAt(isSrgb) === 1,
      };
    } finally {
      this.call("cobble_picture_free", read);
      scope.free();
    }
  }

  /** Returns the recipe that cobble recorded in a picture; undefined if there is none. */
  recipeOf(bytes: Uint8Array, name?: string): Recipe | undefined {
    const address = this.make((scope) => [
      "cobble_recipe_from_picture",
      scope.copy(bytes),
      bytes.length,
      scope.text(name),
    ]);
    return address === 0 ? undefined : new Recipe(this, address);
  }

  /** Describes what recipes are made of. */
  describe(): Description {
    return JSON.parse(this.takeText(this.make(() => ["cobble_describe"]))) as Description;
  }

  /**
   * Splits a formula, which may be invalid or end anywhere, into its parts. In: whether a colour may
   * stand there, and the names of the recipe's nodes.
   */
  formulaParts(formula: string, mayBeColor = false, names: readonly string[] = []): FormulaPart[] {
    const json = this.takeText(
      this.make((scope) => [
        "cobble_formula_parts",
        scope.text(formula),
        Number(mayBeColor),
        scope.texts(names),
        names.length,
      ]),
    );
    const offsets = new ByteOffsets(formula);
    const parts = JSON.parse(json) as FormulaPart[];
    return parts.map((part) => ({
      ...part,
      from: offsets.indexOf(part.from),
      to: offsets.indexOf(part.to),
    }));
  }

  /** Lists what may stand at an index of a formula. In: isAsked, everything possible is wanted. */
  formulaCompletions(
    formula: string,
    index: number,
    isAsked: boolean,
    mayBeColor = false,
    names: readonly string[] = [],
  ): FormulaCompletions {
    const offsets = new ByteOffsets(formula);
    const json = this.takeText(
      this.make((scope) => [
        "cobble_formula_completions",
        scope.text(formula),
        offsets.offsetOf(index),
        Number(isAsked),
        Number(mayBeColor),
        scope.texts(names),
        names.length,
      ]),
    );
    const found = JSON.parse(json) as FormulaCompletions;
    return { ...found, from: offsets.indexOf(found.from) };
  }

  preset(name: string): Recipe {
    return new Recipe(this, this.make((scope) => ["cobble_recipe_from_preset", scope.text(name)]));
  }
  /** In: JSON text, and what messages call it. */
  json(text: string, name?: string): Recipe {
    const bytes = new TextEncoder().encode(text);
    return new Recipe(
      this,
      this.make((scope) => [
        "cobble_recipe_from_json",
        scope.copy(bytes),
        bytes.length,
        scope.text(name),
      ]),
    );
  }
  formula(formula: string): Recipe {
    return new Recipe(
      this,
      this.make((scope) => ["cobble_recipe_from_formula", scope.text(formula)]),
    );
  }

  /** @internal */
  call(name: string, ...values: (number | bigint)[]): number {
    return (this.exports[name] as Call)(...values);
  }

  /** Calls a function whose last argument is an error. @internal */
  check(name: string, ...values: (number | bigint)[]): void {
    const scope = new Scope(this.exports);
    try {
      const error = scope.take(4);
      if (this.call(name, ...values, error) !== 0) throw this.#errorAt(this.pointerAt(error));
    } finally {
      scope.free();
    }
  }

  /** Calls a function whose last arguments are a new object and an error. @internal */
  make(words: (scope: Scope) => [string, ...(number | bigint)[]]): Address {
    const scope = new Scope(this.exports);
    try {
      const made = scope.take(4);
      const [name, ...values] = words(scope);
      this.check(name, ...values, made);
      return this.pointerAt(made);
    } finally {
      scope.free();
    }
  }

  /** @internal */
  pointerAt(address: Address): Address {
    return new DataView(this.exports.memory.buffer).getUint32(address, true);
  }

  /** Copies the bytes of a cobble_bytes, and frees it. @internal */
  takeBytes(bytes: Address): Uint8Array<ArrayBuffer> {
    const at = this.call("cobble_bytes_data", bytes) >>> 0;
    const size = this.call("cobble_bytes_size", bytes) >>> 0;
    const copy = new Uint8Array(this.exports.memory.buffer).slice(at, at + size);
    this.call("cobble_bytes_free", bytes);
    return copy;
  }

  /** The same for a text. @internal */
  takeText(bytes: Address): string {
    return new TextDecoder().decode(this.takeBytes(bytes));
  }

  #errorAt(error: Address): CobbleError {
    const text = readText(this.exports, this.call("cobble_error_text", error));
    const status = this.call("cobble_error_status", error);
    return new CobbleError(text, status, this.takeIssues(error));
  }

  /** Copies the issues of a cobble_error, and frees it. @internal */
  takeIssues(error: Address): Issue[] {
    const scope = new Scope(this.exports);
    try {
      const { exports } = this;
      const layout = structs.issueLayout;
      const at = layout.make(exports, scope, { structSize: layout.size });
      const issues: Issue[] = [];
      for (let i = 0; this.call("cobble_error_issue", error, i, at) === 1; ++i) {
        const text = (name: Exclude<keyof Issue, "offset" | "line" | "column">) =>
          readText(exports, layout.read(exports, at, name));
        issues.push({
          where: text("where"),
          message: text("message"),
          hint: text("hint"),
          option: text("option"),
          pointer: text("pointer"),
          formula: text("formula"),
          suggestion: text("suggestion"),
          offset: layout.read(exports, at, "offset"),
          line: layout.read(exports, at, "line"),
          column: layout.read(exports, at, "column"),
        });
      }
      return issues;
    } finally {
      this.call("cobble_error_free", error);
      scope.free();
    }
  }
}
