// Completion in formulas: types, functions, nodes, keys, choices, colours and operators.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { App, FieldDescription } from "../contract.js";
import { completeJson } from "./complete_json.js";
import { FormulaReader, type Frame, type Token } from "./formula.js";
import { namesIn } from "./names.js";
import {
  callOption,
  choiceOptions,
  colorOptions,
  constantOptions,
  defaultText,
  expansionOf,
  givesColor,
} from "./options.js";
import { enclosing, topKeys } from "./paths.js";
import { wordEnd } from "./scan.js";
import { formulaOf, insideOf, type FormulaText } from "./strings.js";
import type { Wanted, Words } from "./words.js";

export function completionSource(app: App, words: Words) {
  const formulas = new FormulaCompletion(app, words);
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const string = enclosing(state, pos, "String");
    // Behind the closing quote, a value is complete.
    const isInside = string !== undefined && pos > string.from && pos <= insideOf(state, string).to;
    const formula = isInside ? formulaOf(state, words, string) : undefined;
    if (formula !== undefined) return formulas.complete(context, formula);
    return completeJson(context, app, words, isInside ? string : undefined);
  };
}

const isOpener = ({ kind, text }: Token) => kind === "operator" || text === "(" || text === "[";
const partOfWord = /^[\w.+*/-]*$/;
const partOfName = /^[\w-]*$/;

class FormulaCompletion {
  readonly #calls: readonly Completion[];
  /** The same, where a colour may stand: those that give one come first. */
  readonly #colorCalls: readonly Completion[];
  readonly #colors: readonly Completion[];

  constructor(
    private readonly app: App,
    private readonly words: Words,
  ) {
    const callables = [...words.callables.values()].filter(({ name }) => name !== "ref");
    this.#calls = callables.map((callable) => callOption(callable));
    this.#colorCalls = callables.map((callable) =>
      callOption(callable, givesColor(callable) ? 5 : 0),
    );
    this.#colors = colorOptions(words);
  }

  complete(context: CompletionContext, formula: FormulaText): CompletionResult | null {
    const { state, pos, explicit } = context;
    const before = formula.text.slice(0, formula.textOf(pos - formula.start));
    const read = (text: string) =>
      new FormulaReader(text, formula.slot.field, this.words, namesIn(state).nodes);
    const last = read(before).tokens.at(-1);
    const isTouching = last !== undefined && last.to === before.length;
    if (isTouching && (last.kind === "text" || last.kind === "number")) return null;
    const isPart = isTouching && !isOpener(last) && last.kind !== "bracket";
    const prefix = isPart ? last.text : "";
    // What comes before the part that is written.
    const reader = read(before.slice(0, before.length - prefix.length));
    const previous = reader.tokens.at(-1);
    const isOperand = previous === undefined || isOpener(previous);
    if (prefix === "" && !explicit && !(previous !== undefined && /^[(,=]$/.test(previous.text)))
      return null;
    const from = pos - prefix.length;
    if (!isOperand) return explicit ? { from, options: this.#operators(), filter: false } : null;
    const { wanted } = reader;
    const isWord = wanted === "word" && reader.top.isStart && reader.top.bracket !== "";
    const hasAll = prefix !== "" || explicit;
    const options = this.#options(state, reader.top, wanted, hasAll);
    const rest = formula.text.slice(before.length);
    const isDone = isWord && wordEnd(rest, 0) > 0; // in the middle of a word
    return options.length === 0 || isDone
      ? null
      : { from, options, validFor: isWord ? partOfWord : partOfName };
  }

  #options(state: EditorState, frame: Frame, wanted: Wanted, hasAll: boolean): Completion[] {
    const keys = frame.isCall && frame.isStart && !frame.isKeyed ? this.#keys(frame) : [];
    const isLate = frame.given.length > 0 && !frame.isKeyed && frame.isCall;
    if (isLate) return keys; // places cannot follow keys
    const { field } = frame;
    if (field !== undefined && wanted === "word") return [...choiceOptions(field), ...keys];
    if (wanted === "text") return keys;
    const isColor = wanted === "color" || wanted === "color node";
    const colors = isColor && hasAll ? this.#colors : [];
    if (wanted === "color") return [...keys, ...colors];
    const known = [...this.#names(state), ...constantOptions(this.words.constants)];
    if (wanted === "number") return [...keys, ...known];
    const calls = wanted === "node" ? this.#calls : this.#colorCalls;
    return [...keys, ...known, ...constantOptions(this.words.coordinates), ...calls, ...colors];
  }

  // Those that are not set yet. While places are free, what they take comes first.
  #keys({ call, index, given, isKeyed }: Frame): Completion[] {
    if (call === undefined) return [];
    const places = call.parameters.slice(0, index - given.length);
    const hasFree = !isKeyed && given.length === 0 && places.length < call.parameters.length;
    const isOpen = ({ key, required }: FieldDescription) =>
      !given.includes(key) && !places.includes(key) && required !== true;
    return call.keys.filter(isOpen).map((field, i) => ({
      label: `${field.key}=`,
      type: "property",
      detail: defaultText(field),
      info: `${field.help}\n${field.value}`,
      boost: (hasFree ? -20 : 60) - i,
    }));
  }

  #names(state: EditorState): Completion[] {
    const outline = this.app.document.state?.outline ?? [];
    const formulas = new Map(outline.map(({ name, formula }) => [name, formula]));
    const [root, own] = topKeys(state, state.selection.main.head);
    return [...namesIn(state).nodes]
      .filter((name) => root !== "nodes" || name !== own)
      .map((name) => ({
        label: name,
        apply: /^[A-Za-z]\w*(?:-[A-Za-z0-9]\w*)*$/.test(name) ? name : `ref('${name}')`,
        type: "variable",
        info: formulas.get(name) ?? "a node of this recipe",
        boost: 10,
      }));
  }

  #operators(): Completion[] {
    return this.words.operators.map((row) => ({
      label: row.form,
      apply: `${row.operator} `,
      type: "operator",
      detail: expansionOf(row),
    }));
  }
}
