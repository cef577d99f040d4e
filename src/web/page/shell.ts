// The frame of the page: its regions and its messages.

import { make } from "./elements.js";

interface Regions {
  header: HTMLElement;
  editor: HTMLElement;
  graph: HTMLElement;
  controls: HTMLElement;
  view: HTMLElement;
}

// Regions can be folded on narrow screens.
function region(name: string, label: string): { section: HTMLElement; body: HTMLElement } {
  const body = make("div", { class: `region-body ${name}` });
  const details = make("details", { open: "" }, make("summary", { text: label }), body);
  return { section: make("section", { class: `region region-${name}`, "aria-label": label }, details), body };
}

/** Replaces the text shown while loading by the page's regions. */
export function layOut(version: string): Regions {
  const page = document.getElementById("page") as HTMLElement;
  const header = make("header", { class: "header" }, make("h1", { text: "cobble", title: `cobble ${version}` }));
  const editor = region("editor", "Recipe");
  const graph = region("graph", "Nodes");
  const controls = region("controls", "Controls");
  const view = region("view", "Picture");
  page.replaceChildren(header, editor.section, graph.section, controls.section, view.section);
  page.setAttribute("aria-busy", "false");
  return {
    header,
    editor: editor.body,
    graph: graph.body,
    controls: controls.body,
    view: view.body,
  };
}

/** Returns a function that shows a message for some seconds, also to screen readers. */
export function createAnnouncer(): (message: string) => void {
  const box = make("output", { class: "announcement", role: "status", "aria-live": "polite" });
  document.body.append(box);
  let timer = 0;
  return (message) => {
    box.textContent = message;
    box.classList.add("shown");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => box.classList.remove("shown"), 2000 + 60 * message.length);
  };
}

/** Replaces the page by a sentence, and prints the error on the console. */
export function showFailure(sentence: string, error: unknown): void {
  const page = document.getElementById("page") as HTMLElement;
  page.replaceChildren(make("p", { id: "start", role: "alert", text: sentence }));
  page.setAttribute("aria-busy", "false");
  console.error(error);
}
