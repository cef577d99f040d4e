// A button that takes colours from a picture.

import type { PaletteColor } from "../../module/cobble.js";
import { make } from "../elements.js";
import { reasonOf } from "../errors.js";
import { smallButton, type Target } from "./control.js";

/** As many as `cobble palette` finds, unless there are more already. */
const usualCount = 6;

/** In: count, of the colours that there are; taken, called with those of a picture. */
export function pictureButton(
  { app, label }: Target,
  count: () => number,
  taken: (colors: readonly PaletteColor[]) => void,
): HTMLElement {
  const input = make("input", { type: "file", accept: "image/*,.exr,.hdr", hidden: "" });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    try {
      const picture = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const colors = await app.engine.palette(picture, Math.max(count(), usualCount));
      if (colors.length < 2) throw new Error("has fewer than two colours");
      taken(colors);
    } catch (error) {
      app.announce(`${file.name}: ${reasonOf(error)}`);
    }
    input.value = ""; // so that it can be chosen again
  });
  const title = `Take colours from a picture: ${label}`;
  return make("span", {}, smallButton("From a picture…", title, () => input.click()), input);
}
