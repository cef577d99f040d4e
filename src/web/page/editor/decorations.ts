// Decorations that follow the text in view.

import { syntaxTree } from "@codemirror/language";
import {
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";

/** In: isChanged, whether an update changes them for another reason than the text or the view. */
export function decorations(
  decorate: (view: EditorView) => DecorationSet,
  isChanged: (update: ViewUpdate) => boolean = () => false,
) {
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || isChanged(update))
          this.decorations = decorate(update.view);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}

export function isParsed({ state, startState }: ViewUpdate): boolean {
  return syntaxTree(state) !== syntaxTree(startState);
}
