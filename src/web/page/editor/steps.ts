// Which changes are undone together.

import { history, historyField, redo, undo } from "@codemirror/commands";
import { Annotation, EditorState, StateEffect, Transaction } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";

/** Marks changes that are not typed, but made by controls or colour pickers. */
export const byControl = Annotation.define<boolean>();

type Rename = Record<"before" | "after", string>;

/** A change of the document's name together with its text. */
export const rename = StateEffect.define<Rename>();

// Maximum milliseconds between changes of one step.
const typingPause = 500;
const controlPause = 500;
/** How many steps a reload keeps, and their size as JSON. */
const maxSteps = 50;
const maxSize = 1 << 18;
/** How long the engine may take for the last change of a drag. */
const releasePause = 250;

/**
 * Returns the history. One step is typing without a pause; changes by controls from one press of
 * the pointer to the next; or changes by the keyboard at one place, without a pause.
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
    // `join` decides about pauses. Steps with the time 0 are never joined.
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

// What CodeMirror keeps of a step. As data, it has no effects, so the names of recipes are added.
interface Step {
  effects: readonly StateEffect<unknown>[];
  names?: Rename | undefined;
}
type Steps = Record<"done" | "undone", Step[]>;

/** Returns the last steps as data, fewer if they are large; undefined if even one is. */
export function lastSteps(state: EditorState): unknown {
  const own = state.field(historyField) as Steps;
  const { history: all } = state.toJSON({ history: historyField }) as { history: Steps };
  const namesAt = (branch: keyof Steps, i: number) =>
    own[branch][i]?.effects.find((effect) => effect.is(rename))?.value;
  const named = (branch: keyof Steps) =>
    all[branch].map((step, i) => ({ ...step, names: namesAt(branch, i) }));
  const [done, undone] = [named("done"), named("undone")];
  for (let count = maxSteps; count > 0; count >>= 1) {
    const last = { done: done.slice(-count), undone: undone.slice(-count) };
    if (JSON.stringify(last).length <= maxSize) return last;
  }
  return undefined;
}

/** Returns the state with such steps of the same text. */
export function withSteps(state: EditorState, last: unknown, extensions: Extension): EditorState {
  try {
    const json = { ...(state.toJSON() as object), history: last };
    const fields = { history: historyField };
    const restored = EditorState.fromJSON(json, { extensions }, fields);
    // Damaged steps throw when they are taken.
    let tried = EditorState.fromJSON(json, { extensions: history() }, fields);
    const dispatch = (step: Transaction) => (tried = step.state);
    for (const take of [undo, redo]) while (take({ state: tried, dispatch }));
    const own = restored.field(historyField) as Steps;
    for (const branch of ["done", "undone"] as const)
      for (const [i, { names }] of (last as Steps)[branch].entries())
        if (names !== undefined) own[branch][i]!.effects = [rename.of(names)];
    return restored;
  } catch {
    return state; // there are none
  }
}

function timeOf(transaction: Transaction): number {
  return transaction.annotation(Transaction.time) ?? 0;
}

// Presses anywhere on the page.
function presses(pressed: (isDown: boolean) => void): Extension {
  return ViewPlugin.define(() => {
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    for (const type of ["pointerdown", "pointerup", "pointercancel"])
      window.addEventListener(type, () => pressed(type === "pointerdown"), options);
    return { destroy: () => events.abort() };
  });
}
