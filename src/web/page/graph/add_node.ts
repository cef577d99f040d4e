// The dialog that adds a node with a name.

import type { App, NodeDescription } from "../contract.js";
import { make } from "../shell.js";


export function createAddDialog(app: App): { open(): void; element: HTMLElement } {
  const name = make("input", { type: "text", required: "", pattern: "[A-Za-z][A-Za-z0-9_\\-]*", "aria-label": "Name" });
  const type = make("select", { "aria-label": "Type" });
  const about = make("p", { class: "add-about" });
  const nodes = app.description.nodes.filter((node) => !["ref", "constant", "color", "image", "by-example"].includes(node.name));
  const group = (label: string, members: readonly NodeDescription[]) =>
    make("optgroup", { label }, ...members.map((node) => make("option", { value: node.name, text: node.name })));
  type.append(
    group("Noises", nodes.filter(({ noise }) => noise === true)),
    group("Others", nodes.filter(({ noise }) => noise !== true)),
  );
  const describe = () => {
    const node = nodes.find((each) => each.name === type.value);
    about.textContent = node === undefined ? "" : `${node.summary}: ${node.call}`;
  };
  type.addEventListener("change", describe);
  describe();
  const cancel = make("button", { type: "button", text: "Cancel" });
  const form = make(
    "form",
    { method: "dialog" },
    make("label", {}, "Name", name),
    make("label", {}, "Type", type),
    about,
    make("div", { class: "add-buttons" }, cancel, make("button", { class: "primary", text: "Add" })),
  );
  const dialog = make("dialog", { class: "add-node", "aria-label": "Add a node" }, form);
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", () => {
    const node = nodes.find((each) => each.name === type.value);
    if (node === undefined) return;
    const pointer = `/nodes/${name.value}`;
    app.document.edit([{ path: pointer, value: formulaFor(node, app) }]);
    app.document.select(pointer);
  });
  return {
    element: dialog,
    open: () => {
      name.value = "";
      dialog.showModal();
      name.focus();
    },
  };
}

// A call with the selected node as its first input.
function formulaFor(node: NodeDescription, app: App): string {
  const selected = /^\/nodes\/([^/]+)$/.exec(app.document.selection)?.[1];
  const source = selected ?? "perlin(4)";
  const list = /\((.*)\)$/.exec(node.call)?.[1] ?? "";
  const needed = list.split(/,\s*/).filter((part) => /^[\w-]+$/.test(part));
  const valueOf = (part: string, i: number) => {
    const field = node.keys.find(({ key }) => key === part);
    if (field?.type === "pairs") return "[[0, 0], [1, 1]]";
    if (field?.type === "stops") return "[[0, black], [1, white]]";
    if (field?.type === "colors") return "[#404040, #c0c0c0]";
    if (field?.type === "inputs") return "[perlin(4), perlin(4)]";
    if (field?.type === "input") return i === 0 ? source : field.accepts === "color" ? "teal" : "0.5";
    if (field?.type === "vector" || field?.type === "range") return "[0, 1]";
    return "0.5";
  };
  return `${node.name}(${needed.map(valueOf).join(", ")})`;
}
