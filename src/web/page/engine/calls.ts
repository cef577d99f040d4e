// The functions of a worker, which call the module.

import { CobbleError, type Cobble, type EncodeOptions } from "../../module/cobble.js";
import type { PaletteColor, Recipe } from "../../module/cobble.js";
import type {
  Edit,
  Json,
  JsonObject,
  OutlineNode,
  ReadResult,
  RecipeState,
  SourceFile,
  Window,
} from "../contract.js";
import { objectIn, replaceAt, stepsOf, valueAt } from "../json.js";
import { extremesOf, isOfSphere } from "../math.js";
import { paint } from "../view/paint.js";
import { Programs } from "./programs.js";
import type { Frame, Piece, Wanted } from "./protocol.js";
import { rewrite, type Forms } from "./rewrite.js";

export class Calls {
  readonly paint = paint;
  readonly #programs: Programs;
  #mapNames: string[] | undefined;

  constructor(private readonly cobble: Cobble) {
    this.#programs = new Programs(cobble);
  }

  /** The size of the module's memory in bytes, which never shrinks. */
  get memory(): number {
    return this.cobble.exports.memory.buffer.byteLength;
  }

  read(text: string): ReadResult {
    let state: RecipeState | undefined;
    try {
      using recipe = this.#programs.recipe(text);
      state = this.#stateOf(text, recipe);
      // The outline was made with placeholders for pictures: errors in these are not known yet.
      if (state.images.length > 0) this.#programs.program({ text, maps: ["height"], edits: [] });
      return { state, issues: [] };
    } catch (error) {
      if (!(error instanceof CobbleError)) throw error;
      return { ...(state !== undefined && { state }), issues: error.issues };
    }
  }

  edit(text: string, edits: readonly Edit[]): string {
    using recipe = this.cobble.json(text);
    using edited = this.#edited(recipe, edits);
    const brief = edited.json("brief");
    if (text.trim() === recipe.json("brief").trim()) return brief;
    const kept = rewrite(text, formsOf(recipe), formsOf(edited));
    return this.#isBrief(kept, brief) ? kept : brief;
  }

