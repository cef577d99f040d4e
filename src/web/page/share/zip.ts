// A .zip of files, not compressed, since pictures already are.

import { zipSync } from "fflate";

export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  // A fixed time, so that a recipe always gives the same bytes.
  const options = { level: 0, mtime: "1980-01-01T12:00:00" } as const;
  const entries = [...files].map(([name, bytes]) => [name, [bytes, options]] as const);
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}
