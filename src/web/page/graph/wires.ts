// Wires that are dragged from a card to an input of another one, and a dialog for keys.

import type { App } from "../contract.js";
import { make, option, svg } from "../elements.js";
import { messageOf } from "../errors.js";
import type { CardElement } from "./card.js";
import { connection, placesOf, refusal, rolesOf, type Place } from "./connect.js";
import { formDialog } from "./dialog.js";
import { curveThrough, type Edges } from "./edges.js";
import type { Card } from "./model.js";

/** A card to connect to: its places, or why it has none. */
interface Target {
  card: Card;
  reason: string | undefined;
  places: Place[];
}

export class Wires {
  readonly dialog: HTMLDialogElement;
  readonly #title = make("h2");
  readonly #list = make("select", { size: "12", required: "", "aria-label": "Inputs" });
  readonly #line = svg("path", { class: "used" });
  #from: CardElement | undefined;
  // What the pointer is over.
  #target: (Target & { list: HTMLElement }) | undefined;
  // In the dialog.
  #places: Place[] = [];

  constructor(
    private readonly app: App,
    private readonly world: HTMLElement,
    private readonly edges: Edges,
    private readonly cards: () => readonly CardElement[],
  ) {
    const connect = () => this.#connect(this.#places[Number(this.#list.value)]);
    this.dialog = formDialog(this.#title, "Connect", connect, this.#list);
    world.addEventListener("pointerdown", (event) => this.#start(event));
    world.addEventListener("pointermove", (event) => this.#move(event));
    world.addEventListener("pointerup", (event) => this.#drop(event));
    world.addEventListener("lostpointercapture", () => this.#end());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#end());
  }

  /** Lists the places that a card can be connected to, of all cards or of one. */
  open(from: CardElement, cards = this.cards().map(({ card }) => card)): void {
    this.#end();
    this.#from = from;
    const others = cards.filter(({ id }) => id !== from.card.id);
    const targets = others.map((card) => this.#targetAt(card));
    this.#places = targets.flatMap(({ places }) => places);
    const groups = targets.map(({ card, reason, places }) => {
      const rows = places.map((each) => option(String(this.#places.indexOf(each)), each.label));
      const label = reason ?? card.title;
      return make("optgroup", { label, ...(reason !== undefined && { disabled: "" }) }, ...rows);
    });
    this.#title.textContent = `Connect ${from.card.title} to`;
    this.#list.replaceChildren(...groups);
    this.#list.selectedIndex = 0;
    this.dialog.showModal();
    this.#list.focus();
  }

  #targetAt(card: Card): Target {
    const from = (this.#from as CardElement).card;
    const refused = refusal(this.app, from, card);
    const inputs = refused === undefined ? placesOf(this.app, card) : [];
    const places = [...inputs, ...rolesOf(card)];
    const none = refused ?? `${card.title} has no inputs.`;
    return { card, reason: places.length === 0 ? none : undefined, places };
  }

  #connect(place: Place | undefined): void {
    const from = this.#from?.card;
    if (from === undefined || place === undefined) return;
    const { announce, document } = this.app;
    try {
      document.edit(connection(this.app, from, place));
      announce(`Connected ${from.title} ${place.role ?? `to ${place.card.title}`}`);
    } catch (error) {
      announce(messageOf(error));
    }
  }

  #start(event: PointerEvent): void {
    const { target, button: pressed, pointerId } = event;
    if (pressed !== 0 || !(target instanceof Element) || !target.matches(".card-port")) return;
    event.stopPropagation(); // or the graph would move
    target.setPointerCapture(pointerId);
    this.#from = this.cards().find(({ element }) => element.contains(target));
    this.edges.element.append(this.#line);
    this.#line.setAttribute("d", "");
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (!this.#line.isConnected || this.#from === undefined) return;
    const { left, top } = this.world.getBoundingClientRect();
    const scale = Number(this.world.style.getPropertyValue("--scale"));
    const placeOf = (x: number, y: number) => ({ x: (x - left) / scale, y: (y - top) / scale });
    const card = this.#from.element.getBoundingClientRect();
    const start = placeOf(card.right, card.top + card.height / 2);
    this.#line.setAttribute("d", curveThrough([start, placeOf(clientX, clientY)]));
    const under = document.elementFromPoint(clientX, clientY);
    const over = this.cards().find(({ element }) => element.contains(under));
    if (over?.card !== this.#target?.card) this.#show(over);
    for (const row of this.#target?.list.children ?? [])
      row.classList.toggle("chosen", row === under);
  }

  // Lists a card's inputs on it.
  #show(over: CardElement | undefined): void {
    this.#target?.list.remove();
    this.#target = undefined;
    if (over === undefined || over === this.#from) return;
    const target = this.#targetAt(over.card);
    const texts = target.reason ? [target.reason] : target.places.map(({ label }) => label);
    const rows = texts.map((text) => make("div", { text }));
    const list = make("div", { class: "card-inputs", "aria-hidden": "true" }, ...rows);
    over.element.append(list);
    this.#target = { ...target, list };
  }

  #drop(event: PointerEvent): void {
    if (!this.#line.isConnected) return;
    this.#move(event);
    const [from, target] = [this.#from, this.#target];
    if (from === undefined || target === undefined) return;
    const { card, reason, places, list } = target;
    const chosen = [...list.children].findIndex((row) => row.classList.contains("chosen"));
    if (reason !== undefined) this.app.announce(reason);
    else if (chosen >= 0 || places.length === 1) this.#connect(places[Math.max(chosen, 0)]);
    else this.open(from, [card]);
  }

  #end(): void {
    this.#line.remove();
    this.#show(undefined);
  }
}
