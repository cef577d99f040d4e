// The recipe's text in CodeMirror: highlighting, completion, explanations, errors, and the
// history, which also undoes changes by controls and presets.

import "./editor.css";
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
  type Command,
} from "@codemirror/view";
import type { App, Editor } from "../contract.js";
import { make } from "../elements.js";
import { recipeLanguage } from "./comments.js";
import { complete } from "./complete.js";
import { highlighting, jsonColors } from "./highlight.js";
import { explanations } from "./hover.js";
import { hangingIndent } from "./indent.js";
import { fixAtCursor, Issues } from "./issues.js";
import { colorMark } from "./options.js";
import { followSelection, nodeMarks, reveal } from "./reveal.js";
import { lastSteps, steps, withSteps } from "./steps.js";
import { colorAt } from "./strings.js";
import { openPicker } from "./swatch.js";
import { passOn, takeOver } from "./sync.js";
import { createTools } from "./tools.js";
import { withWords } from "./words.js";

const help =
  "Control+Space lists what can be inserted here. F1 explains the word at the cursor. F8 goes to " +
  "the next error. Alt+Enter fixes an error or picks another colour. Tab leaves the text; if a " +
  "list or a template is open, press Escape first.";

export function mountEditor(parent: HTMLElement, app: App): Editor {
  const issues = new Issues(app);
  const { extension, command, close, spoken } = explanations(app);
  const tools = createTools(app, () => view, command);
  const place = make("div", { class: "editor-text" });
  const extensions = [
    withWords(app),
    steps(),
    ownKeys(command, close),
    passOn(app),
    appearance,
    autocompletion({
      override: [complete],
      // "metric=" is followed by its choices.
      activateOnCompletion: ({ type }) => type === "property",
      addToOptions: [{ position: 20, render: colorMark }],
    }),
    nodeMarks(app),
    issues.extension,
    extension,
    EditorView.updateListener.of((update) => tools.update(update)),
    // Files are opened by the page; CodeMirror would insert their text.
    EditorView.domEventHandlers({ drop: ({ dataTransfer }) => !!dataTransfer?.files.length }),
  ];
  const view = new EditorView({ parent: place, state: EditorState.create({ extensions }) });
  takeOver(view, app);
  followSelection(view, app);
  undoAnywhere(view);
  issues.follow(view);
  const about = make("p", { id: "editor-help", class: "visually-hidden", text: help });
  const parts = [tools.element, place, issues.element, issues.status, spoken, about];
  parent.append(make("div", { class: "editor" }, ...parts));
  return {
    reveal: (pointer) => reveal(view, pointer),
    get history() {
      return lastSteps(view.state);
    },
    set history(steps) {
      view.setState(withSteps(view.state, steps, extensions));
    },
  };
}

// The history's keys work on the whole page, except in inputs with their own history.
function undoAnywhere(view: EditorView): void {
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || altKey || ctrlKey === metaKey || hasOwnHistory(target)) return;
    const letter = key.toLowerCase();
    if (letter !== "z" && letter !== "y") return;
    event.preventDefault();
    if (letter === "z" && !shiftKey) undo(view);
    else redo(view);
  });
}

function hasOwnHistory(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const withoutText = "[type=range], [type=color], [type=checkbox], [type=radio]";
  return target.isContentEditable || target.matches(`textarea, input:not(${withoutText})`);
}

function ownKeys(explain: Command, close: Command): Extension {
  const act: Command = (view) => {
    if (fixAtCursor(view)) return true;
    const from = colorAt(view.state, view.state.selection.main.head);
    return from !== undefined && openPicker(view, from);
  };
  return keymap.of([
    { key: "F1", run: explain },
    { key: "Mod-i", run: explain },
    { key: "Escape", run: close },
    { key: "Alt-Enter", run: act },
    { key: "Tab", run: acceptCompletion },
    { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...foldKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);
}

const appearance: Extension = [
  lineNumbers(),
  foldGutter({ openText: "▾", closedText: "▸" }),
  drawSelection(),
  dropCursor(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  indentUnit.of("  "),
  recipeLanguage(),
  jsonColors,
  highlighting,
  hangingIndent,
  search({ top: true }),
  tooltips({ tooltipSpace: spaceOfTooltips }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    "aria-label": "Recipe",
    "aria-describedby": "editor-help",
    tabindex: "0",
    spellcheck: "false",
    autocorrect: "off",
    autocapitalize: "off",
  }),
];

function spaceOfTooltips(): { left: number; top: number; right: number; bottom: number } {
  const margin = 4;
  const { clientWidth, clientHeight } = document.documentElement;
  return { left: margin, top: margin, right: clientWidth - margin, bottom: clientHeight - margin };
}
