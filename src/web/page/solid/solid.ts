// The material on a slab or a sphere, and terrain, to turn by the mouse. view/ says what is shown.

import "./solid.css";
import type { App } from "../contract.js";
import { make, newId } from "../elements.js";
import { hexOf } from "../hex.js";
import { objectIn } from "../json.js";
import { clamp, modulo } from "../math.js";
import { limitedOrbit, type Orbit } from "./camera.js";
import { createControls } from "./controls.js";
import { linearColor } from "./defaults.js";
import { listenToGestures } from "./gestures.js";
import { createGlRenderer, type GlRenderer } from "./gl/gl_renderer.js";
import { materialOf, type Material, type SolidPicture } from "./material.js";
import type { Backdrop, Kind, Settings, Sun } from "./scene.js";
import { homes, sceneOf } from "./scene.js";
import { mixed } from "./vector.js";

const defaultSun: Sun = { azimuth: 315, elevation: 45 };
/** This long after the last movement, the scene is drawn with all pixels. */
const restMilliseconds = 160;

export class Solid {
  /** Why nothing can be drawn; undefined if it can, as far as is known. */
  failure: string | undefined;
  readonly #hint = make("p", {
    class: "solid-hint",
    id: newId("solid-hint"),
    text:
      "Drag or press arrow keys to turn, with Shift to move the light. " +
      "Scroll or press + and − to zoom, Home to reset.",
  });
  readonly #controls = createControls({
    sun: (sun) => this.#moveSun(sun),
    repeats: (repeats) => this.#change({ repeats }),
    exaggeration: (exaggeration) => this.#change({ exaggeration }),
    reset: () => this.#reset(),
  });
  readonly #element = make("div", { class: "solid", hidden: "" });
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #resizes = new ResizeObserver(() => this.#draw());
  #renderer: GlRenderer | undefined;
  #material: Material | undefined;
  settings: Settings = {
    kind: "slab",
    orbit: homes.slab,
    sun: defaultSun,
    isSunMoved: false,
    repeats: 1,
    exaggeration: 1,
  };
  #restTimer = 0;

  constructor(
    parent: HTMLElement,
    private readonly app: App,
    /** Called when nothing can be drawn. In: whether the picture had the focus. */
    private readonly failed: (hadFocus: boolean) => void,
    /** Called when the user has changed the settings. */
    private readonly changed: () => void,
  ) {
    this.#element.append(this.#hint, this.#controls.element);
    parent.append(this.#element);
  }

  /** Shows a picture, or another one in the same view, if it can be drawn. */
  show(kind: Kind, picture: SolidPicture): void {
    if (this.failure !== undefined) return;
    const isNew = kind !== this.settings.kind;
    this.#material = materialOf(picture);
    this.settings = {
      ...this.settings,
      kind,
      orbit: isNew ? homes[kind] : this.settings.orbit,
      sun: this.settings.isSunMoved ? this.settings.sun : this.#recipeSun(kind),
    };
    this.#element.hidden = false;
    this.#element.classList.toggle("globe", this.#isGlobe);
    this.#controls.update(this.settings, picture.tiling);
    if (this.#renderer === undefined) this.#start();
    this.#renderer?.setMaterial(this.#material, kind);
    this.#draw();
  }

  /** Frees what drawing needs, until the next show. */
  hide(): void {
    if (this.#element.hidden) return;
    window.clearTimeout(this.#restTimer);
    this.#renderer?.dispose();
    this.#renderer?.canvas.remove();
    this.#renderer = undefined;
    this.#element.classList.remove("drawn");
    this.#resizes.disconnect();
    this.#dark.removeEventListener("change", this.#onTheme);
    this.#material = undefined;
    this.#element.hidden = true;
  }

  #start(): void {
    this.#resizes.observe(this.#element);
    this.#dark.addEventListener("change", this.#onTheme);
    const renderer = createGlRenderer(this.#createCanvas(), {
      drawn: (isFinal) => this.#element.classList.toggle("drawn", isFinal), // for tests
      failed: (reason) => this.#fail(reason),
    });
    if (renderer === undefined) {
      this.#fail("This browser has no WebGL2");
      return;
    }
    this.#renderer = renderer;
    this.#element.prepend(renderer.canvas);
    listenToGestures(renderer.canvas, {
      turn: (x, y) => this.#turn(x, y),
      light: (x, y) => this.#moveSun(this.#sunMovedBy(x, y)),
      zoom: (factor) => this.#zoom(factor),
      reset: () => this.#reset(),
    });
  }

  #fail(reason: string): void {
    const hadFocus = this.#element.contains(document.activeElement);
    this.failure = reason;
    this.hide();
    this.failed(hadFocus);
  }

  #createCanvas(): HTMLCanvasElement {
    return make("canvas", {
      class: "solid-canvas",
      tabindex: "0",
      role: "application", // so that arrow keys reach the picture
      "aria-roledescription": "picture",
      "aria-describedby": this.#hint.id,
    });
  }

  readonly #onTheme = () => this.#draw();

  get #isGlobe(): boolean {
    return this.settings.kind === "sphere" && this.#material?.picture.isSphere === true;
  }

  #change(settings: Partial<Settings>, isMoving = false): void {
    this.settings = { ...this.settings, ...settings };
    this.#controls.update(this.settings, this.#material?.picture.tiling ?? false);
    this.#draw(isMoving);
    this.changed();
  }

  #turn(x: number, y: number): void {
    const { azimuth, elevation, zoom } = this.settings.orbit;
    this.#setOrbit({ azimuth: azimuth - x, elevation: elevation + y, zoom });
  }

  #zoom(factor: number): void {
    const { orbit } = this.settings;
    this.#setOrbit({ ...orbit, zoom: orbit.zoom * factor });
  }

  // Others stand on the ground.
  #setOrbit(orbit: Orbit): void {
    this.#change({ orbit: limitedOrbit(orbit, this.#isGlobe ? -90 : 3) }, true);
  }

  // The light follows the pointer.
  #sunMovedBy(x: number, y: number): Sun {
    const { azimuth, elevation } = this.settings.sun;
    return { azimuth: azimuth + x, elevation: elevation - y };
  }

  #moveSun({ azimuth, elevation }: Sun): void {
    const sun = { azimuth: modulo(azimuth, 360), elevation: clamp(elevation, 8, 90) };
    this.#change({ sun, isSunMoved: true }, true);
  }

  #reset(): void {
    const { kind } = this.settings;
    const sun = this.#recipeSun(kind);
    this.#change({ orbit: homes[kind], sun, isSunMoved: false, exaggeration: 1 });
  }

  #recipeSun(kind: Kind): Sun {
    const lit = objectIn(this.app.document.state?.recipe ?? {}, "lit");
    const azimuth = Number(lit["azimuth"] ?? defaultSun.azimuth);
    const elevation = Number(lit["elevation"] ?? defaultSun.elevation);
    // A low sun would leave half of the visible sphere dark.
    const lowest = kind === "sphere" && !this.#isGlobe ? 42 : 8;
    return { azimuth, elevation: clamp(elevation, lowest, 90) };
  }

  #draw(isMoving = false): void {
    window.clearTimeout(this.#restTimer);
    const { clientWidth, clientHeight } = this.#element;
    const material = this.#material;
    const renderer = this.#renderer;
    if (renderer === undefined || material === undefined || clientWidth * clientHeight === 0)
      return;
    const ratio = Math.min(devicePixelRatio, 2);
    const screen = {
      width: Math.round(clientWidth * ratio),
      height: Math.round(clientHeight * ratio),
      covered: (this.#controls.element.offsetHeight + 16) * ratio,
    };
    const scene = sceneOf(this.settings, material, this.#backdrop(), screen);
    this.#element.classList.remove("drawn");
    renderer.draw(scene, screen.width, screen.height, isMoving);
    this.#label(renderer.canvas);
    if (isMoving) this.#restTimer = window.setTimeout(() => this.#draw(), restMilliseconds);
  }

  // The picture fades into the page, whose colour depends on the theme.
  #backdrop(): Backdrop {
    const color = getComputedStyle(this.#element).backgroundColor;
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    const edge = linearColor(hexOf([r, g, b]));
    if (this.#isGlobe) return { edge, ground: edge, shadow: 0 };
    const isDark = r + g + b < 382;
    const ground = isDark ? mixed(edge, [1, 0.98, 0.95], 0.075) : mixed(edge, [1, 1, 1], 0.6);
    return { edge, ground, shadow: isDark ? 0.85 : 0.72 };
  }

  #label(canvas: HTMLCanvasElement): void {
    const { kind, orbit, sun, repeats } = this.settings;
    const count = repeats > 1 && kind !== "sphere" ? `, ${repeats} × ${repeats} tiles` : "";
    const degrees = (angle: number) => `${Math.round(angle)}°`;
    const label =
      `${this.app.document.name}: ${kind}${count}, turned by ${degrees(orbit.azimuth)}, ` +
      `seen from ${degrees(orbit.elevation)} above, ` +
      `light at ${degrees(sun.azimuth)}, ${degrees(sun.elevation)} high`;
    canvas.setAttribute("aria-label", label);
  }
}
