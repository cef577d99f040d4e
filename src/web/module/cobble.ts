// cobble for JavaScript and TypeScript, in browsers, workers, Node and Deno: recipes are compiled
// to programs, which render maps, compute values and slopes at points, and encode picture files.
// Pixels and files have the same bytes as the command's.
//
//   const cobble = await load(await readFile("cobble.wasm")); // in the package: await load()
//   const recipe = cobble.formula("ridged(perlin(4), 6)");
//   recipe.set("size", "256");
//   const program = recipe.compile(["height", "normal"]);
//   const { height } = program.render();      // Float32Array, 256 x 256
//   const png = program.encode({ maps: ["height"] });
//
// All calls are synchronous, so make long ones in a worker. Recipes and programs keep memory of the
// module until free() is called, or until the end of a `using` block. Errors in recipes and
// arguments are thrown as a CobbleError.

import type { Description, FormulaCompletions, FormulaPart } from "./description.js";
import { importsOf } from "./imports.js";
import { ByteOffsets, Scope, readText, type Exports } from "./memory.js";
import { Module, type Words } from "./module.js";
import { PictureFile, Recipe } from "./objects.js";
import type { Picture } from "./values.js";

export type * from "./description.js";
export { PictureFile, Program, Recipe } from "./objects.js";
export * from "./values.js";

const encoder = new TextEncoder();

/** The bytes of cobble.wasm, compiled or not, or the response of fetch(). */
export type Source = BufferSource | WebAssembly.Module | Response;

/** Loads a module. */
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
  (exports["_initialize"] as () => void)();
  return new Cobble(exports as unknown as Exports);
}

export class Cobble extends Module {
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
    return this.makeText(ofFile("cobble_format", encoder.encode(text)));
  }

  /** Decodes a PNG, JPEG, EXR, TIFF and so on. Recipe.addImage() needs `isSrgb`. */
  readPicture(bytes: Uint8Array, name?: string): { picture: Picture; isSrgb: boolean } {
    const file = this.openPicture(bytes, name);
    try {
      return file.read();
    } finally {
      file.free();
    }
  }

  /** Decodes a picture file that stays in the module's memory, for Recipe.addPicture(). */
  openPicture(bytes: Uint8Array, name?: string): PictureFile {
    return new PictureFile(this, this.make(ofFile("cobble_picture_read", bytes, name)));
  }

  /** Returns the recipe that cobble stored in a picture; undefined if it has none. */
  recipeOf(bytes: Uint8Array, name?: string): Recipe | undefined {
    const address = this.make(ofFile("cobble_recipe_from_picture", bytes, name));
    return address === 0 ? undefined : new Recipe(this, address);
  }

  /** Describes what recipes are made of. */
  describe(): Description {
    return JSON.parse(this.makeText(() => ["cobble_describe"])) as Description;
  }

  /**
   * Splits a formula, which may be invalid or incomplete, into its parts. In: whether it may be a
   * colour, and the names of the recipe's nodes.
   */
  formulaParts(formula: string, mayBeColor = false, names: readonly string[] = []): FormulaPart[] {
    const json = this.makeText((scope) => [
      "cobble_formula_parts",
      scope.text(formula),
      Number(mayBeColor),
      scope.texts(names),
      names.length,
    ]);
    const offsets = new ByteOffsets(formula);
    const parts = JSON.parse(json) as FormulaPart[];
    return parts.map((part) => ({
      ...part,
      from: offsets.indexOf(part.from),
      to: offsets.indexOf(part.to),
    }));
  }

  /** Lists what may stand at an index of a formula. In: isAsked, whether to list everything. */
  formulaCompletions(
    formula: string,
    index: number,
    isAsked: boolean,
    mayBeColor = false,
    names: readonly string[] = [],
  ): FormulaCompletions {
    const offsets = new ByteOffsets(formula);
    const json = this.makeText((scope) => [
      "cobble_formula_completions",
      scope.text(formula),
      offsets.offsetOf(index),
      Number(isAsked),
      Number(mayBeColor),
      scope.texts(names),
      names.length,
    ]);
    const found = JSON.parse(json) as FormulaCompletions;
    return { ...found, from: offsets.indexOf(found.from) };
  }

  preset(name: string): Recipe {
    return this.#recipe((scope) => ["cobble_recipe_from_preset", scope.text(name)]);
  }
  /** In: JSON text, and its name in messages. */
  json(text: string, name?: string): Recipe {
    return this.#recipe(ofFile("cobble_recipe_from_json", encoder.encode(text), name));
  }
  formula(formula: string): Recipe {
    return this.#recipe((scope) => ["cobble_recipe_from_formula", scope.text(formula)]);
  }

  #recipe(words: (scope: Scope) => Words): Recipe {
    return new Recipe(this, this.make(words));
  }
}

// Returns a call that takes a file and its name in messages.
function ofFile(call: string, bytes: Uint8Array, name?: string): (scope: Scope) => Words {
  return (scope) => [call, scope.copy(bytes), bytes.length, scope.text(name)];
}
