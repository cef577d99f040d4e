// Keeps the texts of editor and document equal, and the node at the cursor selected.

import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { Annotation, Transaction, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { App } from "../contract.js";
import { differences } from "./difference.js";
import { nodeAt } from "./paths.js";
import { byControl, rename } from "./steps.js";

/** Marks changes that come from the document. */
const fromDocument = Annotation.define<boolean>();

const renames = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) =>
    effect.is(rename) ? rename.of({ before: effect.value.after, after: effect.value.before }) : [],
  ),
);

/** Passes on what is typed. */
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

/** Takes over texts from elsewhere. */
export function takeOver(view: EditorView, app: App): void {
  let isFirst = true;
  app.document.on("text", () => {
    const { name } = app.document;
    const { origin, before } = app.document.lastChange;
    // The editor's lines always end with "\n".
    const text = app.document.text.replace(/\r\n?/g, "\n");
    const old = view.state.doc.toString();
    if (origin === "editor" || text === old) return;
    if (origin === "open") {
      view.dispatch({
        changes: { from: 0, to: old.length, insert: text },
        effects: rename.of({ before, after: name }),
        selection: { anchor: 0 },
        annotations: [
          fromDocument.of(true),
          // The first text cannot be undone.
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
