// Options of completions that depend on the description only.

import type { Completion } from "@codemirror/autocomplete";
import type { Description, FieldDescription } from "../contract.js";
import { make } from "../elements.js";

export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(",", ", ");
}

export function defaultText({ default: value, required }: FieldDescription): string {
  if (required === true) return "required";
  return value === undefined ? "" : jsonText(value);
}

/** Returns "blend(b, a, c), for colours". */
export function expansionOf({ expands_to, when }: Description["operators"][number]): string {
  return when === undefined ? expands_to : `${expands_to}, ${when}`;
}

export function colorOptions({ colors }: Description): Completion[] {
  return Object.entries(colors).map(([label, detail]) => ({
    label,
    detail,
    type: "color",
    boost: -30,
  }));
}

export function colorMark({ type, detail = "" }: Completion): Node | null {
  if (type !== "color") return null;
  const mark = make("span", { class: "completion-color" });
  mark.style.background = detail;
  return mark;
}

export function choiceOptions(field: FieldDescription): Completion[] {
  const choices = field.type === "bool" ? ["true", "false"] : (field.choices ?? []);
  return choices.map((choice, i) => ({
    label: choice,
    type: "enum",
    info: field.details?.[choice] ?? field.help,
    detail: String(field.default) === choice ? "default" : undefined,
    boost: 99 - i,
  }));
}
