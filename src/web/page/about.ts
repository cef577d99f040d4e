// The dialog about the page, with the licences.

import type { Description } from "./contract.js";
import { button, make } from "./elements.js";

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
