// Shows where nodes are in the text: the selected one by a line at its side, others on request by a
// mark that fades.

import { ensureSyntaxTree } from "@codemirror/language";
import { StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { App } from "../contract.js";
import { decorations, isParsed } from "./decorations.js";
import { rangeOf } from "./paths.js";

const markTime = 1500; // as long as the animation of .revealed

const setMark = StateEffect.define<{ from: number; to: number } | undefined>();
const mark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes }) {
    const set = effects.findLast((effect) => effect.is(setMark));
    if (set === undefined) return marks.map(changes);
    const range = set.value;
    if (range === undefined || range.from === range.to) return Decoration.none;
    return Decoration.set(Decoration.mark({ class: "revealed" }).range(range.from, range.to));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const selectionChanged = StateEffect.define<null>();
const selectedLine = Decoration.line({ class: "selected-node" });

export function nodeMarks(app: App): Extension {
  const isOther = ({ transactions }: ViewUpdate) =>
    transactions.some(({ effects }) => effects.some((effect) => effect.is(selectionChanged)));
  const isChanged = (update: ViewUpdate) => isParsed(update) || isOther(update);
  return [mark, decorations((view) => selectedLines(view, app), isChanged)];
}

function selectedLines({ state, viewport }: EditorView, app: App): Range<Decoration>[] {
  const range = rangeOf(state, app.document.selection);
  if (range === undefined) return [];
  const lines: Range<Decoration>[] = [];
  const to = Math.min(range.to, viewport.to);
  for (let at = Math.max(range.from, viewport.from); at <= to;) {
    const line = state.doc.lineAt(at);
    lines.push(selectedLine.range(line.from));
    at = line.to + 1;
  }
  return lines;
}

/** Moves the line to the selected node. */
export function followSelection(view: EditorView, app: App): void {
  app.document.on("selection", () => {
    // Not now: the editor may have changed the selection during an update.
    queueMicrotask(() => view.dispatch({ effects: selectionChanged.of(null) }));
  });
}

/** Scrolls to a node's text and marks it for a moment. */
export function reveal(view: EditorView, pointer: string): void {
  const { state } = view;
  const tree = ensureSyntaxTree(state, state.doc.length, 100) ?? undefined;
  const range = rangeOf(state, pointer, tree);
  if (range === undefined) return;
  view.dispatch({ selection: { anchor: range.from }, effects: setMark.of(range) });
  view.focus();
  view.dom.scrollIntoView({ block: "nearest" }); // if the page scrolls as a whole
  scrollTo(view, range.from);
  // By then, the heights of new lines are known.
  requestAnimationFrame(() => scrollTo(view, range.from));
  setTimeout(() => view.dispatch({ effects: setMark.of(undefined) }), markTime);
}

// CodeMirror's own effect would also scroll the page.
function scrollTo(view: EditorView, position: number): void {
  if (position > view.state.doc.length) return;
  const { top, height } = view.lineBlockAt(position);
  const { scrollDOM } = view;
  const isInView =
    top >= scrollDOM.scrollTop && top + height <= scrollDOM.scrollTop + scrollDOM.clientHeight;
  if (!isInView) scrollDOM.scrollTop = top - (scrollDOM.clientHeight - height) / 2;
}
