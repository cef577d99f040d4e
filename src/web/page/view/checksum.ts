// The checksum of the map at the recipe's own size: that of `cobble render --checksum`.

import type { App } from "../contract.js";
import { make } from "../shell.js";
import { isSolid } from "./solid_view.js";

/** How long the recipe rests before its checksum is computed. */
const restMilliseconds = 1200;

export function createChecksum(
  app: App,
  view: { readonly map: string; onMap(listener: () => void): void },
): HTMLElement {
  const value = make("code", { class: "checksum-value", text: "…" });
  const label = make("span", {});
  const copy = make("button", { type: "button", text: "Copy", "aria-label": "Copy the checksum" });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(value.textContent ?? "");
    app.announce("Copied the checksum.");
  });
  let timer = 0;
  const update = (): void => {
    value.textContent = "…";
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void compute(), restMilliseconds);
  };
  const compute = async (): Promise<void> => {
    const { state, text } = app.document;
    if (state === undefined || state.text !== text || app.document.issues.length > 0) return;
    const map = isSolid(view.map) ? "height" : view.map;
    label.textContent = `Checksum of ${map}, ${state.size.join(" × ")}:`;
    try {
      const checksum = await app.engine.checksum("view", text, map);
      if (checksum !== undefined && app.document.text === text) value.textContent = checksum;
    } catch (error) {
      value.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  app.document.on("state", update);
  view.onMap(update);
  return make("p", { class: "checksum" }, label, " ", value, " ", copy);
}
