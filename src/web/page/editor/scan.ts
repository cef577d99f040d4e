// Splits formulas into tokens, as src/recipe/formula/scanner.cpp does.

export type PieceKind = "number" | "name" | "color" | "text" | "sign" | "other";

export interface Piece {
  kind: PieceKind;
  from: number;
  to: number;
}

// In the order of PieceKind. What other languages might mean as one number is one: "2x", "5.".
const piecePattern = new RegExp(
  [
    /((?:\d+\.?\d*|\.\d+)(?:[eE][-+](?=\d))?[\w.]*)/,
    /([A-Za-z]\w*(?:-[A-Za-z0-9]\w*)*)/,
    /(#[A-Za-z0-9]*)/,
    /('[^']*'?|"(?:[^"\\]|\\.)*"?)/,
    /(<=|>=|\*\*|==|!=|&&|\|\||\/\/|[()[\],?:<>+*/%^=!&|;-])/,
    /(.)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "suy",
);
const kinds: readonly PieceKind[] = ["number", "name", "color", "text", "sign", "other"];
const blanks = /[ \t\n\r]*/y;
const word = /[^ \t\n\r,()[\]'"]+/y;
const key = /([A-Za-z]\w*(?:-[A-Za-z0-9]\w*)*)[ \t\n\r]*=(?!=)/y;

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

export function skipBlanks(text: string, at: number): number {
  return at + lengthAt(blanks, text, at);
}

/** Returns the token at a place that is no blank, if the text goes on there. */
export function pieceAt(text: string, at: number): Piece | undefined {
  piecePattern.lastIndex = at;
  const match = piecePattern.exec(text);
  if (match === null) return undefined;
  const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)] as PieceKind;
  return { kind, from: at, to: at + match[0].length };
}

/** Returns the end of a word, such as "F2-F1", where a key wants one. */
export function wordEnd(text: string, at: number): number {
  return at + lengthAt(word, text, at);
}

/** Returns the name of a key at a place, "octaves" of "octaves = 3"; empty if there is none. */
export function keyAt(text: string, at: number): string {
  key.lastIndex = at;
  return key.exec(text)?.[1] ?? "";
}
