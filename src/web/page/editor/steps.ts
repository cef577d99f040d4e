// Which changes are undone together.

import { history } from "@codemirror/commands";
import { Annotation, Transaction, type Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Marks changes that are not typed: by controls and by colour pickers. */
export const byControl = Annotation.define<boolean>();

// Milliseconds between changes of one step.
const typingPause = 500;
const controlPause = 500;
/** As long as it takes until the last change of a drag has come back from the engine. */
const releasePause = 250;

/**
 * Returns the history. Typing without a pause is one step. So are changes by controls from one
 * press of the pointer to the next, and, by the keyboard, those at one place without a pause.
 */
export function steps(): Extension {
  let last = { time: 0, isByControl: false };
  let isPressed = false;
  let wasPressed = false; // since the last change
  const join = (transaction: Transaction, isAdjacent: boolean): boolean => {
    const pause = timeOf(transaction) - last.time;
    if (!transaction.annotation(byControl))
      return !last.isByControl && isAdjacent && pause < typingPause;
    if (!last.isByControl || wasPressed) return false;
    return isPressed || pause < (isAdjacent ? controlPause : releasePause);
  };
  return [
    // Pauses are looked at above; 0 is still the time of steps that nothing joins.
    history({ newGroupDelay: 1e9, joinToEvent: join }),
    EditorView.updateListener.of(({ transactions }) => {
      for (const each of transactions) {
        if (!each.docChanged) continue;
        last = { time: timeOf(each), isByControl: each.annotation(byControl) === true };
        wasPressed = false;
      }
    }),
    presses((isDown) => {
      isPressed = isDown;
      wasPressed ||= isDown;
    }),
  ];
}

function timeOf(transaction: Transaction): number {
  return transaction.annotation(Transaction.time) ?? 0;
}

// Presses anywhere on the page.
function presses(pressed: (isDown: boolean) => void): Extension {
  return ViewPlugin.define(() => {
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    window.addEventListener("pointerdown", () => pressed(true), options);
    window.addEventListener("pointerup", () => pressed(false), options);
    window.addEventListener("pointercancel", () => pressed(false), options);
    return { destroy: () => events.abort() };
  });
}
