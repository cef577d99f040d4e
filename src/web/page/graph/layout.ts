// Where the cards stand: from left to right, what is used before what uses it.

import { Graph, layout } from "@dagrejs/dagre";
import type { Card } from "./model.js";

export const cardWidth = 124;
export const cardHeight = 150;

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  /** The upper left corners, by id. */
  places: Map<string, Place>;
  width: number;
  height: number;
}

export function layOut(cards: readonly Card[]): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 44, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of cards) graph.setNode(id, { width: cardWidth, height: cardHeight });
  for (const { id, inputs } of cards)
    for (const input of inputs) if (graph.hasNode(input)) graph.setEdge(input, id);
  layout(graph);
  const places = new Map(
    cards.map(({ id }) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - cardWidth / 2, y: y - cardHeight / 2 }];
    }),
  );
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { places, width, height };
}
