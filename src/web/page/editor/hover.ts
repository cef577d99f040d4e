// What a word of the recipe means: shown at the pointer, or by a key at the cursor.

import { hoverTooltip, showTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import { StateEffect, StateField, type EditorState } from "@codemirror/state";
import type { App, FieldDescription, NodeDescription } from "../contract.js";
import { make } from "../shell.js";
import { namesIn } from "./names.js";
import { enclosing, keysOf, pathOf } from "./paths.js";
import { openCallOf, tokensOf, type Token, type Words } from "./words.js";

export function defaultText({ default: value, required }: FieldDescription): string {
  if (required === true) return "required";
  return value === undefined ? "" : JSON.stringify(value);
}

/** Returns the extensions, and the command that shows the text at the cursor. */
export function explanations(app: App, words: Words) {
  const at = (state: EditorState, position: number) => explain(state, position, app, words);
  const shown = StateField.define<Tooltip | null>({
    create: () => null,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
      return transaction.docChanged || transaction.selection !== undefined ? null : value;
    },
    provide: (field) => showTooltip.from(field),
  });
  return {
    extensions: [hoverTooltip((view, position) => at(view.state, position)), shown],
    command: (view: EditorView): boolean => {
      const tooltip = at(view.state, view.state.selection.main.head);
      view.dispatch({ effects: show.of(tooltip) });
      if (tooltip !== null) app.announce(tooltip.text);
      return tooltip !== null;
    },
  };
}
const show = StateEffect.define<Tooltip | null>();

type Explanation = Tooltip & { text: string };

function tooltipOf(from: number, to: number, lines: readonly (readonly [string, string])[]): Explanation {
  const shown = lines.filter(([, text]) => text !== "");
  return {
    pos: from,
    end: to,
    above: true,
    text: shown.map(([, text]) => text).join("; "),
    create: () => ({
      dom: make(
        "div",
        { class: "explanation", role: "tooltip" },
        ...shown.map(([name, text]) => make("p", { class: `explanation-${name}`, text })),
      ),
    }),
  };
}

function explain(state: EditorState, position: number, app: App, words: Words): Explanation | null {
  const string = enclosing(state, position, "String");
  if (string !== null && words.isFormula(pathOf(state, string))) {
    const formula = state.sliceDoc(string.from + 1, string.to - 1);
    const offset = position - string.from - 1;
    const tokens = tokensOf(formula, words, namesIn(state));
    const token = tokens.find(({ from, to }) => from <= offset && offset <= to);
    if (token === undefined) return null;
    const lines = linesOf(token, formula, app, words);
    const start = string.from + 1;
    return lines === undefined ? null : tooltipOf(start + token.from, start + token.to, lines);
  }
  const name = enclosing(state, position, "PropertyName");
  const object = name?.parent?.parent;
  if (name === null || object === null || object === undefined) return null;
  const key = state.sliceDoc(name.from + 1, name.to - 1);
  const type = keysOf(state, object).get("type");
  const path = pathOf(state, object);
  const fields =
    type !== undefined ? words.keysOf(type) : path.length < 2 ? words.fieldsOf(String(path[0] ?? "")) : [];
  const field = fields.find((each) => each.key === key);
  return field === undefined ? null : tooltipOf(name.from, name.to, fieldLines(field));
}

function linesOf(
  { kind, text, from, to }: Token,
  formula: string,
  app: App,
  words: Words,
): [string, string][] | undefined {
  const node = words.nodes.get(text);
  if (kind === "type" && node !== undefined) return nodeLines(node);
  const called = words.functions.get(text);
  if (kind === "function" && called !== undefined)
    return [
      ["call", called.call],
      ["summary", called.summary],
    ];
  if (kind === "name") {
    const found = app.document.state?.outline.find(({ name }) => name === text);
    if (found === undefined) return undefined;
    const { low, high, formula: own } = found;
    return [
      ["call", `${text} = ${own}`],
      ["summary", low === undefined ? "" : `from ${round(low)} to ${round(high ?? low)}`],
    ];
  }
  const call = openCallOf(formula.slice(0, kind === "key" ? to : from));
  if (call === undefined) return undefined;
  const keys = words.keysOf(call.name);
  const place = words.nodes.get(call.name)?.arguments[call.index];
  const key = kind === "key" ? text : call.key || place;
  const field = keys.find((each) => each.key === key);
  return field === undefined ? undefined : fieldLines(field);
}

function round(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function nodeLines({ call, summary, value, bounds }: NodeDescription): [string, string][] {
  return [
    ["call", call],
    ["summary", summary],
    ["formula", value === undefined ? "" : `= ${value}`],
    ["formula", bounds === undefined ? "" : `bounds: ${String(bounds)}`],
  ];
}

function fieldLines(field: FieldDescription): [string, string][] {
  const initial = defaultText(field);
  const details = Object.entries(field.details ?? {}).slice(0, 8);
  return [
    ["call", field.key],
    ["summary", field.help],
    ["formula", `${field.value}${initial === "" || initial === "required" ? "" : `; default ${initial}`}`],
    ...details.map(([word, text]) => ["detail", `${word}: ${text}`] as [string, string]),
  ];
}
