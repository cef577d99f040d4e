// The nodes of the recipe as a graph, with a picture on each.

import "./graph.css";
import type { App, Editor, JsonObject, RenderedPicture, View } from "../contract.js";
import { make } from "../shell.js";
import { imageOf } from "../view/paint.js";
import { transfersOf } from "../view/pixels.js";
import { createAddDialog } from "./add_node.js";
import { Camera } from "./camera.js";
import { cardHeight, cardWidth, layOut, type Layout } from "./layout.js";
import { graphOf, type Card } from "./model.js";

const pictureSize = 96;
/** Names on cards are readable from this scale on. */
const readableScale = 0.62;
/** How long the recipe rests before the pictures of its nodes follow. */
const restMilliseconds = 150;

interface Shown {
  card: Card;
  button: HTMLButtonElement;
  canvas: HTMLCanvasElement;
  /** The key of the picture that is shown or being rendered. */
  pictureKey: string;
}

export function mountGraph(parent: HTMLElement, app: App, parts: { editor: Editor; view: View }): void {
  new GraphView(parent, app, parts.editor, parts.view);
}

class GraphView {
  readonly #world = make("div", { class: "graph-world" });
  readonly #edges = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  readonly #frame = make("div", { class: "graph-frame", role: "group", "aria-label": "Graph of nodes" }, this.#world);
  readonly #camera: Camera;
  readonly #remove: HTMLButtonElement;
  #shown = new Map<string, Shown>();
  #layout: Layout = { places: new Map(), width: 1, height: 1 };
  #structure = "";
  #timer = 0;
  #isFitted = true;

