// Decorations that follow the text in view.

import { syntaxTree } from "@codemirror/language";
import type { Range } from "@codemirror/state";
import { Decoration, ViewPlugin, type EditorView, type ViewUpdate } from "@codemirror/view";

/**
 * In: decorate, returns them in order; isChanged, whether an update changes them for another reason
 * than the text or the view.
 */
export function decorations(
  decorate: (view: EditorView) => readonly Range<Decoration>[],
  isChanged: (update: ViewUpdate) => boolean = () => false,
) {
  return ViewPlugin.define(
    (view) => ({
      decorations: Decoration.set(decorate(view)),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || isChanged(update))
          this.decorations = Decoration.set(decorate(update.view));
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}

export function isParsed({ state, startState }: ViewUpdate): boolean {
  return syntaxTree(state) !== syntaxTree(startState);
}
