// CodeMirror's look, by the page's variables, which follow the system's light or dark theme.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const tint = (color: string, percent: number) =>
  `color-mix(in srgb, ${color} ${percent}%, transparent)`;
const box = { background: "var(--raised)", color: "var(--text)", border: "1px solid var(--line)" };
const field = {
  ...box,
  background: "var(--surface)",
  borderRadius: "var(--radius)",
  fontSize: "13px",
};
const prose = { font: "13px/1.4 var(--text-font)", padding: "6px 10px" };
const selection = { background: tint("var(--accent)", 18) };

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", background: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  // An outline of the text itself would be below the line numbers.
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    zIndex: "250",
    pointerEvents: "none",
    outline: "2px solid var(--accent)",
    outlineOffset: "-2px",
  },
  ".cm-scroller": { font: "13px/1.55 var(--code-font)", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--text)", padding: "6px 0" },
  ".cm-line": { padding: "0 8px 0 4px" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--text)" },
  ".cm-gutters": { background: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 2px 0 6px", minWidth: "24px" },
  ".cm-foldGutter .cm-gutterElement": { width: "14px", cursor: "pointer" },
  ".cm-activeLine": { background: tint("var(--accent)", 6) },
  ".cm-activeLineGutter": { background: "transparent", color: "var(--text)" },
  ".cm-selectionBackground": selection,
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": selection,
  ".cm-selectionMatch": { background: tint("var(--accent)", 14) },
  ".cm-searchMatch": { background: tint("var(--accent)", 16), outline: "1px solid var(--accent)" },
  ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
  "&.cm-focused .cm-matchingBracket": {
    background: tint("var(--accent)", 16),
    outline: "1px solid var(--accent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { background: tint("var(--error)", 25) },
  ".cm-foldPlaceholder": { ...box, padding: "0 6px" },
  ".cm-snippetField": { background: tint("var(--accent)", 14) },
  ".cm-tooltip": {
    ...box,
    borderRadius: "var(--radius)",
    boxShadow: "0 4px 16px rgb(0 0 0 / 25%)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code-font)", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85" },
  ".cm-tooltip.cm-completionInfo": { ...prose, whiteSpace: "pre-line", maxWidth: "320px" },
  ".cm-diagnostic": { ...prose, maxWidth: "420px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
  ".cm-diagnosticAction": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--error)",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-active": { background: tint("var(--error)", 12) },
  ".cm-lintPoint-error::after": { borderBottomColor: "var(--error)" },
  ".cm-panels": { background: "var(--raised)", color: "var(--text)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 28px 6px 8px", font: "13px/1.6 var(--text-font)" },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    marginRight: "8px",
    fontSize: "13px",
  },
  ".cm-textfield": { ...field, padding: "3px 6px" },
  ".cm-button": { ...field, padding: "3px 8px", backgroundImage: "none" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "18px", right: "6px" },
});

const json = HighlightStyle.define([
  { tag: tags.propertyName, class: "json-key" },
  { tag: tags.string, class: "json-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "recipe-number" },
]);

export const theme = [look, syntaxHighlighting(json)];
