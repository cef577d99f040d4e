// Colours the formulas inside of the recipe's strings, and shows a swatch before each colour.

import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { pathOf } from "./paths.js";
import { namesIn } from "./names.js";
import { tokensOf, type Words } from "./words.js";

const marks = new Map<string, Decoration>();
function markOf(kind: string): Decoration {
  let mark = marks.get(kind);
  if (mark === undefined) marks.set(kind, (mark = Decoration.mark({ class: `formula-${kind}` })));
  return mark;
}

/** "#rgb" and "#rrggbb" as the six digits that colour inputs want. */
function sixDigits(color: string): string {
  const digits = color.slice(1);
  return `#${digits.length < 6 ? [...digits.slice(0, 3)].map((digit) => digit + digit).join("") : digits.slice(0, 6)}`;
}

class Swatch extends WidgetType {
  constructor(
    readonly color: string,
    readonly shown: string,
  ) {
    super();
  }

  override eq(other: Swatch): boolean {
    return other.color === this.color;
  }

  override toDOM(view: EditorView): HTMLElement {
    const input = document.createElement("input");
    input.type = "color";
    input.className = "swatch";
    input.value = sixDigits(this.shown);
    input.setAttribute("aria-label", `Colour ${this.color}`);
    input.addEventListener("change", () => {
      const from = view.posAtDOM(input);
      const changes = { from, to: from + this.color.length, insert: input.value };
      view.dispatch({ changes, userEvent: "input.color" });
    });
    return input;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the extension. */
export function formulaHighlighting(words: Words) {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorate(view, words);
      }
      update(update: ViewUpdate): void {
        const isParsed = syntaxTree(update.state) !== syntaxTree(update.startState);
        if (update.docChanged || update.viewportChanged || isParsed)
          this.decorations = decorate(update.view, words);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function decorate(view: EditorView, words: Words): DecorationSet {
  const { state } = view;
  const builder = new RangeSetBuilder<Decoration>();
  const names = namesIn(state);
  for (const { from, to } of view.visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== "String" || !words.isFormula(pathOf(state, node.node))) return;
        const start = node.from + 1;
        builder.add(node.from, node.to, markOf("text"));
        for (const token of tokensOf(state.sliceDoc(start, node.to - 1), words, names)) {
          if (token.kind === "color") {
            const shown = words.colors.get(token.text) ?? token.text;
            const side = { widget: new Swatch(token.text, shown), side: -1 };
            builder.add(start + token.from, start + token.from, Decoration.widget(side));
          }
          builder.add(start + token.from, start + token.to, markOf(token.kind));
        }
      },
    });
  return builder.finish();
}
