// The command that renders the page's recipe: a preset with the keys that differ, if they are few,
// or else the recipe as its input.

import type { Json, JsonObject } from "../contract.js";
import { isObject, isSame } from "../json.js";

const maxSettings = 8;

type Difference = [path: string, value: Json];

// Returns the keys that differ in `now`; undefined if it has other keys: --set cannot add them.
function differences(before: JsonObject, now: JsonObject, path: string): Difference[] | undefined {
  if (Object.keys(before).some((key) => !(key in now))) return undefined;
  const found: Difference[] = [];
  for (const [key, value] of Object.entries(now)) {
    const old = before[key];
    if (isSame(old, value)) continue;
    // Paths cannot have keys with these characters.
    if (old === undefined || /[./~]/.test(key)) return undefined;
    const at = path === "" ? key : `${path}.${key}`;
    if (isObject(value) && isObject(old) && isSameKind(old, value)) {
      const inner = differences(old, value, at);
      if (inner === undefined) return undefined;
      found.push(...inner);
    } else found.push([at, value]);
  }
  return found;
}

function isSameKind(a: JsonObject, b: JsonObject): boolean {
  return a["type"] === b["type"] && a["ref"] === b["ref"];
}

/** Quotes a word for Unix shells. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// --set takes JSON, and anything else as text.
function settingText(value: Json): string {
  const json = JSON.stringify(value);
  if (typeof value !== "string") return json;
  try {
    JSON.parse(value);
    return json;
  } catch {
    return value;
  }
}

// Returns a line that the text does not have: the shell takes what follows such a line as commands.
function endFor(text: string): string {
  const lines = new Set(text.split(/\r?\n|\r/));
  let end = "END";
  while (lines.has(end)) end += "_";
  return end;
}

interface CommandInput {
  /** The preset that was opened, complete. */
  preset?: { name: string; recipe: JsonObject };
  /** The recipe, complete and as text. */
  recipe: JsonObject;
  text: string;
  /** The pictures that the recipe shows: "height=scan.png". */
  images: readonly string[];
  /** What to write: "color=marble.png". */
  outputs: readonly string[];
  flags: readonly string[];
}

/** Returns the command, which may have several lines. */
export function commandOf({ preset, recipe, text, images, outputs, flags }: CommandInput): string {
  const files = [
    ...flags,
    ...images.map((image) => `--image ${quote(image)}`),
    ...outputs.map((output) => `-o ${quote(output)}`),
  ].join(" ");
  const settings = preset && differences(preset.recipe, recipe, "");
  if (preset && settings && settings.length <= maxSettings) {
    const set = settings.map(([path, value]) => {
      const knob = /^knobs\.(.*)\.value$/.exec(path)?.[1];
      const flag = knob === undefined ? "set" : "knob";
      return ` --${flag} ${quote(`${knob ?? path}=${settingText(value)}`)}`;
    });
    return `cobble render --preset ${quote(preset.name)}${set.join("")} ${files}`;
  }
  const end = endFor(text);
  return `cobble render - ${files} <<'${end}'\n${text.trimEnd()}\n${end}\n`;
}
