// The options of completions that depend on the description alone.

import type { Completion } from "@codemirror/autocomplete";
import type { FieldDescription } from "../contract.js";
import { applyCall } from "./snippets.js";
import { constants, type Callable } from "./words.js";

export function defaultText({ default: value, required }: FieldDescription): string {
  if (required === true) return "required";
  return value === undefined ? "" : JSON.stringify(value).replaceAll(",", ", ");
}

export const constantOptions: readonly Completion[] = [...constants].map(([label, info]) => ({
  label,
  type: "constant",
  info,
}));

export function callOption(callable: Callable): Completion {
  const { name, call, summary, node } = callable;
  return {
    label: name,
    type: node === undefined ? "function" : node.noise === true ? "class" : "method",
    detail: call.slice(name.length),
    info: summary,
    apply: applyCall(callable),
  };
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
