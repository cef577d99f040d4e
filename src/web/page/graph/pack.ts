// Moves the items of columns close together and near to their neighbours in other columns, without
// changing their order.

import { clamp } from "../math.js";

export interface Item {
  /** The middle. */
  y: number;
  readonly size: number;
  readonly neighbours: Item[];
}

const boxGap = 10;
const lineGap = 7;
const sweeps = 24;
/** Straight lines are more important than boxes near to each other. */
const lineWeight = 3;

/** Sets y of all items, around 0. Returns the whole height. */
export function pack(columns: readonly (readonly Item[])[]): number {
  const offsets = columns.map(offsetsOf);
  const heights = columns.map((items, i) => heightOf(items, offsets[i] as number[]));
  const whole = Math.max(...heights, 0);
  columns.forEach((items, i) => {
    const start = -(heights[i] as number) / 2 + (items[0]?.size ?? 0) / 2;
    items.forEach((item, k) => (item.y = start + (offsets[i]?.[k] as number)));
  });
  for (let sweep = 0; sweep < sweeps; ++sweep) {
    const order = columns.map((_, i) => (sweep % 2 === 0 ? i : columns.length - 1 - i));
    for (const i of order) settle(columns[i] as Item[], offsets[i] as number[], whole);
  }
  return whole;
}

// Returns minimum distances of a column's items from the first.
function offsetsOf(items: readonly Item[]): number[] {
  let offset = 0;
  return items.map((item, k) => {
    const before = items[k - 1];
    if (before !== undefined)
      offset +=
        (before.size + item.size) / 2 + (before.size > 0 && item.size > 0 ? boxGap : lineGap);
    return offset;
  });
}

function heightOf(items: readonly Item[], offsets: readonly number[]): number {
  return (offsets.at(-1) ?? 0) + ((items[0]?.size ?? 0) + (items.at(-1)?.size ?? 0)) / 2;
}

type Block = Record<"sum" | "weight" | "count", number>;
const meanOf = (block?: Block) => (block === undefined ? -Infinity : block.sum / block.weight);

// Moves a column's items as near to the means of their neighbours as distances and limits allow:
// the least squares under the condition that values increase, by pooling adjacent violators (Ayer
// et al., 1955).
function settle(items: readonly Item[], offsets: readonly number[], whole: number): void {
  const blocks: Block[] = [];
  items.forEach((item, k) => {
    const { neighbours, size, y } = item;
    const total = neighbours.reduce((sum, neighbour) => sum + neighbour.y, 0);
    const wanted = neighbours.length > 0 ? total / neighbours.length : y;
    const weight = size > 0 ? 1 : lineWeight;
    const block = { sum: weight * (wanted - (offsets[k] as number)), weight, count: 1 };
    while (meanOf(blocks.at(-1)) > meanOf(block)) {
      const last = blocks.pop() as Block;
      block.sum += last.sum;
      block.weight += last.weight;
      block.count += last.count;
    }
    blocks.push(block);
  });
  const low = -whole / 2 + (items[0]?.size ?? 0) / 2;
  const high = whole / 2 - (items.at(-1)?.size ?? 0) / 2 - (offsets.at(-1) ?? 0);
  let k = 0;
  for (const { sum, weight, count } of blocks) {
    const start = clamp(sum / weight, low, high);
    for (const end = k + count; k < end; ++k) (items[k] as Item).y = start + (offsets[k] as number);
  }
}
