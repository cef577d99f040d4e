// What the page is, and the licences of what is inside.

import type { Description } from "./contract.js";
import { make } from "./shell.js";

export function mountAbout(
  header: HTMLElement,
  { version, noise_version }: Description,
  licenses: Uint8Array | undefined,
): void {
  const open = make("button", { type: "button", text: "About", "aria-haspopup": "dialog" });
  const close = make("button", { type: "button", text: "Close" });
  const text = make("pre", { class: "about-licenses", tabindex: "0", "aria-label": "Licences" });
  const dialog = make(
    "dialog",
    { class: "about", "aria-label": "About this page" },
    make("h2", { text: `cobble ${version}, noise version ${noise_version}` }),
    make("p", {
      text:
        "Everything is computed in this browser, by the same code as in the command: the same " +
        "recipe gives the same pixels everywhere. Nothing is sent anywhere.",
    }),
    make("h3", { text: "Licences" }),
    text,
    close,
  );
  open.addEventListener("click", () => {
    text.textContent = new TextDecoder().decode(licenses);
    dialog.showModal();
  });
  close.addEventListener("click", () => dialog.close());
  header.append(open, dialog);
}
