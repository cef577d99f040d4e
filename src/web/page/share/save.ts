// Renders files, and gives them to the user: one as it is, several as a .zip with the recipe.

import { zipSync } from "fflate";
import type { App, Edit } from "../contract.js";
import { make } from "../elements.js";
import type { ExportForm } from "./export_form.js";
import type { Output } from "./outputs.js";

/** Returns what was saved, in sentences. */
export async function save(app: App, text: string, form: ExportForm): Promise<string> {
  const { name } = app.document;
  const { set, edits } = form;
  if (set !== undefined) app.announce(`Rendering the set for ${set.name}…`);
  const { files, notes } =
    set === undefined
      ? { files: await encodeMaps(app, text, form.outputs, edits), notes: [] }
      : await app.engine.encodeSet(text, edits, set.name, name);
  const says = notes.map((note) => `\n${note[0]?.toUpperCase()}${note.slice(1)}.`).join("");
  const [[first, bytes] = []] = files;
  if (files.size === 1 && first !== undefined && bytes !== undefined) {
    download(first, new Blob([bytes]));
    return `Saved ${first}.${says}`;
  }
  const recipe = files.has(`${name}.json`) ? `${name}_recipe.json` : `${name}.json`;
  const all = new Map([...files, [recipe, new TextEncoder().encode(text)]]);
  download(`${name}.zip`, new Blob([zip(all)], { type: "application/zip" }));
  return `Saved ${name}.zip, with ${files.size} files and the recipe.${says}`;
}

async function encodeMaps(
  { announce, engine }: App,
  text: string,
  outputs: readonly Output[],
  edits: readonly Edit[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [i, { file, map, format, bits }] of outputs.entries()) {
    if (outputs.length > 1) announce(`Rendering picture ${i + 1} of ${outputs.length}…`);
    const { file: bytes, sidecar } = await engine.encode(text, [map], edits, { format, bits });
    files.set(file, bytes);
    if (sidecar !== undefined) files.set(`${file}.json`, new TextEncoder().encode(sidecar));
  }
  return files;
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
