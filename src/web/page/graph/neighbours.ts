// The neighbours and users of cards.

import type { Arrangement } from "../contract.js";
import type { Card } from "./model.js";

type Places = Arrangement["places"];

export class Neighbours {
  /** From left to right, and down in each column. */
  readonly inOrder: readonly Card[];
  readonly #users = new Map<string, Card[]>();

  constructor(cards: readonly Card[], private readonly places: Places) {
    this.inOrder = cards.toSorted(
      (a, b) => this.#x(a.id) - this.#x(b.id) || this.#y(a.id) - this.#y(b.id),
    );
    for (const card of cards)
      for (const input of card.inputs)
        this.#users.set(input, [...(this.#users.get(input) ?? []), card]);
  }

  usersOf(id: string): readonly Card[] {
    return this.#users.get(id) ?? [];
  }

  /** Returns the card that an arrow key leads to, along lines or within a column. */
  towards(id: string, key: string): string | undefined {
    if (key === "ArrowLeft") {
      const inputs = this.inOrder.find((card) => card.id === id)?.inputs ?? [];
      const placed = inputs.filter((input) => this.places.has(input));
      return this.#nearest(id, placed);
    }
    const idsOf = (cards: readonly Card[]) => cards.map((card) => card.id);
    if (key === "ArrowRight") return this.#nearest(id, idsOf(this.usersOf(id)));
    const column = idsOf(this.inOrder.filter((card) => this.#x(card.id) === this.#x(id)));
    return column[column.indexOf(id) + (key === "ArrowDown" ? 1 : -1)];
  }

  #nearest(id: string, others: readonly string[]): string | undefined {
    const distance = (other: string) => Math.abs(this.#y(other) - this.#y(id));
    return others.toSorted((a, b) => distance(a) - distance(b))[0];
  }

  #x(id: string): number {
    return this.places.get(id)?.x ?? 0;
  }
  #y(id: string): number {
    return this.places.get(id)?.y ?? 0;
  }
}
