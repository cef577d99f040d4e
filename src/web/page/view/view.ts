// The picture of the recipe: which map, how large, and what is under the pointer.

import "./view.css";
import type { App, View } from "../contract.js";
import { make } from "../shell.js";
import { createChecksum } from "./checksum.js";
import { createProbe } from "./probe.js";
import { Rendering, type Shown } from "./rendering.js";
import { createSolidView, isSolid, type SolidView } from "./solid_view.js";
import { StatisticsPanel, statisticsOf } from "./statistics.js";
import { Toolbar } from "./toolbar.js";
import { Viewport } from "./viewport.js";

/** How long the picture rests before it is rendered in its new place. */
const restMilliseconds = 80;

export function mountView(parent: HTMLElement, app: App): View {
  return new PictureView(parent, app);
}

class PictureView implements View {
  map = "lit";
  readonly #canvas = make("canvas", {
    class: "picture",
    tabindex: "0",
    role: "img",
    "aria-label": "Picture",
    "aria-description":
      "Arrow keys move, plus and minus zoom, 0 fits, 1 shows the recipe's own pixels; with Shift, arrow keys move the crosshair.",
  });
  readonly #stage = make("div", { class: "stage" }, this.#canvas);
  readonly #overlay = make("div", { class: "stage-overlay", hidden: "" });
  readonly #statistics = new StatisticsPanel();
  readonly #viewport: Viewport;
  readonly #rendering: Rendering;
  readonly #toolbar: Toolbar;
  readonly #solid: SolidView;
  readonly #listeners: (() => void)[] = [];
  #timer = 0;
  #frame = 0;
  #requestedText = "";

  constructor(
    parent: HTMLElement,
    private readonly app: App,
  ) {
    this.#viewport = new Viewport(this.#canvas, () => this.#moved());
    this.#rendering = new Rendering(app, this.#viewport, this.#canvas, {
      drawn: () => this.#drawSoon(),
      shown: (shown) => this.#shown(shown),
      failed: (error) => this.#failed(error),
    });
    this.#toolbar = new Toolbar(app, this.#viewport, this);
    this.#solid = createSolidView(this.#stage, app);
    this.#stage.append(this.#overlay);
    const probe = createProbe(app, this, this.#canvas, this.#viewport);
    const facts = make("footer", { class: "view-facts" }, probe, this.#statistics.element, createChecksum(app, this));
    parent.append(make("div", { class: "view" }, this.#toolbar.element, this.#stage, facts));
    new ResizeObserver(() => this.#resized()).observe(this.#stage);
    this.#follow();
  }

  setMap(map: string): void {
    if (map === this.map) return;
    this.map = map;
    this.#toolbar.update();
    this.#requestedText = "";
    for (const listener of this.#listeners) listener();
    void this.#changed();
  }

  /** Calls back when another map is shown. */
  onMap(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #follow(): void {
    const { document } = this.app;
    // A text of a control is known to be right: its picture need not wait until it has been read.
    document.on("text", () => {
      if (document.lastChange.origin === "controls") void this.#render();
    });
    document.on("state", () => void this.#changed());
    document.on("issues", () => this.#showOverlay());
  }

  async #changed(): Promise<void> {
    const { state } = this.app.document;
    if (state === undefined) return;
    this.#viewport.setPicture(state.size);
    this.#toolbar.update();
    if (!isSolid(this.map) && !this.#offers(this.map)) {
      this.setMap("lit");
      return;
    }
    await this.#rendering.checkCost(isSolid(this.map) ? "height" : this.map);
    this.#showOverlay();
    await this.#render();
  }

  #offers(map: string): boolean {
    const { state } = this.app.document;
    if (state === undefined) return false;
    if (map.startsWith("@")) return state.outline.some((node) => `@${node.name ?? node.pointer}` === map || `@${node.pointer}` === map);
    return state.maps.includes(map);
  }

  async #render(): Promise<void> {
    const { text } = this.app.document;
    const key = `${text}\n${this.#rendering.isTooSlow}`;
    if (this.#requestedText === key) return;
    this.#requestedText = key;
    await this.#renderNow();
  }

  async #renderNow(): Promise<void> {
    const solid = isSolid(this.map);
    this.#canvas.hidden = solid;
    if (solid) {
      await this.#solid.show(this.map, (shown) => this.#shown(shown), (error) => this.#failed(error));
      return;
    }
    this.#solid.hide();
    await this.#rendering.render(this.map);
  }

  #moved(): void {
    this.#toolbar.updateZoom();
    this.#drawSoon();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#renderNow(), restMilliseconds);
  }

  #resized(): void {
    const { clientWidth, clientHeight } = this.#stage;
    this.#canvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(clientHeight * devicePixelRatio);
    this.#viewport.refit();
    this.#moved();
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#rendering.draw();
    });
  }

  #shown({ map, kind, picture }: Shown): void {
    const rendered = picture.maps.get(map);
    if (!picture.final || rendered === undefined) return;
    this.#statistics.show(map, statisticsOf(rendered, kind));
    this.#stage.dataset["final"] = map; // what tests wait for
    this.#canvas.setAttribute("aria-label", `${this.app.document.name}: ${map}`);
  }

  #failed(error: unknown): void {
    // Mistakes in the text are shown by the document's issues.
    if (this.app.document.issues.length > 0) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#overlay.replaceChildren(make("p", { text: message }));
    this.#overlay.hidden = false;
  }

  #showOverlay(): void {
    const [issue] = this.app.document.issues;
    this.#stage.classList.toggle("stale", issue !== undefined);
    if (issue !== undefined) {
      const hint = issue.hint === "" ? "" : `; ${issue.hint}`;
      this.#overlay.replaceChildren(make("p", { text: `${issue.message}${hint}` }));
    } else if (this.#rendering.isTooSlow) {
      const render = make("button", { type: "button", text: "Render anyway" });
      render.addEventListener("click", () => {
        this.#rendering.allowCost();
        this.#showOverlay();
        void this.#render();
      });
      this.#overlay.replaceChildren(make("p", { text: "Too slow to preview" }), render);
    }
    this.#overlay.hidden = issue === undefined && !this.#rendering.isTooSlow;
  }
}
