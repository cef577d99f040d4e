// Decodes JSON strings.

/** The text of a JSON string, with the places of its characters. */
export interface Decoded {
  text: string;
  /** Converts an index in the text to one after the opening quote. */
  rawOf(at: number): number;
  /** Converts back. */
  textOf(raw: number): number;
}

const escapePattern = /\\u[0-9a-fA-F]{4}|\\.|[^\\]|\\/gs;
const escapes = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }));

/** In: raw, the part between the quotes. NUL becomes a replacement character. */
export function decode(raw: string): Decoded {
  if (!raw.includes("\\")) return { text: raw, rawOf: (at) => at, textOf: (at) => at };
  const starts: number[] = [];
  let text = "";
  for (const { 0: part, index } of raw.matchAll(escapePattern)) {
    starts.push(index);
    if (part.length === 6) text += String.fromCharCode(parseInt(part.slice(2), 16));
    else if (part.length === 2) text += escapes.get(part[1] as string) ?? part[1];
    else text += part;
  }
  text = text.replaceAll("\0", "\ufffd");
  starts.push(raw.length);
  return {
    text,
    rawOf: (at) => starts[Math.min(at, starts.length - 1)] as number,
    textOf: (at) => {
      const next = starts.findIndex((start) => start > at);
      return next < 0 ? text.length : Math.max(next - 1, 0);
    },
  };
}
