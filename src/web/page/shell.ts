// The frame of the page: its regions, its messages, and the dialog about it.

import type { Description } from "./contract.js";
import { button, make } from "./elements.js";

/** Replaces the text shown while loading by the page's regions. */
export function layOut(version: string) {
  const page = document.getElementById("page") as HTMLElement;
  const header = make("header", { class: "header" });
  header.append(make("h1", { text: "cobble", title: `cobble ${version}` }));
  page.replaceChildren(header);
  page.setAttribute("aria-busy", "false");
  const folds = new Map<string, HTMLDetailsElement>();
  const region = (name: string, text: string): HTMLElement => {
    const body = make("div", { class: `region-body ${name}` });
    const details = make("details", { open: "" }, make("summary", { text }), body);
    page.append(make("section", { class: `region region-${name}`, "aria-label": text }, details));
    folds.set(name, details);
    return body;
  };
  const regions = {
    editor: region("editor", "Recipe"),
    graph: region("graph", "Nodes"),
    controls: region("controls", "Controls"),
    view: region("view", "Picture"),
  };
  const foldable = ["editor", "graph"].map((name) => folds.get(name) as HTMLDetailsElement);
  const isNarrow = matchMedia("(width < 720px)").matches;
  for (const details of foldable) details.open = !isNarrow;
  return { header, foldable, ...regions };
}

/** Adds buttons that show and hide regions. On narrow screens, their titles do. */
export function mountFolds(header: HTMLElement, foldable: readonly HTMLDetailsElement[]): void {
  for (const details of foldable) {
    const [text, title] = details.querySelector(".editor")
      ? ["Text", "Show or hide the recipe's text"]
      : ["Nodes", "Show or hide the graph of nodes"];
    const fold = button({ class: "fold", text, title }, () => {
      details.open = !details.open;
    });
    const show = () => fold.setAttribute("aria-pressed", String(details.open));
    details.addEventListener("toggle", show);
    show();
    header.append(fold);
  }
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

/**
 * Copies a text. Where the browser does not allow that, as for pages from plain http, it shows the
 * text to copy, and returns false.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { readonly: "", rows: "12", "aria-label": "Text to copy" });
    field.value = text;
    const close = button({ text: "Close" }, () => dialog.close());
    const dialog: HTMLDialogElement = make("dialog", { class: "about copying" }, field, close);
    dialog.ariaLabel = "Text to copy";
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return false;
  }
}

/** Replaces the page by a sentence, and prints the error on the console. */
export function showFailure(sentence: string, error: unknown): void {
  const page = document.getElementById("page") as HTMLElement;
  page.replaceChildren(make("p", { id: "start", role: "alert", text: sentence }));
  page.setAttribute("aria-busy", "false");
  console.error(error);
}

/** In: licenses, their text as UTF-8. */
export function mountAbout(
  header: HTMLElement,
  { version, noise_version }: Description,
  licenses: Uint8Array | undefined,
): void {
  const text = make("pre", { class: "about-licenses", tabindex: "0", "aria-label": "Licences" });
  const dialog: HTMLDialogElement = make(
    "dialog",
    { class: "about", "aria-label": "About this page" },
    make("h2", { text: `cobble ${version}, noise version ${noise_version}` }),
    make("p", {
      text:
        "Everything is computed in this browser, by the same code as the command: the same " +
        "recipe gives the same pixels everywhere. Nothing is sent anywhere.",
    }),
    make("h3", { text: "Licences" }),
    text,
    button({ text: "Close" }, () => dialog.close()),
  );
  const open = button({ text: "About", "aria-haspopup": "dialog" }, () => {
    text.textContent = new TextDecoder().decode(licenses);
    dialog.showModal();
  });
  header.append(open, dialog);
}
