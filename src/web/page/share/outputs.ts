// Files to export: of single maps, or of the sets that engines import.

import type { App, Description } from "../contract.js";

/** A picture to write. */
export interface Output {
  /** The name of its file. */
  file: string;
  /** A map or "@NODE". */
  map: string;
  format: string;
  /** Undefined for what is usual. */
  bits?: number | undefined;
}

export type Engine = Description["engines"][number];

/** Returns the map's file. In: bits, 0 for what is usual. */
export function mapOutput(app: App, map: string, format: string, bits: number): Output {
  const { description, document } = app;
  const own = description.formats.find(({ name }) => name === format);
  const stem = `${document.name}_${map.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "")}`;
  return { file: stem + (own?.suffixes[0] ?? ""), map, format, bits: bits || undefined };
}

/** The files of an engine's set, and what its pictures hold. */
export function setFiles({ files }: Engine, name: string): string {
  return files.join(", ").replaceAll(/(T_)?NAME/g, (_, prefix: string = "") => {
    return name.startsWith(prefix) ? name : prefix + name;
  });
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
