// Renders files, and gives them to the user: one as it is, several as a .zip with the recipe.

import { zipSync } from "fflate";
import type { App, Size } from "../contract.js";
import { make } from "../elements.js";
import type { Output } from "./outputs.js";

/** Returns what was saved, in a sentence. */
export async function save(app: App, text: string, outputs: readonly Output[], size: Size) {
  const { announce, document, engine } = app;
  const { name } = document;
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const isOwn = String(document.state?.size) === String(size);
  const own = isOwn ? [] : [{ path: "size", value: [...size] }];
  for (const [i, { file, map, format, bits, edits }] of outputs.entries()) {
    if (outputs.length > 1) announce(`Rendering picture ${i + 1} of ${outputs.length}…`);
    const all = [...own, ...edits];
    const { file: bytes, sidecar } = await engine.encode(text, [map], all, { format, bits });
    files.set(file, bytes);
    if (sidecar !== undefined) files.set(`${file}.json`, new TextEncoder().encode(sidecar));
  }
  const [[first, bytes] = []] = files;
  if (files.size === 1 && first !== undefined && bytes !== undefined) {
    download(first, new Blob([bytes]));
    return `Saved ${first}.`;
  }
  const count = outputs.length === 1 ? "a picture" : `${outputs.length} pictures`;
  files.set(`${name}.json`, new TextEncoder().encode(text));
  download(`${name}.zip`, new Blob([zip(files)], { type: "application/zip" }));
  return `Saved ${name}.zip, with ${count} and the recipe.`;
}

// A .zip of files, not compressed, since pictures already are.
function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  // A fixed time, so that a recipe always gives the same bytes.
  const options = { level: 0, mtime: "1980-01-01T12:00:00" } as const;
  const entries = [...files].map(([name, bytes]) => [name, [bytes, options]] as const);
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}

/** Saves what the picture view shows, with its zoom, or the solid as it is turned. */
export async function saveShown(name: string): Promise<string> {
  const all = [...document.querySelectorAll<HTMLCanvasElement>(".stage canvas")];
  const canvas = all.find((each) => each.offsetParent !== null);
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas === undefined) resolve(null);
    else canvas.toBlob(resolve);
  });
  if (blob === null) throw new Error("Nothing is shown.");
  download(`${name}.png`, blob);
  return `Saved ${name}.png.`;
}

function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