  // Whether a text is a recipe with this brief form.
  #isBrief(text: string, brief: string): boolean {
    try {
      using recipe = this.cobble.json(text);
      return recipe.json("brief") === brief;
    } catch (error) {
      if (error instanceof CobbleError) return false;
      throw error;
    }
  }

  #edited(recipe: Recipe, edits: readonly Edit[]): Recipe {
    const edited = recipe.copy();
    try {
      for (const { path, value, replaces } of edits)
        if (replaces !== true) edited.setUnchecked(path, JSON.stringify(value));
    } catch (error) {
      edited.free();
      throw error;
    }
    const replaced = edits.filter(({ replaces }) => replaces);
    if (replaced.length === 0) return edited;
    const complete = jsonOf(edited, "complete");
    edited.free();
    for (const { path, value } of replaced) replaceAt(complete, stepsOf(path), value);
    return this.cobble.json(JSON.stringify(complete));
  }

  /** Of the recipe's own picture, without changes. */
  frame(text: string): Frame {
    using recipe = this.#programs.recipe(text);
    const complete = jsonOf(recipe, "complete");
    const [width, height] = complete["size"] as [number, number];
    return { size: [width, height], isFitted: complete["range"] === "fit" };
  }

  /** In: maxCost, of the whole picture, above which it is not rendered. */
  render(wanted: Wanted, window: Window, maxCost: number): Piece | "too slow" {
    const program = this.#programs.program(wanted);
    const { cost: whole, evaluations } = program.info;
    // The whole cost has that of simulations, too, which are over.
    if (evaluations * program.width * program.height > maxCost) return "too slow";
    const start = performance.now();
    const rendered = program.render(window);
    const milliseconds = performance.now() - start;
    const maps = program.maps.map(({ name, channels }) => {
      const samples = rendered[name] as Float32Array;
      return [name, { channels, samples }] as const;
    });
    const share = (window.width * window.height) / (program.width * program.height);
    return { maps: new Map(maps), milliseconds, cost: whole * share };
  }

  /** The minimum and maximum of the noise in a part of the picture. */
  extremes(wanted: Wanted, window: Window): [number, number] {
    const program = this.#programs.program({ ...wanted, maps: ["value"] });
    return extremesOf(program.render(window)["value"] as Float32Array);
  }

  encode(text: string, maps: readonly string[], edits: readonly Edit[], options: EncodeOptions) {
    using recipe = this.#programs.recipe(text);
    for (const { path, value } of edits) recipe.set(path, JSON.stringify(value));
    using program = recipe.compile(maps);
    return program.encodeWithSidecar(options);
  }

  encodeSet(text: string, edits: readonly Edit[], engine: string, name: string) {
    using recipe = this.#programs.recipe(text);
    for (const { path, value } of edits) recipe.set(path, JSON.stringify(value));
    return recipe.encodeSet(engine, name);
  }

  checksum(text: string): string {
    return this.#programs.program({ text, maps: ["value"], edits: [] }).checksum();
  }

  addImage({ name, bytes }: SourceFile): void {
    this.#programs.addImage(name, bytes);
  }

  palette({ name, bytes }: SourceFile, count: number): PaletteColor[] {
    using picture = this.cobble.openPicture(bytes, name);
    return picture.palette(count);
  }

  recipeOf({ name, bytes }: SourceFile): string | undefined {
    using recipe = this.cobble.recipeOf(bytes, name);
    return recipe?.json("brief");
  }

  // Setting a key of a formula makes it a node with keys, whose knobs are numbers, and whose calls
  // of functions are nodes; a call of a function has no keys.
  #folded(recipe: Recipe, complete: JsonObject, outline: readonly OutlineNode[]): JsonObject {
    const { knobs = {} } = complete;
    const functions = objectIn(complete, "functions");
    if (!("knobs" in complete || "functions" in complete)) return complete;
    using copy = recipe.copy();
    for (const { pointer, type } of outline) {
      const value = valueAt(complete, pointer);
      if (typeof value !== "string" || plainTypes.has(type)) continue;
      if (!(value.trim().split("(", 1)[0]!.trim() in functions)) copy.set(`${pointer}/type`, type);
    }
    const folded = jsonOf(copy, "complete");
    const { domain, normal, world } = folded;
    const numbers = (_key: string, value: Json) => this.#numberIn(value, knobs);
    const settings = JSON.stringify({ domain, normal, world });
    return { ...folded, ...(JSON.parse(settings, numbers) as JsonObject) };
  }

  // Returns the number of a formula, or another value as it is.
  #numberIn(value: Json, knobs: Json): Json {
    if (typeof value !== "string") return value;
    try {
      using recipe = this.cobble.json(JSON.stringify({ cobble: 1, knobs, noise: value }));
      return recipe.outline()[0]?.low ?? value;
    } catch {
      return value; // a word
    }
  }

  #stateOf(text: string, recipe: Recipe): RecipeState {
    const complete = jsonOf(recipe, "complete");
    const [width, height] = complete["size"] as [number, number];
    const own = (key: string) => Object.keys(objectIn(complete, key));
    const outline = recipe.outline();
    this.#mapNames ??= this.cobble.describe().maps.map(({ name }) => name);
    const isSphere = isOfSphere(complete);
    const without = [...("world" in complete ? [] : ["elevation"]), ...(isSphere ? flatMaps : [])];
    const maps = this.#mapNames.filter((map) => !without.includes(map));
    return {
      text,
      recipe: complete,
      folded: this.#folded(recipe, complete, outline),
      outline,
      warnings: recipe.warnings(),
      maps: [...maps, ...own("maps"), ...own("pack")],
      size: [width, height],
      tiling: complete["tiling"] === true,
      isSphere,
      images: recipe.imageNames(),
    };
  }
}

/** Spheres do not have them. */
const flatMaps = ["ao", "curvature"];

/** Types of nodes without keys that a formula could set. */
const plainTypes = new Set(["constant", "color", "ref"]);

function jsonOf(recipe: Recipe, form: "brief" | "complete"): JsonObject {
  return JSON.parse(recipe.json(form)) as JsonObject;
}

function formsOf(recipe: Recipe): Forms {
  return { brief: jsonOf(recipe, "brief"), complete: jsonOf(recipe, "complete") };
}
