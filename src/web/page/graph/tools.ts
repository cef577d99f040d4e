// The buttons above the graph.

import { button, make } from "../elements.js";
import { zoomStep } from "../gestures.js";
import type { Camera } from "./camera.js";

interface ToolActions {
  add(): void;
  remove(): void;
  connect(): void;
  fit(): void;
  /** Lets the graph fill the window, or ends that. */
  expand(isExpanded: boolean): void;
}

export function createTools(camera: Camera, actions: ToolActions) {
  const tool = (text: string, title: string, run: () => void) =>
    button({ text, title, "aria-label": title }, run);
  const removeTitle = "Delete the selected node";
  const remove = tool("Delete", removeTitle, () => actions.remove());
  const expand = tool("Expand", "Expand the graph to fill the window", () =>
    setExpanded(!isExpanded()),
  );
  const isExpanded = () => expand.getAttribute("aria-pressed") === "true";
  const setExpanded = (value: boolean) => {
    expand.setAttribute("aria-pressed", String(value));
    actions.expand(value);
  };
  expand.setAttribute("aria-pressed", "false");
  const element = make(
    "div",
    { class: "graph-tools", role: "toolbar", "aria-label": "Nodes" },
    tool("Add", "Add a node", () => actions.add()),
    tool("Connect", "Connect the selected node to another one (c)", () => actions.connect()),
    remove,
    make("span", { class: "graph-space" }),
    tool("−", "Zoom the graph out (−)", () => camera.zoom(1 / zoomStep)),
    tool("+", "Zoom the graph in (+)", () => camera.zoom(zoomStep)),
    tool("Fit", "Fit the whole graph (0)", () => actions.fit()),
    expand,
  );
  return {
    element,
    /** In: why the selected node cannot be deleted; undefined if it can be. */
    setKept: (reason: string | undefined) => {
      remove.disabled = reason !== undefined;
      remove.title = reason ?? removeTitle;
      remove.setAttribute("aria-label", reason === undefined ? removeTitle : `Delete: ${reason}`);
    },
    collapse: () => {
      if (!isExpanded()) return;
      setExpanded(false);
      expand.focus();
    },
  };
}
