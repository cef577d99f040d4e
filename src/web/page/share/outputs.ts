// Files to export: of single maps, or of the sets that engines import.

import type { App, Description, Edit, Json, JsonObject } from "../contract.js";
import { objectIn } from "../json.js";

/** A picture to write. */
export interface Output {
  /** The name of its file. */
  file: string;
  /** A map, a pack that `edits` make, or "@NODE". */
  map: string;
  format: string;
  /** Undefined for what is usual. */
  bits?: number | undefined;
  edits: readonly Edit[];
}

type Engine = Description["engines"][number];

/** Maps that every recipe has. */
const builtIn = ["height", "normal", "ao"];
/** What a material without these maps has. */
const usual: Record<string, number> = { roughness: 1, metallic: 0 };

/** Returns the name of a map's file. */
export function fileName(name: string, map: string, extension: string): string {
  const suffix = map.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "");
  return `${name}_${suffix}.${extension}`;
}

/** Returns the map's file. In: bits, 0 for what is usual. */
export function mapOutput(app: App, map: string, format: string, bits: number): Output {
  const { formats } = app.description;
  const [suffix = ".png"] = formats.find(({ name }) => name === format)?.suffixes ?? [];
  const file = fileName(app.document.name, map, suffix.slice(1));
  return { file, map, format, bits: bits || undefined, edits: [] };
}

/** The pictures of an engine's set, but none of maps that the recipe lacks. */
export function setOutputs(app: App, { files, sets }: Engine, recipe: JsonObject): Output[] {
  const { name } = app.document;
  const maps = new Set([...builtIn, ...Object.keys(objectIn(recipe, "maps"))]);
  const settings = sets.map((text): Edit => {
    const [path = "", value = ""] = text.split(" ");
    return { path, value: value === "true" || value };
  });
  return files.flatMap((text): Output[] => {
    const [, file = "", extension = "", list = ""] = /^(.*\.(\w+)) \((.*)\)$/.exec(text) ?? [];
    const { name: format } = formatOf(app, extension) ?? {};
    if (format === undefined) return [];
    const parts = list.split(", ").map((part) => partOf(part, maps));
    if (parts.includes(undefined) || !parts.some((part) => typeof part === "string")) return [];
    const named = file.replace("T_NAME", name.startsWith("T_") ? name : `T_${name}`);
    const output = { file: named.replace("NAME", name), format };
    if (parts.length === 1) return [{ ...output, map: String(parts[0]), edits: settings }];
    const map = "set-picture"; // a name that no recipe's pack needs
    const pack: Edit = { path: `/pack/${map}`, value: parts as Json[] };
    return [{ ...output, map, edits: [...settings, pack] }];
  });
}

function formatOf({ description }: App, extension: string) {
  return description.formats.find(({ suffixes }) => suffixes.includes(`.${extension}`));
}

// Returns a part of a pack: "1 - roughness" is its inverse, and "1" a number.
function partOf(text: string, maps: ReadonlySet<string>): string | number | undefined {
  const [, inverse = "", map = ""] = /^(1 - )?(.*)$/.exec(text) ?? [];
  if (maps.has(map)) return inverse === "" ? map : `invert:${map}`;
  const value = /^\d/.test(map) ? Number(map) : usual[map];
  return value === undefined || inverse === "" ? value : 1 - value;
}

/** A size that an engine takes: the recipe's, or the nearest of its rule. */
export function sizeFor({ size: rule }: Engine, [width, height]: readonly [number, number]) {
  if (rule === "any") return [width, height];
  if (/\b1009\b/.test(rule)) return [1009, 1009];
  const power = (side: number) => 2 ** Math.round(Math.log2(side));
  const more = /2\^n \+ 1, from/.test(rule) && !/2\^n, /.test(rule) ? 1 : 0;
  const side = power(Math.max(width, height)) + more;
  return /square/.test(rule) ? [side, side] : [power(width), power(height)];
}
