// The picture view: a map or node of the recipe, or a solid, with values and statistics.

import "./view.css";
import type { App, View } from "../contract.js";
import { make } from "../elements.js";
import { Solid } from "../solid/solid.js";
import { Checksum } from "./checksum.js";
import { listenToGestures } from "./gestures.js";
import { createKeyHelp, listenToKeys } from "./keys.js";
import { hasMap } from "./maps.js";
import { Overlay } from "./overlay.js";
import { Probe } from "./probe.js";
import { Rendering, shownText, type Shown } from "./rendering.js";
import { isSolid, renderSolid } from "./solid_view.js";
import { StatisticsPanel } from "./statistics.js";
import { Toolbar } from "./toolbar.js";
import { Viewport } from "./viewport.js";

/** How long to wait after a movement before rendering. */
const restMilliseconds = 80;

export function mountView(parent: HTMLElement, app: App): View {
  return new PictureView(parent, app);
}

class PictureView implements View {
  map = "lit";
  onChange = (): void => {};
  readonly #canvas = make("canvas", {
    class: "picture",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "picture",
    "aria-label": "Picture",
  });
  readonly #stage = make("div", { class: "stage" }, this.#canvas);
  readonly #statistics = new StatisticsPanel();
  readonly #viewport = new Viewport(this.#canvas, () => this.#moved());
  readonly #overlay: Overlay;
  readonly #rendering: Rendering;
  readonly #toolbar: Toolbar;
  readonly #probe: Probe;
  readonly #checksum: Checksum;
  readonly solid: Solid;
  #timer = 0;
  #frame = 0;
  #requested = "";

  constructor(parent: HTMLElement, private readonly app: App) {
    this.#overlay = new Overlay(app, () => this.#renderAnyway());
    this.#rendering = new Rendering(app, this.#viewport, this.#canvas, {
      drawn: () => this.#drawSoon(),
      shown: (shown) => this.#shown(shown),
      requested: () => this.#statistics.setStale(true),
      failed: (error) => this.#failed(error),
    });
    const drawSoon = () => this.#drawSoon();
    this.#probe = new Probe(app, this, this.#canvas, this.#viewport, drawSoon);
    this.#toolbar = new Toolbar(app, this.#viewport, this, createKeyHelp());
    this.#checksum = new Checksum(app);
    const flatten = (hadFocus: boolean) => {
      this.#requested = "";
      this.#render();
      if (hadFocus) this.#canvas.focus();
    };
    this.solid = new Solid(this.#stage, app, flatten, () => this.onChange());
    this.#stage.append(this.#overlay.element);
    const facts = [this.#probe, this.#statistics, this.#checksum].map(({ element }) => element);
    const footer = foldable(make("summary", { text: "Values" }), ...facts);
    parent.append(make("div", { class: "view" }, this.#toolbar.element, this.#stage, footer));
    this.#listen();
  }

  setMap(map: string): void {
    if (map === this.map) return;
    this.map = map;
    this.onChange();
    this.#probe.update();
    this.#changed();
  }

  #listen(): void {
    const { app } = this;
    listenToGestures(this.#canvas, this.#viewport);
    listenToKeys(this.#stage, { app, viewport: this.#viewport, probe: this.#probe, view: this });
    this.#observeSize();
    // A text from a control has no errors: it can be rendered before it is read.
    app.document.on("text", () => {
      if (app.document.lastChange.origin === "controls") this.#render();
    });
    app.document.on("state", () => {
      this.#checksum.update();
      this.#probe.update();
      this.#changed();
    });
    app.document.on("issues", () => {
      this.#stage.classList.toggle("stale", app.document.issues.length > 0);
      this.#overlay.update();
      if (app.document.issues.length > 0) this.#checksum.update(); // it belonged to an older text
    });
  }

  #changed(): void {
    const { state } = this.app.document;
    if (state === undefined) return;
    if (!hasMap(state, this.map)) {
      this.setMap("lit");
      return;
    }
    this.#viewport.setPicture(state);
    this.#toolbar.update();
    this.#render();
  }

  // Renders, unless the same was requested before.
  #render(): void {
    const { state } = this.app.document;
    const text = shownText(this.app.document);
    const requested = JSON.stringify([text, this.map, state?.size, state?.tiling]);
    if (requested === this.#requested) return;
    this.#requested = requested;
    delete this.#stage.dataset["final"];
    this.#overlay.setFailure(this.#flatness);
    this.#renderNow();
  }

  #renderNow(): void {
    window.clearTimeout(this.#timer);
    const map = this.#shownMap;
    const solid = isSolid(map);
    this.#canvas.hidden = solid;
    this.#probe.element.hidden = solid;
    this.#stage.dataset["map"] = map;
    if (!solid) {
      this.solid.hide();
      void this.#rendering.render(map);
      return;
    }
    this.#statistics.hide();
    this.#rendering.forget();
    const shown = () => this.#setFinal(map);
    renderSolid(this.solid, this.app, map, this.#rendering.maxSeconds, shown).catch(
      (error: unknown) => this.#overlay.setFailure(error),
    );
  }

  // Solids are shown flat where they cannot be drawn.
  get #shownMap(): string {
    return this.#flatness === undefined ? this.map : "lit";
  }

  // Why a solid is shown flat; undefined if it is not.
  get #flatness(): string | undefined {
    const { failure } = this.solid;
    if (failure === undefined || !isSolid(this.map)) return undefined;
    return `${failure}: the ${this.map} is shown flat.`;
  }

  #renderAnyway(): void {
    this.#rendering.allowTime();
    this.#overlay.setFailure(this.#flatness);
    this.#renderNow();
    this.#canvas.focus(); // its button has disappeared
  }

  #moved(): void {
    this.#toolbar.updateZoom();
    this.#drawSoon();
    window.clearTimeout(this.#timer);
    if (!isSolid(this.#shownMap))
      this.#timer = window.setTimeout(() => this.#renderNow(), restMilliseconds);
  }

  #observeSize(): void {
    const above = new ResizeObserver(() => this.#measureAbove());
    above.observe(this.#toolbar.element);
    const observer = new ResizeObserver(([entry]) => this.#resized(entry));
    try {
      observer.observe(this.#stage, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(this.#stage); // a browser without device pixels
    }
  }

  // On narrow screens, what is above the stage scrolls away, and the rest of the region stays.
  #measureAbove(): void {
    const region = this.#stage.closest<HTMLElement>(".region");
    if (region === null) return;
    const top = this.#stage.getBoundingClientRect().top - region.getBoundingClientRect().top;
    region.style.setProperty("--above-stage", `${Math.max(Math.round(top), 0)}px`);
  }

  #resized(entry: ResizeObserverEntry | undefined): void {
    const pixels = entry?.devicePixelContentBoxSize?.[0];
    const { clientWidth, clientHeight } = this.#stage;
    this.#canvas.width = pixels?.inlineSize ?? Math.round(clientWidth * devicePixelRatio);
    this.#canvas.height = pixels?.blockSize ?? Math.round(clientHeight * devicePixelRatio);
    this.#viewport.refit();
    this.#moved();
    this.#rendering.draw(); // a canvas is empty once its size has changed
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#rendering.draw();
      this.#probe.draw();
    });
  }

  #shown(shown: Shown): void {
    if (shown.map !== this.#shownMap) return;
    this.#overlay.setFailure(this.#flatness);
    this.#statistics.show(shown);
    this.#setFinal(shown.map);
  }

  #failed(error: unknown): void {
    this.#statistics.clear();
    this.#overlay.setFailure(error);
  }

  #setFinal(map: string): void {
    const { name } = this.app.document;
    this.#stage.dataset["final"] = this.map; // for tests
    this.#canvas.setAttribute("aria-label", `${name}: ${map}`);
  }
}

// Folded on narrow screens, so that there is room for controls.
function foldable(...children: HTMLElement[]): HTMLElement {
  const element = make("details", { class: "view-facts" }, ...children);
  const narrow = window.matchMedia("(width < 720px)");
  const fold = () => (element.open = !narrow.matches);
  narrow.addEventListener("change", fold);
  fold();
  return element;
}
