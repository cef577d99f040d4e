// The dialog that adds a named node or a map. Its type is searched for in a list.

import type { App, NodeDescription } from "../contract.js";
import { createNode, freeName, typeGroups } from "../controls/convert.js";
import { button, make, option, select, showMatches } from "../elements.js";
import { arrowOf } from "../gestures.js";
import { objectIn, stepFor, stepsOf } from "../json.js";
import { clamp } from "../math.js";

let nextId = 0;

/** The maps that the map lit shows. */
const materialMaps = ["color", "roughness", "metallic", "emissive"];

export class AddDialog {
  readonly element: HTMLDialogElement;
  readonly #search = make("input", {
    type: "search",
    role: "combobox",
    "aria-controls": "add-types",
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    "aria-label": "Type",
    placeholder: "Search types",
    autocomplete: "off",
  });
  readonly #list = make("div", {
    role: "listbox",
    id: "add-types",
    class: "add-types",
    "aria-label": "Types",
  });
  // Names that formulas can use as they are.
  readonly #name = make("input", {
    type: "text",
    required: "",
    pattern: "[A-Za-z][A-Za-z0-9_\\-]*",
    title: "Letters, digits, - and _",
    "aria-label": "Name",
    autocomplete: "off",
  });
  readonly #kind = select(
    { "aria-label": "Kind" },
    [option("nodes", "Node, for formulas"), option("maps", "Map, with its own picture")],
    () => this.#choose(this.#chosen),
  );
  readonly #options = new Map<NodeDescription, HTMLElement>();
  #chosen: NodeDescription | undefined;
  #hasOwnName = false;

  constructor(private readonly app: App) {
    this.#fill();
    const buttons = make(
      "div",
      { class: "add-buttons" },
      button({ text: "Cancel" }, () => this.element.close()),
      make("button", { class: "primary", text: "Add" }),
    );
    const form = make(
      "form",
      { method: "dialog" },
      make("h2", { text: "Add a node" }),
      this.#search,
      this.#list,
      make("label", {}, "Kind", this.#kind),
      make("label", {}, "Name", this.#name),
      buttons,
    );
    this.element = make("dialog", { class: "add-node", "aria-label": "Add a node" }, form);
    this.#search.addEventListener("input", () => this.#filter());
    this.#search.addEventListener("keydown", (event) => this.#onKey(event));
    this.#name.addEventListener("input", () => {
      this.#hasOwnName = true;
      this.#checkName();
    });
    form.addEventListener("submit", () => this.#add());
  }

  open(): void {
    this.#search.value = "";
    this.#kind.value = "nodes";
    this.#hasOwnName = false;
    this.#filter();
    this.element.showModal();
    this.#search.focus();
  }

  #fill(): void {
    for (const { label, nodes } of typeGroups(this.app)) {
      const id = `add-${++nextId}`;
      const group = make(
        "div",
        { role: "group", "aria-labelledby": id },
        make("div", { id, class: "add-group", text: label }),
      );
      for (const node of nodes) group.append(this.#optionFor(node));
      this.#list.append(group);
    }
  }

  #optionFor(node: NodeDescription): HTMLElement {
    const option = make(
      "div",
      { role: "option", id: `add-${++nextId}`, class: "add-type" },
      make("b", { text: node.name }),
      make("span", { text: node.summary }),
    );
    option.addEventListener("click", () => this.#choose(node));
    option.addEventListener("dblclick", () => this.element.querySelector("form")?.requestSubmit());
    this.#options.set(node, option);
    return option;
  }

  get #shown(): NodeDescription[] {
    return [...this.#options.keys()].filter((node) => !this.#options.get(node)?.hidden);
  }

  // Chooses by name first: "wa" finds "warp" before a summary with "water".
  #filter(): void {
    const { value } = this.#search;
    const textOf = ({ name, summary }: NodeDescription) => `${name} ${summary}`;
    const texts = new Map([...this.#options].map(([node, option]) => [option, textOf(node)]));
    showMatches(value, texts, this.#list);
    const [word = ""] = value.trim().toLowerCase().split(/\s+/);
    this.#choose(this.#shown.find(({ name }) => name.startsWith(word)) ?? this.#shown[0]);
  }

  #choose(node: NodeDescription | undefined): void {
    this.#chosen = node;
    this.#search.removeAttribute("aria-activedescendant");
    for (const [each, option] of this.#options) {
      option.setAttribute("aria-selected", String(each === node));
      if (each !== node) continue;
      this.#search.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
    if (!this.#hasOwnName) this.#name.value = node === undefined ? "" : this.#freeName(node.name);
    this.#checkName();
  }

  #onKey(event: KeyboardEvent): void {
    const [, step = 0] = arrowOf(event.key) ?? [];
    if (step === 0) return;
    event.preventDefault();
    const shown = this.#shown;
    const at = shown.findIndex((node) => node === this.#chosen);
    const next = shown[clamp(at + step, 0, shown.length - 1)];
    if (next !== undefined) this.#choose(next);
  }

  get #names(): Set<string> {
    return new Set(Object.keys(objectIn(this.app.document.state?.recipe ?? {}, this.#kind.value)));
  }

  #freeName(type: string): string {
    const names = this.#names;
    const map = materialMaps.find((each) => !names.has(each));
    return this.#kind.value === "maps" && map !== undefined ? map : freeName(type, names);
  }

  #checkName(): void {
    const { value } = this.#name;
    const kind = this.#kind.value === "maps" ? "map" : "node";
    let fault = this.#names.has(value) ? `Another ${kind} is called ${value}.` : "";
    if (value === "noise") fault = "noise is the name of the recipe's result.";
    this.#name.setCustomValidity(fault);
  }

  // If the new node has an input, it is the selected node.
  #add(): void {
    const node = this.#chosen;
    if (node === undefined) return;
    const { document } = this.app;
    const [root, name, ...inner] = stepsOf(document.selection);
    const spare = root === "nodes" && name && inner.length === 0 ? [{ ref: name }] : [];
    const path = `/${this.#kind.value}/${stepFor(this.#name.value)}`;
    document.edit([{ path, value: createNode(this.app, node, spare) }]);
    document.select(path);
    this.app.announce(`Added ${this.#name.value}`);
  }
}
