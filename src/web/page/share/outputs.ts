// Files to export: of single maps, or of the sets that engines import.

import type { App, Description, Size } from "../contract.js";

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
export function sizeFor({ size: rule }: Pick<Engine, "size">, [width, height]: Size): Size {
  if (rule === "any") return [width, height];
  const sides = sidesOf(rule);
  const ratio = (side: number, own: number) => Math.max(side / own, own / side);
  const nearest = (own: number) =>
    sides.reduce((best, side) => (ratio(side, own) < ratio(best, own) ? side : best));
  const longest = nearest(Math.max(width, height));
  return /square/.test(rule) ? [longest, longest] : [nearest(width), nearest(height)];
}

// Returns the sides that a rule names, as in "powers of two, at most 16384", "2^n + 1, from 33 to
// 4097" and "127, 253 or 505 vertices".
function sidesOf(rule: string): number[] {
  const powers = /(?:two|2\^n)( \+ 1)?, (?:at most|from (\d+) to) (\d+)/g;
  const sides = [...rule.matchAll(powers)].flatMap(([, more, low = 1, high]) => {
    const all = Array.from({ length: 17 }, (_, n) => 2 ** n + Number(more !== undefined));
    return all.filter((side) => side >= Number(low) && side <= Number(high));
  });
  return sides.length > 0 ? sides : (rule.match(/\d+/g) ?? []).map(Number);
}
