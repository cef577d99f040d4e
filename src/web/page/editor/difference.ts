// The smallest changes from one text to another, so that cursor, folds and scroll position stay
// with their text.

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Beyond this size of the table, all that differs is replaced as a whole. */
const maxCells = 400_000;

/** Returns changes in order, with positions in the old text. Lines end with "\n". */
export function differences(old: string, text: string): Change[] {
  const a = linesOf(old);
  const b = linesOf(text);
  const { start, end } = commonEnds(a, b);
  const from = a.slice(0, start).join("").length;
  const changed = hunks(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return changed.flatMap((hunk) => trimmed(hunk, from));
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

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Lines to replace. */
interface Hunk {
  at: number;
  old: string[];
  lines: string[];
}

function hunks(a: readonly string[], b: readonly string[]): Hunk[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > maxCells) return [{ at: 0, old: [...a], lines: [...b] }];
  const common = commonCounts(a, b);
  const found: Hunk[] = [];
  let open: Hunk | undefined;
  let at = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const isSame = i < a.length && a[i] === b[j];
    if (isSame) {
      at += (a[i++] as string).length;
      ++j;
      open = undefined;
      continue;
    }
    if (open === undefined) found.push((open = { at, old: [], lines: [] }));
    const below = common[(i + 1) * width + j] ?? -1;
    const beside = j < b.length ? (common[i * width + j + 1] ?? -1) : -1;
    if (i < a.length && below >= beside) {
      at += (a[i] as string).length;
      open.old.push(a[i++] as string);
    } else {
      open.lines.push(b[j++] as string);
    }
  }
  return found;
}

// For each pair of lines, the number of lines that both rests have in common.
function commonCounts(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const count = (i: number, j: number) => common[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      common[i * width + j] =
        a[i] === b[j] ? count(i + 1, j + 1) + 1 : Math.max(count(i + 1, j), count(i, j + 1));
  return common;
}

// Line by line if their number does not change.
function trimmed({ at, old, lines }: Hunk, start: number): Change[] {
  const from = start + at;
  if (old.length !== lines.length) return [ends(old.join(""), lines.join(""), from)];
  let below = from;
  return old.map((line, i) => {
    const change = ends(line, lines[i] as string, below);
    below += line.length;
    return change;
  });
}

// Leaves out common beginnings and ends.
function ends(old: string, text: string, at: number): Change {
  const { start, end } = commonEnds(old, text);
  return {
    from: at + start,
    to: at + old.length - end,
    insert: text.slice(start, text.length - end),
  };
}
