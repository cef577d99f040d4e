// What a map's numbers mean.

import type { Json, RecipeState, Transfer, Transfers } from "../contract.js";
import { objectIn } from "../json.js";
import { outlineAt } from "../outline.js";

const numbers = ["value", "slope", "bumpslopes", "elevation"];

/** Returns how each channel of a map becomes a byte, as in files of `cobble render`. */
export function transfersOf(map: string, channels: number, state?: RecipeState): Transfer[] {
  if (state !== undefined) {
    const pack = objectIn(state.recipe, "pack")[map];
    if (Array.isArray(pack)) return pack.flatMap((part) => partTransfers(part, state));
    if (channels === 1 && map.startsWith("@")) return [nodeTransfer(map, state)];
  }
  return Array.from({ length: channels }, () => transferOf(map, channels));
}

/** Names the measured channel, the first or luminance; "" if there is only one. */
export function measuredChannel(transfers: Transfers): string {
  if (transfers.length <= 1) return "";
  if (isColor(transfers)) return "luminance";
  return transfers[0] === "signed" || transfers[0] === "number" ? "x" : "R";
}

/** Whether the first three channels are a colour in linear light. */
export function isColor(transfers: Transfers): boolean {
  return transfers[0] === "light" && transfers.length >= 3;
}

function transferOf(map: string, channels: number): Transfer {
  if (map === "normal") return "signed";
  if (numbers.includes(map)) return "number";
  return channels >= 3 ? "light" : "unit";
}

// A node is shown from 0 to 1 by its bounds.
function nodeTransfer(map: string, { outline }: RecipeState): Transfer {
  const node = outline.find(({ name, pointer }) => map === `@${name}` || map === `@${pointer}`);
  return node?.low === undefined || node.high === undefined ? "number" : [node.low, node.high];
}

// The parts of a pack are written as in files of their own. Normals and colours have three
// channels, all others one. A part may be a channel of a map ("normal.y") and inverted.
function partTransfers(part: Json, state: RecipeState): Transfer[] {
  if (typeof part !== "string" || part.startsWith("weight:")) return ["unit"];
  const [map = "", channel] = part.replace("invert:", "").split(".");
  const isColored = map === "lit" || outlineAt(state, `/maps/${map}`)?.color === true;
  const transfer = map === "normal" ? "signed" : isColored ? "light" : "unit";
  const channels = channel === undefined && transfer !== "unit" ? 3 : 1;
  return Array.from({ length: channels }, () => transfer);
}
