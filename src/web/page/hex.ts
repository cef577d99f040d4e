// Colours as "#rrggbb".

/** Colours by name. */
export type Names = Readonly<Record<string, string>>;

/** In: red, green and blue, from 0 to 255. */
export function hexOf(bytes: readonly number[]): string {
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns red, green and blue of "#rrggbb", from 0 to 255. */
export function bytesOf(hex: string): [number, number, number] {
  const byteAt = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [byteAt(1), byteAt(3), byteAt(5)];
}

/** Returns the colour of a name, "#rgb" or "#rrggbb"; undefined for other texts. */
export function hexOfText(text: string, names: Names): string | undefined {
  const lower = text.toLowerCase();
  if (Object.hasOwn(names, lower)) return names[lower];
  if (!/^#(?:[0-9a-f]{3}){1,2}$/.test(lower)) return undefined;
  return lower.length > 4 ? lower : lower.replace(/[0-9a-f]/g, (digit) => digit + digit);
}
