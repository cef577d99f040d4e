// Shows explanations of words: at the pointer, or by a key at the cursor.

import {
  EditorView,
  hoverTooltip,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from "@codemirror/view";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import type { App } from "../contract.js";
import { make, terms } from "../elements.js";
import { explain, type Explanation } from "./explain.js";

const show = StateEffect.define<Tooltip | null>();
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    const change = effects.findLast((effect) => effect.is(show));
    if (change !== undefined) return change.value;
    return docChanged || selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

export function explanations(app: App) {
  const spoken = make("p", { class: "visually-hidden", role: "status" });
  const at = ({ state }: EditorView, position: number) => tooltipOf(explain(state, position));
  const command = (view: EditorView): boolean => {
    const { head } = view.state.selection.main;
    const explanation = explain(view.state, head);
    const effects = [show.of(tooltipOf(explanation)), EditorView.scrollIntoView(head)];
    view.dispatch({ effects });
    if (explanation === undefined) app.announce("There is nothing to explain at the cursor.");
    else spoken.textContent = linesOf(explanation).join(". ");
    return true;
  };
  const close = (view: EditorView): boolean => {
    if (view.state.field(shown, false) == null) return false;
    view.dispatch({ effects: show.of(null) });
    return true;
  };
  const leave = EditorView.domEventHandlers({ blur: (_, view) => void close(view) });
  const extension: Extension = [hoverTooltip(at, { hideOnChange: true }), shown, leave];
  return { extension, command, close, spoken };
}

function linesOf({ title, summary, rows }: Explanation): string[] {
  const lines = rows.map(([name, text]) => (name === "" ? text : `${name}: ${text}`));
  return [title, summary, ...lines].filter((line) => line !== "");
}

function tooltipOf(explanation: Explanation | undefined): Tooltip | null {
  if (explanation === undefined) return null;
  const { from, to } = explanation;
  return { pos: from, end: to, above: true, create: () => create(explanation) };
}

function create({ title, summary, rows }: Explanation): TooltipView {
  const heading = make("p", { class: "explanation-title", text: title });
  const dom = make("div", { class: "explanation" }, heading);
  if (summary !== "") dom.append(make("p", { text: summary }));
  if (rows.length > 0) dom.append(make("dl", {}, ...terms(rows)));
  return { dom };
}
