// A worker's last compiled programs, and the pictures that nodes show.

import type { Cobble, PictureFile, Program, Recipe } from "../../module/cobble.js";
import type { Edit, JsonObject } from "../contract.js";
import { objectIn } from "../json.js";
import { gridOf, isOfSphere } from "../math.js";
import type { Wanted } from "./protocol.js";

const maxPrograms = 8;

export class Programs {
  readonly #programs = new Map<string, Program>();
  readonly #images = new Map<string, PictureFile>();

  constructor(private readonly cobble: Cobble) {}

  addImage(name: string, bytes: Uint8Array): void {
    const file = this.cobble.openPicture(bytes, name);
    this.#images.get(name)?.free();
    this.#images.set(name, file);
    for (const program of this.#programs.values()) program.free();
    this.#programs.clear();
  }

  /** Returns a recipe with those of its pictures that are known. The caller frees it. */
  recipe(text: string, edits: readonly Edit[] = []): Recipe {
    const recipe = this.cobble.json(text);
    try {
      if (changesShape(edits)) keepExtent(recipe, edits);
      for (const { path, value } of edits) recipe.setUnchecked(path, JSON.stringify(value));
      if (this.#images.size > 0) this.#giveImages(recipe);
      return recipe;
    } catch (error) {
      recipe.free();
      throw error;
    }
  }

  /** Returns a program, which the caller must not free. */
  program(wanted: Wanted): Program {
    const key = JSON.stringify([wanted.text, wanted.maps, wanted.edits]);
    const program = this.#programs.get(key) ?? this.#compile(wanted);
    // Puts the newest last.
    this.#programs.delete(key);
    this.#programs.set(key, program);
    for (const [oldest, old] of this.#programs) {
      if (this.#programs.size <= maxPrograms) break;
      old.free();
      this.#programs.delete(oldest);
    }
    return program;
  }

  #compile({ text, maps, edits }: Wanted): Program {
    using recipe = this.recipe(text, edits);
    return recipe.compile(maps);
  }

  #giveImages(recipe: Recipe): void {
    for (const name of recipe.imageNames()) {
      const image = this.#images.get(name);
      if (image !== undefined) recipe.addPicture(name, image);
    }
  }
}

function sizeIn(edits: readonly Edit[]): [number, number] | undefined {
  const size = edits.findLast(({ path }) => path === "size")?.value;
  if (Array.isArray(size)) return [Number(size[0]), Number(size[1])];
  return typeof size === "number" ? [size, size] : undefined;
}

// Most pictures are squares, which need no check.
function changesShape(edits: readonly Edit[]): boolean {
  const size = sizeIn(edits);
  if (size === undefined || edits.some(({ path }) => path === "domain.extent")) return false;
  return size[0] !== size[1];
}

// The extent follows from the size. Rounding the size must not change it, or the noise would
// no longer repeat.
function keepExtent(recipe: Recipe, edits: readonly Edit[]): void {
  const complete = JSON.parse(recipe.json("complete")) as JsonObject;
  if (isOfSphere(complete)) return;
  const size = complete["size"] as [number, number];
  const [width, height] = sizeIn(edits) ?? size;
  const { isVertices, extent } = gridOf(objectIn(complete, "domain"), size);
  if (!isVertices && width * size[1] === height * size[0]) return;
  recipe.setUnchecked("domain.extent", JSON.stringify(extent));
}
