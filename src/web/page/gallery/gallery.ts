// A dialog with the presets as pictures, by group. Each is rendered when it first comes into view.

import "./gallery.css";
import type { App, Description, JsonObject } from "../contract.js";
import { button, make, putImage, showMatches } from "../elements.js";
import { arrowOf, hasModifier } from "../gestures.js";
import { objectIn } from "../json.js";
import { isOfSphere } from "../math.js";
import { presetText } from "../presets.js";
import { imageIn } from "../view/paint.js";
import { transfersOf } from "../view/pixels.js";
import { globeOf } from "./globe.js";

/** A recipe that `cobble page` put into the page. */
export interface GivenRecipe {
  name: string;
  text: string;
}

/** A recipe to open. */
type Entry = Description["presets"][number] & { text(): string };

interface Card {
  entry: Entry;
  button: HTMLButtonElement;
  canvas: HTMLCanvasElement;
}

const pictureSize = 144;

/** In: given, the recipes that the page was made with, which come first. */
export function mountGallery(header: HTMLElement, app: App, given: readonly GivenRecipe[]): void {
  const entries = entriesOf(app, given);
  let dialog: HTMLDialogElement | undefined;
  const open = button({ "aria-haspopup": "dialog", class: "open-gallery" }, () => {
    if (dialog === undefined) {
      dialog = createDialog(app, entries);
      document.body.append(dialog);
    }
    dialog.showModal();
    const current = `button[data-name="${CSS.escape(app.document.name)}"]`;
    dialog.querySelector<HTMLButtonElement>(current)?.focus();
  });
  const what = make("span", { text: "Presets: " });
  const label = () => open.replaceChildren(what, app.document.name);
  label();
  app.document.on("name", label);
  header.append(open);
}

function entriesOf(app: App, given: readonly GivenRecipe[]): Entry[] {
  return [
    ...given.map(({ name, text }) => {
      const { description: own } = parsed(text);
      const description = typeof own === "string" ? own : "";
      return { name, group: "recipes", description, text: () => text };
    }),
    ...app.description.presets.map((preset) => {
      return { ...preset, text: () => presetText(app, preset.name) };
    }),
  ];
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

function createDialog(app: App, entries: readonly Entry[]): HTMLDialogElement {
  const names = { placeholder: "Search", "aria-label": "Search presets" };
  const search = make("input", { type: "search", ...names });
  const none = make("p", { class: "gallery-none", text: "No preset matches.", hidden: "" });
  const groups = make("div", { class: "gallery-groups" });
  const close = button({ "aria-label": "Close", text: "✕" }, () => dialog.close());
  const dialog = make(
    "dialog",
    { class: "gallery", "aria-label": "Presets" },
    make("header", {}, make("h2", { text: "Presets" }), search, close),
    groups,
    none,
  );
  const cards: Card[] = [];
  for (const [group, members] of Map.groupBy(entries, ({ group }) => group)) {
    const grid = make("div", { class: "gallery-grid" });
    for (const entry of members) {
      const card = createCard(app, entry, dialog);
      grid.append(card.button);
      cards.push(card);
    }
    groups.append(make("section", { "aria-label": group }, make("h3", { text: group }), grid));
  }
  const textOf = ({ name, group, description }: Entry) => `${name} ${group} ${description}`;
  const texts = new Map(cards.map(({ button, entry }) => [button, textOf(entry)]));
  // A click on the backdrop targets the dialog itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  search.addEventListener("input", () => {
    showMatches(search.value, texts, groups);
    none.hidden = cards.some(({ button }) => !button.hidden);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the button that gets the focus would open the gallery again
    cards.find(({ button }) => !button.hidden)?.button.click();
  });
  groups.addEventListener("keydown", (event) => {
    // What is typed goes to the search, wherever the focus is.
    if (/^[\p{L}\p{N}]$/u.test(event.key) && !hasModifier(event)) search.focus();
    else moveFocus(event, cards);
  });
  renderVisible(app, cards);
  return dialog;
}

function createCard(app: App, entry: Entry, dialog: HTMLDialogElement): Card {
  const { name, description } = entry;
  // Descriptions repeat the name before a colon.
  const about = description.replace(/^[^:]*: /, "");
  const side = String(pictureSize);
  const canvas = make("canvas", { width: side, height: side, "aria-hidden": "true" });
  const open = () => {
    dialog.close();
    app.document.open(name, entry.text());
  };
  const attributes = { "data-name": name, title: description, "aria-label": `${name}: ${about}` };
  const content = [canvas, make("span", { text: name })];
  return { entry, button: button(attributes, open, ...content), canvas };
}

// Arrow keys move along cards, and up and down to the nearest card of the next row.
function moveFocus(event: KeyboardEvent, cards: readonly Card[]): void {
  const buttons = cards.map(({ button }) => button).filter((each) => each.offsetParent !== null);
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const from = buttons[at];
  const [x, y] = arrowOf(event.key) ?? [0, 0];
  if (from === undefined || (x === 0 && y === 0)) return;
  event.preventDefault();
  const rowsTo = ({ offsetTop }: HTMLElement) => (offsetTop - from.offsetTop) * y;
  const across = ({ offsetLeft }: HTMLElement) => Math.abs(offsetLeft - from.offsetLeft);
  const beyond = buttons.filter((each) => rowsTo(each) > 0);
  const order = (a: HTMLElement, b: HTMLElement) => rowsTo(a) - rowsTo(b) || across(a) - across(b);
  (y === 0 ? buttons[at + x] : beyond.sort(order)[0])?.focus();
}

function renderVisible(app: App, cards: readonly Card[]): void {
  const byButton = new Map<Element, Card>(cards.map((card) => [card.button, card]));
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const card = byButton.get(target);
        if (!isIntersecting || card === undefined) continue;
        observer.unobserve(target);
        void renderCard(app, card);
      }
    },
    { rootMargin: "200px" },
  );
  for (const { button } of cards) observer.observe(button);
}

async function renderCard(app: App, { entry, canvas }: Card): Promise<void> {
  try {
    const text = entry.text();
    const recipe = parsed(text);
    const { color, emissive } = objectIn(recipe, "maps");
    const isSphere = isOfSphere(recipe);
    const colored = isSphere ? "color" : "lit";
    const map = color === undefined ? "height" : colored;
    const isGlobe = isSphere && emissive === undefined; // what glows is a sky
    const side = isGlobe ? 1.5 * pictureSize : pictureSize;
    const size: [number, number] = [isSphere ? 2 * side : side, side];
    const edits = [
      { path: "size", value: size },
      ...(isSphere ? [{ path: "domain.surface", value: "equirectangular" }] : []),
    ];
    // The middle of a sphere.
    const window = { x: (size[0] - side) / 2, y: 0, width: side, height: side };
    const request = { text, maps: [map], edits, size, window, waits: true };
    await app.engine.render(`gallery:${entry.group}/${entry.name}`, request, (picture) => {
      const image = imageIn(picture, map, ({ channels }) => transfersOf(map, channels));
      if (image !== undefined) putImage(canvas, isGlobe ? globeOf(image, pictureSize) : image);
    });
  } catch {
    canvas.classList.add("failed"); // such as one that needs a picture
  }
}
