// Keeps the text of the editor and of the document the same, and the node at the cursor selected.

import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { Annotation, StateEffect, Transaction, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { App } from "../contract.js";
import { differences } from "./difference.js";
import { nodeAt } from "./paths.js";
import { byControl } from "./steps.js";

/** Marks changes that come from the document. */
const fromDocument = Annotation.define<boolean>();

/** The document's name changes together with its text. */
const rename = StateEffect.define<{ before: string; after: string }>();
const renames = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) =>
    effect.is(rename) ? rename.of({ before: effect.value.after, after: effect.value.before }) : [],
  ),
);

/** Returns the extension that passes on what is typed. */
export function passOn(app: App): Extension {
  const listener = EditorView.updateListener.of(({ state, docChanged, transactions }) => {
    const own = transactions.filter((each) => !each.annotation(fromDocument));
    const isOwn = docChanged && own.some((each) => each.docChanged);
    if (isOwn) app.document.setText(state.doc.toString(), "editor", nameIn(own));
    if (!isOwn && !own.some((each) => each.isUserEvent("select"))) return;
    const pointer = nodeAt(state, state.selection.main.head);
    if (pointer !== undefined) app.document.select(pointer);
  });
  return [renames, listener];
}

function nameIn(transactions: readonly Transaction[]): string | undefined {
  const effects = transactions.flatMap((each) => each.effects);
  return effects.findLast((effect) => effect.is(rename))?.value.after;
}

/** Takes over texts that do not come from the editor. */
export function takeOver(view: EditorView, app: App): void {
  let { name } = app.document;
  let isFirst = true;
  app.document.on("name", () => {
    ({ name } = app.document);
  });
  app.document.on("text", () => {
    const { lastChange } = app.document;
    const before = name;
    ({ name } = app.document);
    // The editor's lines end with "\n", whatever those of the document end with.
    const text = app.document.text.replace(/\r\n?/g, "\n");
    const old = view.state.doc.toString();
    if (lastChange.origin === "editor" || text === old) return;
    if (lastChange.origin === "open") {
      view.dispatch({
        changes: { from: 0, to: old.length, insert: text },
        effects: rename.of({ before, after: name }),
        selection: { anchor: 0 },
        annotations: [
          fromDocument.of(true),
          // There is nothing to go back to from the first text.
          ...(isFirst ? [Transaction.addToHistory.of(false)] : [isolateHistory.of("full")]),
        ],
      });
      view.scrollDOM.scrollTop = 0;
    } else {
      const annotations = [fromDocument.of(true), byControl.of(true)];
      view.dispatch({ changes: differences(old, text), annotations });
    }
    isFirst = false;
  });
}
