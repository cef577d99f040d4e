// A card of the graph, with a node's picture, name and formula.

import type { App, Editor, Place, View } from "../contract.js";
import { button, make } from "../elements.js";
import type { Card } from "./model.js";

export const cardWidth = 108;
export const cardHeight = 138;

export class CardElement {
  readonly element: HTMLElement;
  readonly canvas = make("canvas", { width: "96", height: "96", "aria-hidden": "true" });
  readonly button: HTMLButtonElement;
  readonly #view: HTMLButtonElement;
  readonly #title = make("span", { class: "card-title" });
  readonly #formula = make("span", { class: "card-formula" });

  constructor(public card: Card, app: App, editor: Editor, view: View) {
    const { id } = card;
    const content = [this.canvas, this.#title, this.#formula];
    this.button = button({ class: "card-main" }, () => app.document.select(id), ...content);
    this.button.addEventListener("dblclick", () => editor.reveal(id));
    this.#view = button({ class: "card-view", text: "View" }, () => view.setMap(this.card.map));
    const title = "Drag to the card that should use this one (or press c)";
    const port = make("div", { class: "card-port", title });
    this.element = make("div", { class: "card", "data-id": id }, this.button, this.#view, port);
  }

  /** In: users, the titles of the nodes that use it; warnings about it, a line each. */
  show(card: Card, users: readonly string[], warnings: string): void {
    this.card = card;
    const { title, type, formula, calls, roles } = card;
    // The card's accessible name is the text on it.
    const usedBy = users.length === 0 ? "" : `, used by ${users.join(", ")}`;
    const warning = warnings === "" ? "" : `, warning: ${warnings}`;
    this.button.setAttribute("aria-description", type + usedBy + warning);
    const functions = new Intl.ListFormat("en").format(calls);
    const inside = calls.length === 0 ? "" : `\nCalls ${functions}, whose nodes are not shown`;
    const about = (formula === title ? title : `${title} = ${formula}`) + inside;
    this.button.title = warnings === "" ? about : `${about}\n⚠ ${warnings}`;
    this.element.classList.toggle("warned", warnings !== "");
    this.#title.textContent = [title, ...roles].join(" · ");
    this.#formula.textContent = formula;
    this.#view.title = `Show ${title} in the picture view (v)`;
    this.#view.setAttribute("aria-label", `View ${title}`);
  }

  place({ x, y }: Place): void {
    this.element.style.translate = `${x}px ${y}px`;
  }

  /** In: canFocus, whether the Tab key reaches it. */
  mark(isSelected: boolean, canFocus: boolean): void {
    this.button.setAttribute("aria-current", String(isSelected));
    this.element.classList.toggle("selected", isSelected);
    this.button.tabIndex = canFocus ? 0 : -1;
    this.#view.tabIndex = canFocus ? 0 : -1;
  }
}
