// Controls of colours: one, a list, and a ramp of them.

import type { Json } from "../contract.js";
import { make } from "../shell.js";
import { srgbByte } from "../view/srgb.js";
import { makeDraggable, numberInput, numberOf, set, showNumber, type Control, type Target } from "./control.js";

/** Returns "#rrggbb" for a colour of a recipe: text, linear numbers, or a grey. */
export function cssColor(value: Json | undefined, names: Record<string, string> = {}): string {
  if (typeof value === "string") {
    const text = names[value] ?? value;
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
    if (short !== null) return `#${short.slice(1).map((digit) => digit + digit).join("")}`;
    return /^#[0-9a-f]{6}$/i.test(text) ? text : "#808080";
  }
  const channels = Array.isArray(value) ? value : [value, value, value];
  const hex = channels.map((each) => srgbByte(numberOf(each)).toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}

// A picker and the text, which can also be a name or linear numbers.
function colorInputs(label: string, names: Record<string, string>, changed: (value: Json, isLast: boolean) => void) {
  const picker = make("input", { type: "color", "aria-label": label });
  const text = make("input", { type: "text", "aria-label": `${label} as text`, class: "color-text", spellcheck: "false" });
  picker.addEventListener("input", () => changed(picker.value, false));
  picker.addEventListener("change", () => changed(picker.value, true));
  text.addEventListener("change", () => changed(parse(text.value), true));
  return {
    element: make("span", { class: "control-color" }, picker, text),
    show: (value: Json | undefined) => {
      picker.value = cssColor(value, names);
      text.value = typeof value === "string" ? value : JSON.stringify(value ?? "");
    },
  };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

export function colorControl(target: Target): Control {
  const names = target.app.description.colors ?? {};
  const inputs = colorInputs(target.label, names, (value, isLast) => set(target, value, !isLast));
  return { element: inputs.element, update: inputs.show };
}

export function colorsControl(target: Target): Control {
  const box = make("span", { class: "control-colors" });
  const names = target.app.description.colors ?? {};
  let colors: Json[] = [];
  let items: ReturnType<typeof colorInputs>[] = [];
  const rebuild = () => {
    items = colors.map((_, i) =>
      colorInputs(`${target.label}, ${i + 1}`, names, (value, isLast) => set(target, colors.with(i, value), !isLast)),
    );
    const add = make("button", { type: "button", text: "+", "aria-label": "One colour more" });
    add.addEventListener("click", () => set(target, [...colors, colors.at(-1) ?? "#808080"]));
    const less = make("button", { type: "button", text: "−", "aria-label": "One colour less" });
    less.disabled = colors.length < 2;
    less.addEventListener("click", () => set(target, colors.slice(0, -1)));
    box.replaceChildren(...items.map(({ element }) => element), add, less);
  };
  return {
    element: box,
    update: (value) => {
      colors = Array.isArray(value) ? value : [];
      if (colors.length !== items.length) rebuild();
      colors.forEach((color, i) => items[i]?.show(color));
    },
  };
}

type Stop = [x: number, color: Json];

/** A ramp: stops that are dragged along a strip of colours. */
export function stopsControl(target: Target): Control {
  const names = target.app.description.colors ?? {};
  const strip = make("div", { class: "ramp-strip", title: "Double-click for one stop more" });
  const box = make("div", { class: "control-ramp" }, strip);
  const inputs = colorInputs(`${target.label}, colour`, names, (value, isLast) => {
    const stop = stops[chosen];
    if (stop !== undefined) send(stops.with(chosen, [stop[0], value]), !isLast);
  });
  const place = numberInput(`${target.label}, place`, (x) => move(chosen, x, true));
  const remove = make("button", { type: "button", text: "Remove", "aria-label": "Remove this stop" });
  box.append(make("div", { class: "ramp-stop" }, inputs.element, place, remove));
  let stops: Stop[] = [];
  let handles: HTMLElement[] = [];
  let chosen = 0;
  let low = 0;
  let high = 1;
  const send = (next: readonly Stop[], isContinuous = false) => set(target, next as unknown as Json[], isContinuous);
  const move = (i: number, x: number, isLast: boolean) => {
    const stop = stops[i];
    if (stop === undefined) return;
    const gap = (high - low) / 1000;
    const before = stops[i - 1]?.[0] ?? -Infinity;
    const after = stops[i + 1]?.[0] ?? Infinity;
    const rounded = Number(Math.min(Math.max(x, before + gap), after - gap).toPrecision(4));
    stops = stops.with(i, [rounded, stop[1]]);
    draw();
    send(stops, !isLast);
  };
  const choose = (i: number) => {
    chosen = i;
    draw();
  };
  const draw = () => {
    const percent = (x: number) => (100 * (x - low)) / (high - low || 1);
    const colors = stops.map(([x, color]) => `${cssColor(color, names)} ${percent(x)}%`);
    strip.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
    stops.forEach(([x, color], i) => {
      const handle = handles[i] as HTMLElement;
      handle.style.left = `${percent(x)}%`;
      handle.style.setProperty("--color", cssColor(color, names));
      handle.setAttribute("aria-valuenow", String(x));
      handle.classList.toggle("chosen", i === chosen);
    });
    const stop = stops[chosen];
    inputs.show(stop?.[1]);
    if (stop !== undefined) showNumber(place, stop[0]);
    remove.disabled = stops.length < 3;
  };
  const handleFor = (i: number) => {
    const handle = make("div", { class: "ramp-handle", role: "slider", tabindex: "0", "aria-label": `${target.label}, stop ${i + 1}` });
    handle.addEventListener("focus", () => choose(i));
    handle.addEventListener("keydown", (event) => {
      const step = (high - low) / 100;
      const x = (stops[i] as Stop)[0];
      if (event.key === "ArrowLeft") move(i, x - step, true);
      else if (event.key === "ArrowRight") move(i, x + step, true);
      else if (event.key === "Delete" && stops.length > 2) send(stops.toSpliced(i, 1));
      else return;
      event.preventDefault();
    });
    makeDraggable(handle, strip, (x) => move(i, low + x * (high - low), false), () => send(stops));
    return handle;
  };
  remove.addEventListener("click", () => send(stops.toSpliced(chosen, 1)));
  strip.addEventListener("dblclick", (event) => {
    const { left, width } = strip.getBoundingClientRect();
    const x = Number((low + ((event.clientX - left) / width) * (high - low)).toPrecision(3));
    const at = stops.findIndex((stop) => stop[0] > x);
    const index = at < 0 ? stops.length : at;
    if (stops.some((stop) => stop[0] === x)) return;
    send(stops.toSpliced(index, 0, [x, stops[Math.max(index - 1, 0)]?.[1] ?? "#808080"]));
  });
  return {
    element: box,
    update: (value) => {
      stops = (Array.isArray(value) ? value : []) as unknown as Stop[];
      const isDragged = handles.some((handle) => handle.matches(":active"));
      if (!isDragged) [low, high] = [numberOf(stops[0]?.[0]), numberOf(stops.at(-1)?.[0], 1)];
      if (handles.length !== stops.length) {
        handles = stops.map((_, i) => handleFor(i));
        chosen = Math.min(chosen, Math.max(stops.length - 1, 0));
        strip.replaceChildren(...handles);
      }
      draw();
    },
  };
}
