// Completion: in formulas by the module, elsewhere by complete_json.ts.

import {
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import type { FormulaCompletions } from "../contract.js";
import { completeJson } from "./complete_json.js";
import { namesIn } from "./names.js";
import { enclosing, topKeys } from "./paths.js";
import { formulaOf, insideOf, type FormulaText } from "./strings.js";
import { wordsOf } from "./words.js";

type Option = FormulaCompletions["options"][number];

export function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const string = enclosing(state, pos, "String");
  // After the closing quote, a value is complete.
  const isInside = string !== undefined && pos > string.from && pos <= insideOf(state, string).to;
  const formula = isInside ? formulaOf(state, string) : undefined;
  if (formula !== undefined) return completeFormula(context, formula);
  return completeJson(context, isInside ? string : undefined);
}

const partOfWord = /^[\w.+*/-]*$/;
const partOfName = /^[\w-]*$/;

/** CodeMirror's names for kinds of options, where they differ. */
const typeNames: Partial<Record<Option["kind"], string>> = {
  key: "property",
  choice: "enum",
  node: "variable",
  noise: "class",
  operation: "method",
};

function completeFormula(
  { state, pos, explicit }: CompletionContext,
  { text, start, rawOf, textOf, mayBeColor }: FormulaText,
): CompletionResult | null {
  const { app } = wordsOf(state);
  const [root, own] = topKeys(state, pos);
  const names = [...namesIn(state).all].filter((name) => root !== "nodes" || name !== own);
  const at = textOf(pos - start);
  const found = app.cobble.formulaCompletions(text, at, explicit, mayBeColor, names);
  if (found.options.length === 0) return null;
  const outline = app.document.state?.outline ?? [];
  const formulas = new Map(outline.map(({ name, formula }) => [name, formula]));
  const options = found.options.map((option): Completion => {
    const { label, kind, info, rank, detail, insert } = option;
    return {
      label,
      type: typeNames[kind] ?? kind,
      info: (kind === "node" ? formulas.get(label) : undefined) ?? info,
      boost: rank,
      ...(detail !== undefined && { detail }),
      ...(insert !== undefined && { apply: insert.includes("${") ? writeCall(option) : insert }),
    };
  });
  const from = start + rawOf(found.from);
  if (found.options[0]?.kind === "operator") return { from, options, filter: false };
  return { from, options, validFor: found.is_word ? partOfWord : partOfName };
}

/** Writes a call; only its name if it already has brackets. */
function writeCall({ label, insert = label }: Option) {
  const write = snippet(insert);
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    if (view.state.sliceDoc(to, to + 1) !== "(") return write(view, completion, from, to);
    view.dispatch({
      changes: { from, to, insert: label },
      selection: { anchor: from + label.length + 1 },
      annotations: pickedCompletion.of(completion),
      userEvent: "input.complete",
    });
  };
}
