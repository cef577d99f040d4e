// Errors, their messages, and durations in words.

import { CobbleError } from "../module/cobble.js";
import type { Issue } from "./contract.js";

/** Thrown by the engine instead of rendering for a long time. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
  /** In: the expected time; undefined if even a small picture takes long. */
  constructor(readonly seconds?: number) {
    super("Too slow to preview");
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns an error's message without the file or place that it names. */
export function reasonOf(error: unknown): string {
  const [issue] = error instanceof CobbleError ? error.issues : [];
  return issue === undefined ? messageOf(error) : issue.message + hintOf(issue);
}

export function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} seconds`;
  const minutes = seconds / 60;
  return minutes < 90 ? `${Math.round(minutes)} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** Returns "; " and the hint, or "". */
export function hintOf({ hint }: Issue): string {
  return hint === "" ? "" : `; ${hint}`;
}

/** "7:14: /noise/octaves" */
export function placeOf({ line, column, pointer }: Issue): string {
  return [line > 0 ? `${line}:${column}` : "", pointer].filter((part) => part !== "").join(": ");
}

/** Returns an issue as `cobble check` writes it. */
export function textOf(issue: Issue): string {
  const place = placeOf(issue);
  return `${place === "" ? "" : `${place}: `}${issue.message}${hintOf(issue)}`;
}
