// Wires that are dragged from a card to an input of another one, and a dialog for keys.

import type { App } from "../contract.js";
import { make, option, svg } from "../elements.js";
import { messageOf } from "../errors.js";
import type { CardElement } from "./card.js";
import { connection, placesOf, refusal, type Place } from "./connect.js";
import { formDialog } from "./dialog.js";
import { curveThrough, type Edges } from "./edges.js";
import type { Card } from "./model.js";

/** A place that a card can be connected to. */
interface Offer {
  to: Card;
  place: Place;
}

/** The card under the pointer. */
interface Target {
  to: Card;
  reason: string | undefined;
  offers: Offer[];
  list: HTMLElement;
}

export class Wires {
  readonly dialog: HTMLDialogElement;
  readonly #title = make("h2");
  readonly #list = make("select", { size: "12", required: "", "aria-label": "Inputs" });
  readonly #line = svg("path", { class: "used" });
  #from: CardElement | undefined;
  #target: Target | undefined;
  // In the dialog.
  #offers: Offer[] = [];

  constructor(
    private readonly app: App,
    private readonly world: HTMLElement,
    private readonly edges: Edges,
    private readonly cards: () => readonly CardElement[],
  ) {
    const connect = () => this.#connect(this.#offers[Number(this.#list.value)]);
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
    const targets = cards.filter(({ id }) => id !== from.card.id).map((to) => this.#offersOf(to));
    this.#offers = targets.flatMap(({ offers }) => offers);
    const groups = targets.map(({ to, reason, offers }) => {
      const rows = offers.map((each) =>
        option(String(this.#offers.indexOf(each)), each.place.label),
      );
      if (reason === undefined) return make("optgroup", { label: to.title }, ...rows);
      return make("optgroup", { label: reason, disabled: "" });
    });
    this.#title.textContent = `Connect ${from.card.title} to`;
    this.#list.replaceChildren(...groups);
    this.#list.selectedIndex = 0;
    this.dialog.showModal();
    this.#list.focus();
  }

  // What a card offers to the dragged one, or why it offers nothing.
  #offersOf(to: Card): Omit<Target, "list"> {
    const from = (this.#from as CardElement).card;
    const all = this.cards().map(({ card }) => card);
    const places = placesOf(this.app, to);
    const none = places.length === 0 ? `${to.title} has no inputs.` : undefined;
    const reason = refusal(all, from, to) ?? none;
    const offers = reason === undefined ? places.map((place) => ({ to, place })) : [];
    return { to, reason, offers };
  }

  #connect(offer: Offer | undefined): void {
    const from = this.#from?.card;
    if (from === undefined || offer === undefined) return;
    const { announce, document } = this.app;
    try {
      document.edit(connection(this.app, from, offer.place));
      announce(`Connected ${from.title} to ${offer.to.title}`);
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
    if (over?.card !== this.#target?.to) this.#show(over);
    for (const row of this.#target?.list.children ?? [])
      row.classList.toggle("chosen", row === under);
  }

  // Lists a card's inputs on it.
  #show(over: CardElement | undefined): void {
    this.#target?.list.remove();
    this.#target = undefined;
    if (over === undefined || over === this.#from) return;
    const target = this.#offersOf(over.card);
    const texts = target.reason ? [target.reason] : target.offers.map(({ place }) => place.label);
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
    const { to, reason, offers, list } = target;
    const chosen = [...list.children].findIndex((row) => row.classList.contains("chosen"));
    if (reason !== undefined) this.app.announce(reason);
    else if (chosen >= 0 || offers.length === 1) this.#connect(offers[Math.max(chosen, 0)]);
    else this.open(from, [to]);
  }

  #end(): void {
    this.#line.remove();
    this.#show(undefined);
  }
}
