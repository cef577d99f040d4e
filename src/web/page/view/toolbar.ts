// The controls above the picture: what is shown, how often, and how large.

import type { App, View } from "../contract.js";
import { button, make, option, optionGroup, repeatsSelect, select } from "../elements.js";
import { zoomStep } from "../gestures.js";
import { kinds } from "../solid/scene.js";
import { mapTitle, offeredMaps } from "./maps.js";
import { isSolid } from "./solid_view.js";
import type { Viewport } from "./viewport.js";

export class Toolbar {
  readonly element: HTMLElement;
  readonly #maps = select({ "aria-label": "Map to show", class: "view-map" }, [], (map) =>
    this.view.setMap(map),
  );
  readonly #repeats = repeatsSelect({ class: "view-repeats" }, (repeats) =>
    this.viewport.setRepeats(repeats),
  );
  readonly #zoom = make("output", { class: "view-zoom", "aria-label": "Zoom" });
  readonly #flat: HTMLElement;
  #offered = "";

  constructor(
    private readonly app: App,
    private readonly viewport: Viewport,
    private readonly view: View,
    help: HTMLElement,
  ) {
    this.#flat = this.#createFlatControls();
    const attributes = { class: "view-toolbar", role: "toolbar", "aria-label": "Picture" };
    this.element = make("div", attributes, this.#maps, this.#flat, help);
  }

  // Not for solids.
  #createFlatControls(): HTMLElement {
    const { viewport } = this;
    const zoom = make(
      "div",
      { class: "view-zooming", role: "group", "aria-label": "Zoom" },
      tool("−", "Zoom out (−)", () => viewport.zoom(1 / zoomStep)),
      this.#zoom,
      tool("+", "Zoom in (+)", () => viewport.zoom(zoomStep)),
      tool("Fit", "Show the whole picture (0)", () => viewport.fit()),
      tool("1:1", "Show the recipe's own pixels (1)", () => viewport.zoomTo(1)),
    );
    return make("div", { class: "view-flat" }, this.#repeats, zoom);
  }

  update(): void {
    const { state } = this.app.document;
    if (state !== undefined) {
      const { maps, nodes } = offeredMaps(state);
      // An unnamed node is offered only while it is shown.
      const shown = this.view.map;
      const others = shown.startsWith("@/") && !nodes.includes(shown) ? [shown] : [];
      this.#offer(maps, [...nodes, ...others]);
      this.#repeats.disabled = !state.tiling;
      this.#repeats.title = state.tiling ? "Repeats (R)" : "This recipe does not tile";
    }
    this.#maps.value = this.view.map;
    this.#flat.hidden = isSolid(this.view.map);
    this.updateZoom();
  }

  #offer(maps: readonly string[], nodes: readonly string[]): void {
    const offered = JSON.stringify([maps, nodes]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const groups = Object.entries({ "3D": kinds, Maps: maps, Nodes: nodes });
    const optionOf = (value: string) => option(value, mapTitle(value));
    this.#maps.replaceChildren(
      ...groups.flatMap(([label, values]) => optionGroup(label, values.map(optionOf))),
    );
  }

  updateZoom(): void {
    const percent = 100 * this.viewport.scale;
    const text = `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
    if (this.#zoom.textContent !== text) this.#zoom.textContent = text;
    this.#repeats.value = String(this.viewport.repeats);
  }
}

// Signs need a name. Words are their own name, which users of voice control say.
function tool(text: string, title: string, run: () => void): HTMLButtonElement {
  return button({ text, title, ...(/^[−+]$/.test(text) && { "aria-label": title }) }, run);
}
