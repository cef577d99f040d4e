// The recipe's nodes as a graph, each with a picture.

import "./graph.css";
import type { App, Arrangement, Editor, View } from "../contract.js";
import { make } from "../elements.js";
import { hasModifier } from "../gestures.js";
import { referredBy, valueAt } from "../json.js";
import { warningsAt } from "../outline.js";
import { AddDialog } from "./add_node.js";
import { Camera } from "./camera.js";
import { CardElement, cardHeight, cardWidth } from "./card.js";
import { Edges } from "./edges.js";
import { graphOf, type Card } from "./model.js";
import { Neighbours } from "./neighbours.js";
import { Pictures } from "./pictures.js";
import { createTools } from "./tools.js";
import { Wires } from "./wires.js";

/** If the graph would need a smaller scale, only the part around the selected card is shown. */
const smallestWhole = 0.23;
const partScale = 0.5;
const largestFit = 1.6;
/** A single card is larger. */
const largestSingle = 2.4;
/** Below this scale, cards show only their name, in letters large enough to read. */
const farScale = 0.8;

const nowhere = { x: 0, y: 0 };

export function mountGraph(parent: HTMLElement, app: App, editor: Editor, view: View): void {
  new GraphView(parent, app, editor, view);
}

class GraphView {
  readonly #world = make("div", { class: "graph-world" });
  readonly #frame = make(
    "div",
    { class: "graph-frame", role: "group", "aria-label": "Graph of nodes" },
    this.#world,
  );
  readonly #edges = new Edges();
  // Whether the view fits the graph: until the user moves it.
  #isFollowing = true;
  readonly #camera = new Camera(
    this.#frame,
    this.#world,
    () => (this.#isFollowing = false),
    () => this.#viewChanged(),
  );
  readonly #tools = createTools(this.#camera, {
    add: () => this.#dialog.open(),
    remove: () => this.#removeSelected(),
    connect: () => this.#selected && this.#wires.open(this.#selected),
    fit: () => this.#fit(true),
    expand: (isExpanded) => this.#expand(isExpanded),
  });
  readonly #element = make("div", { class: "graph" }, this.#tools.element, this.#frame);
  readonly #dialog: AddDialog;
  readonly #wires: Wires;
  readonly #pictures: Pictures;
  #cards = new Map<string, CardElement>();
  #arrangement: Arrangement = { places: new Map(), lines: [], width: 1, height: 1 };
  #neighbours = new Neighbours([], new Map());
  #structure = "";

  constructor(
    parent: HTMLElement,
    private readonly app: App,
    private readonly editor: Editor,
    private readonly view: View,
  ) {
    this.#pictures = new Pictures(app, this.#camera, () => this.#visibleCards());
    this.#dialog = new AddDialog(app);
    this.#wires = new Wires(app, this.#world, this.#edges, () => [...this.#cards.values()]);
    this.#element.append(this.#dialog.element, this.#wires.dialog);
    parent.append(this.#element);
    this.#listen();
  }

  #listen(): void {
    const { document } = this.app;
    this.#frame.addEventListener("keydown", (event) => this.#onKey(event));
    this.#element.addEventListener("keydown", ({ key, target }) => {
      const isInDialog = target instanceof Element && target.closest("dialog");
      if (key === "Escape" && !isInDialog) this.#tools.collapse();
    });
    new ResizeObserver(() => this.#isFollowing && this.#fit(false)).observe(this.#frame);
    document.on("state", () => void this.#update());
    document.on("selection", () => this.#markSelection());
  }

  async #update(): Promise<void> {
    const { state, lastChange } = this.app.document;
    if (state === undefined) return;
    const isOpened = lastChange.origin === "open";
    const cards = graphOf(state);
    const structure = JSON.stringify(cards.map(({ id, inputs }) => [id, inputs]));
    this.#pictures.retry(this.#cards.values());
    if (structure !== this.#structure) {
      this.#structure = structure;
      const boxes = cards.map(({ id, inputs }) => ({ id, inputs }));
      const graph = { boxes, width: cardWidth, height: cardHeight };
      const arrangement = await this.app.engine.arrange(graph);
      if (arrangement === undefined || structure !== this.#structure) return;
      this.#rebuild(graphOf(this.app.document.state ?? state), arrangement, isOpened);
    } else this.#refresh(cards);
    this.#pictures.renderSoon();
  }

  #rebuild(cards: readonly Card[], arrangement: Arrangement, isOpened: boolean): void {
    this.#arrangement = arrangement;
    this.#neighbours = new Neighbours(cards, arrangement.places);
    const old = this.#cards;
    const hadFocus = this.#world.contains(document.activeElement);
    this.#cards = new Map();
    for (const card of this.#neighbours.inOrder) {
      const { app, editor, view } = this;
      const element = old.get(card.id) ?? new CardElement(card, app, editor, view);
      element.element.classList.toggle("new", !old.has(card.id) && old.size > 0 && !isOpened);
      element.place(arrangement.places.get(card.id) ?? nowhere);
      this.#cards.set(card.id, element);
    }
    for (const [id, { element }] of old)
      if (!this.#cards.has(id)) {
        this.#pictures.drop(id);
        element.remove();
      }
    this.#edges.draw(arrangement);
    this.#world.style.setProperty("--pitch", `${pitchOf(arrangement)}px`);
    this.#putInOrder();
    this.#refresh(cards);
    if (isOpened) this.#isFollowing = true;
    if (this.#isFollowing) this.#fit(false);
    this.#markSelection();
    if (hadFocus && !this.#world.contains(document.activeElement)) this.#selected?.button.focus();
  }

  // Moves no element that is in its place: that would end its animation and take the focus.
  #putInOrder(): void {
    let before: Element = this.#edges.element;
    if (before.parentElement === null) this.#world.prepend(before);
    for (const { element } of this.#cards.values()) {
      if (before.nextElementSibling !== element) before.after(element);
      before = element;
    }
  }

  #refresh(cards: readonly Card[]): void {
    const { state } = this.app.document;
    for (const card of cards) {
      const users = this.#neighbours.usersOf(card.id).map(({ title }) => title);
      this.#cards.get(card.id)?.show(card, users, warningsAt(state, card.id));
    }
  }

  // In: isWhole, whether to show all cards, however small.
  #fit(isWhole: boolean): void {
    const { width, height, places } = this.#arrangement;
    const size = { width, height };
    const scale = this.#camera.wholeScale(size);
    const largest = this.#cards.size === 1 ? largestSingle : largestFit;
    if (isWhole || scale >= smallestWhole) this.#camera.fit(size, largest);
    else {
      const { x, y } = places.get(this.#selectedId ?? "") ?? { x: width, y: height / 2 };
      const point = { x: x + cardWidth / 2, y: y + cardHeight / 2 };
      this.#camera.fit(size, largest, { scale: partScale, point });
    }
    this.#isFollowing = true;
  }

  #expand(isExpanded: boolean): void {
    this.#element.classList.toggle("expanded", isExpanded);
    this.#fit(false);
  }

  #viewChanged(): void {
    this.#frame.classList.toggle("far", this.#camera.scale < farScale);
    this.#pictures.renderSoon();
  }

  #visibleCards(): CardElement[] {
    const { places } = this.#arrangement;
    return [...this.#cards.values()].filter(({ card }) =>
      this.#camera.isVisible(places.get(card.id) ?? nowhere, cardWidth, cardHeight),
    );
  }

  // The card of the selected node, or of a node around it.
  get #selectedId(): string | undefined {
    const { selection: selected, state } = this.app.document;
    const own = this.#cards.has(selected) ? undefined : valueAt(state?.recipe ?? {}, selected);
    const selection = referredBy(own) ?? selected;
    const around = [...this.#cards.keys()].filter((id) => `${selection}/`.startsWith(`${id}/`));
    return around.sort((a, b) => b.length - a.length)[0];
  }

  get #selected(): CardElement | undefined {
    return this.#cards.get(this.#selectedId ?? "");
  }

  #markSelection(): void {
    const selected = this.#selectedId;
    const focusable =
      selected ?? (this.#cards.has("/noise") ? "/noise" : [...this.#cards.keys()][0]);
    for (const [id, card] of this.#cards) card.mark(id === selected, id === focusable);
    this.#edges.mark(selected ?? "");
    const place = this.#arrangement.places.get(selected ?? "");
    if (place !== undefined) this.#camera.reveal(place, cardWidth, cardHeight);
    this.#tools.setKept(this.#reasonToKeep);
  }

  // Only named nodes and maps that nothing uses can be deleted.
  get #reasonToKeep(): string | undefined {
    const { selection } = this.app.document;
    if (selection === "/noise") return "Every recipe needs its noise";
    if (!/^\/(nodes|maps)\/[^/]+$/.test(selection) || !this.#cards.has(selection))
      return "Only named nodes and maps can be deleted";
    const titles = this.#neighbours.usersOf(selection).map(({ title }) => title);
    const users = [...titles, ...(this.#cards.get(selection)?.card.roles ?? [])];
    if (users.length === 0) return undefined;
    const listed = new Intl.ListFormat("en-GB").format(users); // "a, b and c"
    return `${this.#cards.get(selection)?.card.title} is used by ${listed}`;
  }

  #removeSelected(): void {
    const { document, announce } = this.app;
    const reason = this.#reasonToKeep;
    if (reason !== undefined) {
      announce(`${reason}.`);
      return;
    }
    const path = document.selection;
    document.select("/noise");
    document.edit([{ path, value: null, replaces: true }]);
    this.#selected?.button.focus();
    announce(`Deleted ${path.split("/").at(-1) ?? ""}`);
  }

  #onKey(event: KeyboardEvent): void {
    if (hasModifier(event)) return;
    if (event.key === "0") this.#fit(true);
    else if (!this.#onCardKey(event) && !this.#camera.onKey(event.key)) return;
    event.preventDefault();
  }

  // Returns whether the focused card used the key.
  #onCardKey({ key, target }: KeyboardEvent): boolean {
    const id = (target as Element).closest<HTMLElement>(".card")?.dataset["id"];
    const focused = this.#cards.get(id ?? "");
    if (focused === undefined) return false;
    const { card, button } = focused;
    if (key.startsWith("Arrow")) {
      const next = this.#neighbours.towards(card.id, key);
      if (next !== undefined) {
        this.app.document.select(next);
        this.#cards.get(next)?.button.focus();
      }
      return true;
    }
    if (target !== button) return false;
    if (key === "Enter") this.editor.reveal(card.id);
    else if (key === "v") this.view.setMap(card.map);
    else if (key === "c") this.#wires.open(focused);
    else if (key === "Delete") this.#removeSelected();
    else return false;
    return true;
  }
}

// Returns the maximum width of a name, up to the next column.
function pitchOf({ places }: Arrangement): number {
  const columns = [...new Set([...places.values()].map(({ x }) => x))].sort((a, b) => a - b);
  const [first = 0, second = first + 2 * cardWidth] = columns;
  return second - first - 6;
}