  constructor(
    parent: HTMLElement,
    private readonly app: App,
    private readonly editor: Editor,
    private readonly view: View,
  ) {
    this.#edges.setAttribute("class", "graph-edges");
    this.#edges.setAttribute("aria-hidden", "true");
    this.#camera = new Camera(this.#frame, this.#world, () => this.#renderSoon());
    const add = createAddDialog(app);
    const button = (text: string, title: string, run: () => void) => {
      const made = make("button", { type: "button", text, title, "aria-label": title });
      made.addEventListener("click", run);
      return made;
    };
    this.#remove = button("Delete", "Delete the selected node", () => void this.#deleteSelected());
    const tools = make(
      "div",
      { class: "graph-tools", role: "toolbar", "aria-label": "Nodes" },
      button("Add node", "Add node", () => add.open()),
      this.#remove,
      make("span", { class: "view-space" }),
      button("−", "Zoom the graph out", () => this.#camera.zoom(0.8)),
      button("+", "Zoom the graph in", () => this.#camera.zoom(1.25)),
      button("Fit", "Fit the whole graph", () => this.#fit()),
    );
    parent.append(make("div", { class: "graph" }, tools, this.#frame, add.element));
    this.#frame.addEventListener("keydown", (event) => this.#onKey(event));
    new ResizeObserver(() => this.#isFitted && this.#fit(readableScale)).observe(this.#frame);
    this.#frame.addEventListener("pointerdown", () => (this.#isFitted = false));
    this.#frame.addEventListener("wheel", () => (this.#isFitted = false));
    app.document.on("state", () => this.#update());
    app.document.on("selection", () => this.#markSelection());
  }

  // In: the smallest scale; without one, the whole graph is shown.
  #fit(smallest = 0): void {
    this.#isFitted = true;
    const { places, width, height } = this.#layout;
    const { x, y } = places.get(this.app.document.selection) ?? { x: width, y: height / 2 };
    this.#camera.fit(width, height, smallest, { x: x + cardWidth / 2, y: y + cardHeight / 2 });
  }

  #update(): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    const cards = graphOf(state);
    const structure = JSON.stringify(cards.map(({ id, inputs, type }) => [id, inputs, type]));
    if (structure !== this.#structure) {
      this.#structure = structure;
      this.#rebuild(cards);
    } else {
      for (const card of cards) this.#refresh(card);
    }
    this.#renderSoon();
  }

  #rebuild(cards: readonly Card[]): void {
    this.#layout = layOut(cards);
    const old = this.#shown;
    this.#shown = new Map();
    for (const card of cards) {
      const shown = old.get(card.id) ?? this.#createCard(card);
      this.#shown.set(card.id, shown);
      const { x, y } = this.#layout.places.get(card.id) ?? { x: 0, y: 0 };
      shown.button.style.translate = `${x}px ${y}px`;
      this.#refresh(card);
    }
    for (const [id, { button }] of old)
      if (!this.#shown.has(id)) {
        this.app.engine.cancel(`node:${id}`);
        button.remove();
      }
    this.#drawEdges(cards);
    const inOrder = [...this.#shown.values()].sort((a, b) => this.#order(a.card.id) - this.#order(b.card.id));
    this.#world.replaceChildren(this.#edges, ...inOrder.map(({ button }) => button));
    this.#fit(readableScale);
    this.#markSelection();
  }

  // From left to right, and down in each column.
  #order(id: string): number {
    const { x, y } = this.#layout.places.get(id) ?? { x: 0, y: 0 };
    return x * 1e5 + y;
  }

  #createCard(card: Card): Shown {
    const canvas = make("canvas", { width: "96", height: "96", "aria-hidden": "true" });
    const button = make(
      "button",
      { type: "button", class: "card", "data-id": card.id },
      canvas,
      make("span", { class: "card-title", text: card.title }),
      make("span", { class: "card-formula" }),
    );
    button.addEventListener("click", () => this.app.document.select(card.id));
    button.addEventListener("dblclick", () => this.editor.reveal(card.id));
    return { card, button, canvas, pictureKey: "" };
  }

  #refresh(card: Card): void {
    const shown = this.#shown.get(card.id);
    if (shown === undefined) return;
    shown.card = card;
    const { button } = shown;
    const users = [...this.#shown.values()].filter(({ card: other }) => other.inputs.includes(card.id));
    // The name of the card is what is seen on it.
    const usedBy = users.map(({ card: user }) => user.title).join(", ");
    button.setAttribute("aria-description", usedBy === "" ? card.type : `${card.type}, used by ${usedBy}`);
    button.title = `${card.title} = ${card.formula}`;
    (button.querySelector(".card-formula") as HTMLElement).textContent = card.formula;
  }

  #drawEdges(cards: readonly Card[]): void {
    const { places, width, height } = this.#layout;
    this.#edges.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#edges.setAttribute("width", String(width));
    this.#edges.setAttribute("height", String(height));
    const paths = cards.flatMap(({ id, inputs }) =>
      inputs.flatMap((input) => {
        const from = places.get(input);
        const to = places.get(id);
        if (from === undefined || to === undefined) return [];
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        const [x0, y0] = [from.x + cardWidth, from.y + cardHeight / 2];
        const [x1, y1] = [to.x, to.y + cardHeight / 2];
        const bend = Math.max((x1 - x0) / 2, 18);
        path.setAttribute("d", `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`);
        path.dataset["from"] = input;
        path.dataset["to"] = id;
        return [path];
      }),
    );
    this.#edges.replaceChildren(...paths);
  }

  #markSelection(): void {
    const { selection } = this.app.document;
    let selected: Shown | undefined;
    for (const [id, shown] of this.#shown) {
      const isSelected = id === selection;
      if (isSelected) selected = shown;
      shown.button.setAttribute("aria-current", String(isSelected));
      shown.button.tabIndex = isSelected ? 0 : -1;
    }
    if (selected === undefined) {
      const first = this.#shown.get("/noise") ?? [...this.#shown.values()][0];
      if (first !== undefined) first.button.tabIndex = 0;
    } else {
      const place = this.#layout.places.get(selection);
      if (place !== undefined)
        this.#camera.reveal(place.x, place.y, cardWidth, cardHeight);
    }
    for (const path of this.#edges.children) {
      const { from, to } = (path as SVGElement).dataset;
      path.classList.toggle("used", from === selection || to === selection);
    }
    const isUsed = [...this.#shown.values()].some(({ card }) => card.inputs.includes(selection));
    this.#remove.disabled = isUsed || !/^\/(nodes|maps)\/[^/]+$/.test(selection);
  }

  #onKey(event: KeyboardEvent): void {
    const id = (event.target as HTMLElement).dataset["id"];
    const shown = id === undefined ? undefined : this.#shown.get(id);
    if (shown === undefined || event.ctrlKey || event.metaKey) return;
    let next: string | undefined;
    if (event.key === "ArrowLeft") next = shown.card.inputs.find((input) => this.#shown.has(input));
    else if (event.key === "ArrowRight")
      next = [...this.#shown.values()].find(({ card }) => card.inputs.includes(shown.card.id))?.card.id;
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      next = this.#inColumn(shown.card.id, event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter") this.editor.reveal(shown.card.id);
    else if (event.key === "v") this.view.setMap(shown.card.map);
    else if (event.key === "Delete" && !this.#remove.disabled) void this.#deleteSelected();
    else return;
    event.preventDefault();
    if (next === undefined) return;
    this.app.document.select(next);
    this.#shown.get(next)?.button.focus();
  }

  #inColumn(id: string, direction: 1 | -1): string | undefined {
    const ids = [...this.#shown.keys()].sort((a, b) => this.#order(a) - this.#order(b));
    return ids[ids.indexOf(id) + direction];
  }

  async #deleteSelected(): Promise<void> {
    const { document, engine } = this.app;
    const [, list, name] = document.selection.split("/") as [string, string, string];
    try {
      const recipe = JSON.parse(document.text) as JsonObject;
      const members = recipe[list] as JsonObject | undefined;
      delete members?.[name.replaceAll("~1", "/").replaceAll("~0", "~")];
      if (members !== undefined && Object.keys(members).length === 0) delete recipe[list];
      const text = await engine.edit(JSON.stringify(recipe), []);
      document.select("/noise");
      document.setText(text, "controls");
    } catch (error) {
      this.app.announce(error instanceof Error ? error.message : String(error));
    }
  }

  #renderSoon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#renderVisible(), restMilliseconds);
  }

  #renderVisible(): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    const scale = pictureSize / Math.max(...state.size);
    const size = state.size.map((pixels) => Math.max(Math.round(pixels * scale), 1)) as [number, number];
    for (const [id, shown] of this.#shown) {
      const place = this.#layout.places.get(id);
      if (place === undefined || shown.pictureKey === shown.card.key) continue;
      if (!this.#camera.isVisible(place.x, place.y, cardWidth, cardHeight)) continue;
      shown.pictureKey = shown.card.key;
      const { map } = shown.card;
      const request = { text: state.text, maps: [map], edits: [{ path: "size", value: size }], size, priority: 3 };
      this.app.engine
        .render(`node:${id}`, request, (picture) => this.#draw(shown, picture, map))
        .catch(() => shown.button.classList.add("failed"));
    }
  }

  #draw({ canvas, button }: Shown, picture: RenderedPicture, map: string): void {
    const rendered = picture.maps.get(map);
    if (rendered === undefined) return;
    const transfers = transfersOf(map, rendered.channels, this.app.document.state);
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.putImageData(imageOf(rendered, picture.width, picture.height, transfers), 0, 0);
    button.classList.remove("failed");
  }
}
