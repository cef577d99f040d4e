// Completion: types, functions, nodes, keys and choices in formulas; keys and choices in JSON.

import {
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { App, FieldDescription } from "../contract.js";
import { defaultText } from "./hover.js";
import { namesIn } from "./names.js";
import { enclosing, keysOf, pathOf } from "./paths.js";
import { openCallOf, type Words } from "./words.js";

export function completionSource(app: App, words: Words) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const string = enclosing(state, pos, "String");
    if (string !== null && pos > string.from && words.isFormula(pathOf(state, string)))
      return inFormula(context, app, words, state.sliceDoc(string.from + 1, pos));
    const name = enclosing(state, pos, "PropertyName");
    if (name !== null) return keyNames(context, words, name);
    return string === null ? null : choicesOfKey(context, words, string);
  };
}

function inFormula(
  context: CompletionContext,
  app: App,
  words: Words,
  before: string,
): CompletionResult | null {
  const word = /[A-Za-z_][\w-]*$/.exec(before)?.[0] ?? "";
  const outer = before.slice(0, before.length - word.length);
  if (word === "" && !context.explicit && !/[(,=]\s*$/.test(outer)) return null;
  const from = context.pos - word.length;
  const call = openCallOf(outer);
  const keys = call === undefined ? [] : words.keysOf(call.name);
  const field = keys.find(({ key }) => key === call?.key);
  const validFor = /^[\w-]*$/;
  if (field?.choices !== undefined && field.choices.length > 0)
    return { from, options: field.choices.map((choice) => choiceOption(field, choice)), validFor };
  const options = [
    ...(call?.key === "" ? keys.map(keyOption) : []),
    ...nameOptions(context.state, app),
    ...typeOptions(words),
  ];
  return { from, options, validFor };
}

function choiceOption(field: FieldDescription, choice: string): Completion {
  return { label: choice, type: "enum", info: field.details?.[choice] ?? field.help };
}

function keyOption(field: FieldDescription): Completion {
  return {
    label: `${field.key}=`,
    type: "property",
    detail: defaultText(field),
    info: field.help,
    boost: 2,
  };
}

function nameOptions(state: EditorState, app: App): Completion[] {
  const formulas = new Map(app.document.state?.outline.map(({ name, formula }) => [name, formula]));
  return [...namesIn(state)].map((name) => ({
    label: name,
    type: "variable",
    info: formulas.get(name) ?? "a node of this recipe",
    boost: 1,
  }));
}

function typeOptions(words: Words): Completion[] {
  const option = (name: string, call: string, summary: string, type: string): Completion => ({
    label: name,
    type,
    detail: call.slice(name.length),
    info: summary,
    apply: snippet(snippetOf(name, call)),
  });
  return [
    ...[...words.nodes.values()]
      .filter(({ name }) => name !== "ref" && name !== "constant")
      .map(({ name, call, summary, noise }) =>
        option(name, call, summary, noise === true ? "class" : "function"),
      ),
    ...[...words.functions].map(([name, { call, summary }]) =>
      option(name, call, summary, "function"),
    ),
  ];
}

// "blend(a, b, amount)" with a field for each argument that has no default.
function snippetOf(name: string, call: string): string {
  const list = /\((.*)\)$/.exec(call)?.[1] ?? "";
  const parts = list.split(/,\s*/).filter((part) => /^[\w-]+$/.test(part));
  if (parts.length > 0) return `${name}(${parts.map((part) => `\${${part}}`).join(", ")})`;
  const [first] = list.split(/,\s*/);
  const value = /=([\w.]+)$/.exec(first ?? "")?.[1];
  return value === undefined ? `${name}(\${})` : `${name}(\${${value}})`;
}

function keyNames(
  context: CompletionContext,
  words: Words,
  name: SyntaxNode,
): CompletionResult | null {
  const object = name.parent?.parent;
  if (object === null || object === undefined) return null;
  const { state } = context;
  const taken = keysOf(state, object);
  const fields = fieldsOfObject(state, words, object).filter(({ key }) => !taken.has(key));
  return {
    from: name.from + 1,
    options: fields.map((field) => ({ ...keyOption(field), label: field.key })),
    validFor: /^[\w$-]*$/,
  };
}

function fieldsOfObject(
  state: EditorState,
  words: Words,
  object: SyntaxNode,
): readonly FieldDescription[] {
  const path = pathOf(state, object);
  const type = keysOf(state, object).get("type");
  if (type !== undefined) return words.keysOf(type);
  if (path.length > 1 || ["nodes", "maps", "pack"].includes(String(path[0]))) return [];
  return words.fieldsOf(String(path[0] ?? ""));
}

function choicesOfKey(
  context: CompletionContext,
  words: Words,
  string: SyntaxNode,
): CompletionResult | null {
  const object = string.parent?.parent;
  const key = pathOf(context.state, string).at(-1);
  if (object === null || object === undefined || typeof key !== "string") return null;
  const from = string.from + 1;
  if (key === "type") {
    const nodes = [...words.nodes.values()];
    return {
      from,
      options: nodes.map(({ name, summary }) => ({ label: name, type: "class", info: summary })),
    };
  }
  const fields = fieldsOfObject(context.state, words, object);
  const field = fields.find((each) => each.key === key);
  if (field?.choices === undefined) return null;
  return { from, options: field.choices.map((choice) => choiceOption(field, choice)) };
}
