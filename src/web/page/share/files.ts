// Files that are dropped on the page or opened: recipes, pictures of cobble, which hold their recipe,
// and other pictures, which become nodes.

import type { App, SourceFile } from "../contract.js";
import { fileStem } from "./fragment.js";

const maxFileSize = 1 << 28;
const maxTextSize = 1 << 20;

/** Opens files, one after the other; what fails is announced. */
export async function openFiles(app: App, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    try {
      await openFile(app, file);
    } catch (error) {
      app.announce(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function openFile(app: App, file: File): Promise<void> {
  if (file.size > maxFileSize) throw new Error(`too large: files have at most ${maxFileSize >> 20} MiB`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (file.name.endsWith(".json") || bytes[0] === 0x7b) {
    if (bytes.length > maxTextSize) throw new Error("too long for a recipe");
    app.document.open(fileStem(file.name) || "recipe", new TextDecoder().decode(bytes));
    return;
  }
  const source: SourceFile = { name: file.name, bytes };
  const recipe = await app.engine.recipeOf(source);
  if (recipe !== undefined) {
    app.document.open(fileStem(file.name) || "recipe", recipe);
    app.announce(`Opened the recipe in ${file.name}.`);
    return;
  }
  await addPicture(app, source);
}

/** The files of the pictures that were given, by the names that recipes show them under. */
const given = new Map<string, string>();

/** Returns the file of a picture, or the likely one if nobody has given it yet. */
export function pictureFile(name: string): string {
  return given.get(name) ?? `${name}.png`;
}

/** Returns the pictures that the recipe shows and nobody has given yet. */
export function missingPictures(app: App): string[] {
  return (app.document.state?.images ?? []).filter((name) => !given.has(name));
}

async function addPicture(app: App, source: SourceFile): Promise<void> {
  const missing = missingPictures(app);
  const own = nodeNameOf(app, source.name);
  const name = missing.includes(own) ? own : (missing[0] ?? own);
  await app.engine.addImage({ name, bytes: source.bytes });
  given.set(name, source.name);
  if (missing.length > 0) {
    app.announce(`${source.name} is now the picture ${name}.`);
    app.document.refresh();
    return;
  }
  const pointer = `/nodes/${name}`;
  app.document.edit([{ path: pointer, value: { type: "image", name } }]);
  app.document.select(pointer);
  app.announce(`${source.name} is now the node ${name}, for use in formulas.`);
}

/** Returns a name for a node that formulas can use: not that of a type, nor of another node. */
function nodeNameOf(app: App, fileName: string): string {
  const words = fileStem(fileName).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  const stem = words || "picture";
  const { nodes, functions, colors } = app.description;
  const taken = new Set([
    ...nodes.map(({ name }) => name),
    ...functions.map(({ name }) => name),
    ...Object.keys(colors ?? {}),
  ]);
  return taken.has(stem) ? `${stem}-picture` : stem;
}
