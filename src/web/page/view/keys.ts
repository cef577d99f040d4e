// Keys for the picture, and a list that explains them.

import type { App, View } from "../contract.js";
import { make, terms } from "../elements.js";
import { arrowOf, hasModifier, zoomStep } from "../gestures.js";
import { hasMap, viewsOf } from "./maps.js";
import type { Probe } from "./probe.js";
import type { Viewport } from "./viewport.js";

const panStep = 48;

const mapKeys: Record<string, string> = {
  l: "lit",
  c: "color",
  h: "height",
  n: "normal",
  a: "ao",
  b: "slab",
  s: "sphere",
  t: "terrain",
};

interface KeyTargets {
  app: App;
  viewport: Viewport;
  probe: Probe;
  view: View;
}

export function listenToKeys(element: HTMLElement, targets: KeyTargets): void {
  element.addEventListener("keydown", (event) => {
    if (hasModifier(event)) return;
    if (changesView(event.key, targets) || (isPicture(event) && movesPicture(event, targets)))
      event.preventDefault();
  });
}

// Solids use keys to turn.
function isPicture({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.classList.contains("picture");
}

function changesView(key: string, { app, view }: KeyTargets): boolean {
  const { state } = app.document;
  if (state === undefined) return false;
  const map = mapKeys[key.toLowerCase()];
  if (map !== undefined) {
    if (hasMap(state, map)) view.setMap(map);
    else app.announce(`This recipe has no ${map} map.`);
    return true;
  }
  const direction = key === "]" ? 1 : key === "[" ? -1 : 0;
  if (direction === 0) return false;
  const views = viewsOf(state);
  const next = views.at((views.indexOf(view.map) + direction) % views.length);
  if (next !== undefined) view.setMap(next);
  return true;
}

function movesPicture(event: KeyboardEvent, { viewport, probe }: KeyTargets): boolean {
  const arrow = arrowOf(event.key);
  if (arrow !== undefined) {
    if (event.shiftKey) probe.moveCrosshair(arrow[0], arrow[1]);
    else viewport.pan(-panStep * arrow[0], -panStep * arrow[1]);
    return true;
  }
  const actions: Record<string, () => void> = {
    "+": () => viewport.zoom(zoomStep),
    "=": () => viewport.zoom(zoomStep),
    "-": () => viewport.zoom(1 / zoomStep),
    "0": () => viewport.fit(),
    "1": () => viewport.zoomTo(1),
    v: () => probe.showMiddle(),
    r: () => viewport.setRepeats((viewport.repeats % viewport.maxRepeats) + 1),
    Escape: () => probe.hideCrosshair(),
  };
  const action = actions[event.key];
  action?.();
  return action !== undefined;
}

const explained: [string, string][] = [
  ["L C H N", "lit, color, height, normal"],
  ["A", "ambient occlusion"],
  ["B S T", "slab, sphere, terrain"],
  ["[ ]", "previous map, next map"],
  ["← ↑ ↓ →", "move"],
  ["+ −", "zoom"],
  ["0", "show the whole picture"],
  ["1", "show the recipe's own pixels"],
  ["R", "1 × 1, 2 × 2, 3 × 3"],
  ["V", "show the values in the middle"],
  ["Shift+arrows", "move a crosshair that shows values, pixel by pixel"],
  ["Escape", "hide the crosshair"],
];

/** Returns a button that shows the keys. */
export function createKeyHelp(): HTMLElement {
  const id = "view-keys";
  const list = make("dl", { class: "view-keys", id, popover: "auto" }, ...terms(explained));
  const button = make("button", {
    type: "button",
    text: "?",
    title: "Keys",
    "aria-label": "Keys for the picture",
    popovertarget: id,
  });
  return make("span", { class: "view-help" }, button, list);
}
