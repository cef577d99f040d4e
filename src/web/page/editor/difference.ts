// Small changes from one text to another, so that cursor, folds and scroll position stay with their
// text.

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Returns changes in order, with positions in the old text. Lines end with "\n". */
export function differences(old: string, text: string): Change[] {
  return compared(linesOf(old), linesOf(text), 0);
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

// Splits both where they differ at a line that each has once; without one, if they have as many
// lines, compares line by line. In: from, where `a` begins.
function compared(a: readonly string[], b: readonly string[], from: number): Change[] {
  const { start, end } = commonEnds(a, b);
  const at = from + lengthOf(a.slice(0, start));
  const old = a.slice(start, a.length - end);
  const lines = b.slice(start, b.length - end);
  const own = new Set(singlesOf(lines));
  const split = singlesOf(old).find((line) => own.has(line));
  if (split !== undefined) {
    const [i, j] = [old.indexOf(split), lines.indexOf(split)];
    const before = compared(old.slice(0, i), lines.slice(0, j), at);
    return [...before, ...compared(old.slice(i), lines.slice(j), at + lengthOf(old.slice(0, i)))];
  }
  if (old.length !== lines.length) return trimmed(old.join(""), lines.join(""), at);
  return old.flatMap((line, i) =>
    trimmed(line, lines[i] as string, at + lengthOf(old.slice(0, i))),
  );
}

function lengthOf(lines: readonly string[]): number {
  return lines.join("").length;
}

function singlesOf(lines: readonly string[]): string[] {
  return lines.filter((line) => lines.indexOf(line) === lines.lastIndexOf(line));
}

// Returns how many items or letters are equal at the start, and of the others at the end.
function commonEnds<Text extends string | readonly string[]>(a: Text, b: Text) {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) ++start;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) ++end;
  return { start, end };
}

// Leaves out common beginnings and ends.
function trimmed(old: string, text: string, at: number): Change[] {
  const { start, end } = commonEnds(old, text);
  if (old === text) return [];
  const insert = text.slice(start, text.length - end);
  return [{ from: at + start, to: at + old.length - end, insert }];
}
