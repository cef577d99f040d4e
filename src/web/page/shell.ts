// The frame of the page: its regions and its messages.

import { make } from "./elements.js";

/** Replaces the text shown while loading by the page's regions. */
export function layOut(version: string) {
  const page = document.getElementById("page") as HTMLElement;
  const header = make("header", { class: "header" });
  header.append(make("h1", { text: "cobble", title: `cobble ${version}` }));
  page.replaceChildren(header);
  page.setAttribute("aria-busy", "false");
  // Regions can be folded on narrow screens.
  const region = (name: string, text: string): HTMLElement => {
    const body = make("div", { class: `region-body ${name}` });
    const details = make("details", { open: "" }, make("summary", { text }), body);
    page.append(make("section", { class: `region region-${name}`, "aria-label": text }, details));
    return body;
  };
  return {
    header,
    editor: region("editor", "Recipe"),
    graph: region("graph", "Nodes"),
    controls: region("controls", "Controls"),
    view: region("view", "Picture"),
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
