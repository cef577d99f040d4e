// The buttons above the picture: what is shown, how often, and how large.

import type { App } from "../contract.js";
import { make } from "../shell.js";
import { offeredMaps } from "./pixels.js";
import { solidKinds } from "./solid_view.js";
import type { Viewport } from "./viewport.js";

export class Toolbar {
  readonly element: HTMLElement;
  readonly #maps = make("select", { "aria-label": "What is shown", class: "view-map" });
  readonly #repeats = make("select", { "aria-label": "Repeats" });
  readonly #zoom = make("button", { type: "button", class: "view-zoom", title: "Show the recipe's own pixels (1)" });
  #offered = "";

  constructor(
    private readonly app: App,
    private readonly viewport: Viewport,
    private readonly view: { readonly map: string; setMap(map: string): void },
  ) {
    this.#maps.addEventListener("change", () => this.view.setMap(this.#maps.value));
    for (const count of [1, 2, 3])
      this.#repeats.append(make("option", { value: String(count), text: `${count} × ${count}` }));
    this.#repeats.addEventListener("change", () => viewport.setRepeats(Number(this.#repeats.value)));
    this.#zoom.addEventListener("click", () => viewport.zoomTo(1));
    this.element = make(
      "div",
      { class: "view-toolbar", role: "toolbar", "aria-label": "Picture" },
      this.#maps,
      this.#repeats,
      make("span", { class: "view-space" }),
      this.#button("−", "Zoom out", () => viewport.zoomTo(viewport.scale / 1.25)),
      this.#zoom,
      this.#button("+", "Zoom in", () => viewport.zoomTo(viewport.scale * 1.25)),
      this.#button("Fit", "Show the whole picture (0)", () => viewport.fit()),
    );
  }

  #button(text: string, title: string, run: () => void): HTMLButtonElement {
    const button = make("button", { type: "button", text, title, "aria-label": title });
    button.addEventListener("click", run);
    return button;
  }

  /** Offers what the recipe has. */
  update(): void {
    const { state } = this.app.document;
    if (state !== undefined) {
      const { maps, nodes } = offeredMaps(state);
      // Nodes without a name are offered only while one of them is shown.
      const shown = this.view.map;
      const others = shown.startsWith("@/") ? [shown] : [];
      const offered = JSON.stringify([maps, nodes, others]);
      if (offered !== this.#offered) {
        this.#offered = offered;
        this.#maps.replaceChildren(
          group("Look", solidKinds),
          group("Maps", maps),
          ...(nodes.length + others.length > 0 ? [group("Nodes", [...nodes, ...others])] : []),
        );
      }
    }
    this.#maps.value = this.view.map;
    this.updateZoom();
  }

  updateZoom(): void {
    const percent = 100 * this.viewport.scale;
    const text = `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
    this.#zoom.textContent = text;
    this.#zoom.setAttribute("aria-label", `Zoom: ${text}. Show the recipe's own pixels`);
  }
}

function group(label: string, values: readonly string[]): HTMLOptGroupElement {
  const options = values.map((value) => make("option", { value, text: value.replace(/^@/, "") }));
  return make("optgroup", { label }, ...options);
}
