// Arranges the boxes of a graph, from inputs to users, left to right. Runs in a worker, since large
// graphs take a tenth of a second and more.

import { Graph, layout } from "@dagrejs/dagre";
import type { Arrangement, BoxGraph, Place } from "../contract.js";
import { clamp } from "../math.js";
import { pack, type Item } from "./pack.js";

const margin = 12;
/** Seen from afar, names are wider than their cards. */
const sideMargin = 30;
/** Between columns, whose gap fits the width to the frame. */
const minColumnGap = 36;
const maxColumnGap = 100;
const frameShape = 1.2;
/** Unused nodes are put before this one, or they could be anywhere. Real ids start with a slash. */
const sink = "sink";

export function arrange(graph: BoxGraph): Arrangement {
  const { boxes, width, height } = graph;
  const ordered = layOut(graph);
  const columns = new Columns(boxes.map(({ id }) => ordered.node(id) as Place));
  const items = new Map<string, Item>();
  for (const { id } of boxes) {
    const { x, y } = ordered.node(id) as Place;
    items.set(id, columns.add(x, y, height));
  }
  const chains = ordered.edges().flatMap(({ v: from, w: to }) => {
    if (to === sink) return [];
    const { points } = ordered.edge(from, to) as { points: Place[] };
    const passed = points.slice(1, -1).filter(({ x }) => columns.has(x));
    const between = passed.map(({ x, y }) => columns.add(x, y, 0));
    const chain = [items.get(from), ...between, items.get(to)] as Item[];
    return [{ from, to, chain }];
  });
  for (const { chain } of chains) link(chain);
  const whole = pack(columns.items);
  const left = columns.spread(width, whole);
  const top = (item: Item) => margin + item.y + whole / 2;
  const places = new Map(
    boxes.map(({ id }) => {
      const item = items.get(id) as Item;
      return [id, { x: left(item), y: top(item) - height / 2 }];
    }),
  );
  const lines = chains.map(({ from, to, chain }) => {
    const ends = chain.flatMap((item) => [
      { x: left(item), y: top(item) },
      { x: left(item) + width, y: top(item) },
    ]);
    return { from, to, points: ends.slice(1, -1) };
  });
  const last = columns.items.at(-1)?.[0];
  const right = last === undefined ? 0 : left(last) + width;
  return { places, lines, width: right + sideMargin, height: whole + 2 * margin };
}

// Puts boxes into columns, and finds their order.
function layOut({ boxes, width, height }: BoxGraph): Graph {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of boxes) graph.setNode(id, { width, height });
  for (const { id, inputs } of boxes)
    for (const input of inputs) if (graph.hasNode(input)) graph.setEdge(input, id);
  const unused = boxes.filter(({ id }) => graph.outEdges(id)?.length === 0);
  graph.setNode(sink, { width: 0, height: 0 });
  for (const { id } of unused) graph.setEdge(id, sink, { weight: 0 });
  layout(graph);
  return graph;
}

function link(chain: readonly Item[]): void {
  chain.slice(1).forEach((item, i) => {
    const before = chain[i] as Item;
    before.neighbours.push(item);
    item.neighbours.push(before);
  });
}

/** The items of each column, from left to right: boxes, and lines that pass. */
class Columns {
  readonly #columns = new Map<number, Item[]>();

  constructor(boxes: readonly Place[]) {
    const xs = boxes.map(({ x }) => Math.round(x)).sort((a, b) => a - b);
    for (const x of xs) this.#columns.set(x, []);
  }

  has(x: number): boolean {
    return this.#columns.has(Math.round(x));
  }

  add(x: number, y: number, size: number): Item {
    const item: Item = { y, size, neighbours: [] };
    this.#columns.get(Math.round(x))?.push(item);
    return item;
  }

  /** By column, from top to bottom. */
  get items(): Item[][] {
    return [...this.#columns.values()].map((items) => items.sort((a, b) => a.y - b.y));
  }

  /** Returns a function that gives an item's left side. In: width, of boxes; height, of all. */
  spread(width: number, height: number): (item: Item) => number {
    const count = this.#columns.size;
    const room = frameShape * height - count * width;
    const gap = clamp(room / (count - 1), minColumnGap, maxColumnGap);
    const lefts = new Map<Item, number>();
    [...this.#columns.values()].forEach((items, i) => {
      for (const item of items) lefts.set(item, sideMargin + i * (width + gap));
    });
    return (item) => lefts.get(item) ?? 0;
  }
}
