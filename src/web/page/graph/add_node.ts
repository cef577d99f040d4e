// The dialog that adds a named node or a map. Its type is searched for in a list.

import type { App } from "../contract.js";
import { createNode, freeName, typeOptions } from "../controls/convert.js";
import { make, option, select } from "../elements.js";
import { objectIn, stepFor, stepsOf } from "../json.js";
import { materialMaps } from "../view/solid_view.js";
import { formDialog } from "./dialog.js";

export class AddDialog {
  readonly element: HTMLDialogElement;
  readonly #search = make("input", {
    type: "search",
    "aria-label": "Search types",
    placeholder: "Search types",
    autocomplete: "off",
  });
  readonly #list = select({ size: "12", required: "", "aria-label": "Type" }, [], () =>
    this.#suggestName(),
  );
  // Names that formulas can use as they are.
  readonly #name = make("input", {
    type: "text",
    required: "",
    maxlength: "100",
    pattern: "[A-Za-z][A-Za-z0-9_\\-]*",
    title: "Letters, digits, - and _",
    "aria-label": "Name",
    autocomplete: "off",
  });
  readonly #kind = select(
    { "aria-label": "Kind" },
    [option("nodes", "Node, for formulas"), option("maps", "Map, with its own picture")],
    () => this.#suggestName(),
  );
  #hasOwnName = false;

  constructor(private readonly app: App) {
    this.element = formDialog(
      make("h2", { text: "Add a node" }),
      "Add",
      () => this.#add(),
      this.#search,
      this.#list,
      make("label", {}, "Kind", this.#kind),
      make("label", {}, "Name", this.#name),
    );
    this.#search.addEventListener("input", () => this.#fill());
    this.#search.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.#list.focus();
    });
    this.#name.addEventListener("input", () => {
      this.#hasOwnName = true;
      this.#checkName();
    });
  }

  open(): void {
    this.#search.value = "";
    this.#kind.value = "nodes";
    this.#hasOwnName = false;
    this.#fill();
    this.element.showModal();
    this.#search.focus();
  }

  // Chooses by name first: "wa" finds "warp" before a summary with "water".
  #fill(): void {
    const words = this.#search.value.trim().toLowerCase().split(/\s+/);
    const groups = typeOptions(this.app, "any", ({ name, summary }) => {
      const isWanted = words.every((word) => `${name} ${summary}`.toLowerCase().includes(word));
      return isWanted ? [option(name, `${name} – ${summary}`, summary)] : [];
    });
    this.#list.replaceChildren(...groups);
    const names = [...this.#list.options].map(({ value }) => value);
    this.#list.value = names.find((name) => name.startsWith(words[0] ?? "")) ?? names[0] ?? "";
    this.#suggestName();
  }

  #suggestName(): void {
    const type = this.#list.value;
    if (!this.#hasOwnName) this.#name.value = type === "" ? "" : this.#freeName(type);
    this.#checkName();
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
    const { document, description } = this.app;
    const node = description.nodes.find(({ name }) => name === this.#list.value);
    if (node === undefined) return;
    const [root, name, ...inner] = stepsOf(document.selection);
    const spare = root === "nodes" && name && inner.length === 0 ? [{ ref: name }] : [];
    const path = `/${this.#kind.value}/${stepFor(this.#name.value)}`;
    document.edit([{ path, value: createNode(this.app, node, spare) }]);
    document.select(path);
    this.app.announce(`Added ${this.#name.value}`);
  }
}
