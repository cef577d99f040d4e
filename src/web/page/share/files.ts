// Files that are opened or dropped on the page: recipes, pictures of cobble, which contain their
// recipe, and other pictures, which become nodes.

import type { App, SourceFile } from "../contract.js";
import { reasonOf } from "../errors.js";
import { fileStem } from "./fragment.js";

const maxFileSize = 1 << 28;
const maxTextSize = 1 << 20;

interface Recipe {
  name: string;
  text: string;
  /** What to announce when it is opened. */
  message: string;
}

/**
 * Opens files: a recipe first, since it replaces the text, then pictures, which become part of it.
 * One message says what was done and what failed.
 */
export async function openFiles(app: App, files: Iterable<File>): Promise<void> {
  const messages: string[] = [];
  const recipes: Recipe[] = [];
  const pictures: SourceFile[] = [];
  for (const file of files)
    await collect(messages, file.name, async () => {
      const content = await readFile(app, file);
      if ("text" in content) recipes.push(content);
      else pictures.push(content);
    });
  const [first, ...others] = recipes;
  if (first !== undefined) {
    app.document.open(fileStem(first.name) || "recipe", first.text);
    messages.push(first.message);
  }
  for (const { name } of others)
    messages.push(`${name} was not opened: the page shows one recipe at a time.`);
  const nodes: string[] = [];
  for (const picture of pictures)
    await collect(messages, picture.name, async () => {
      await settled(app);
      messages.push(await addPicture(app, picture, nodes));
    });
  app.announce(messages.join("\n"));
}

async function collect(messages: string[], name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    messages.push(`${name}: ${reasonOf(error)}`);
  }
}

async function readFile(app: App, file: File): Promise<Recipe | SourceFile> {
  const { name } = file;
  if (file.size > maxFileSize)
    throw new Error(`too large: files can have at most ${maxFileSize >> 20} MiB`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (name.endsWith(".json") || bytes[0] === 0x7b) {
    if (bytes.length > maxTextSize) throw new Error("too long for a recipe");
    return { name, text: new TextDecoder().decode(bytes), message: `Opened ${name}.` };
  }
  const source: SourceFile = { name, bytes };
  const text = await app.engine.recipeOf(source);
  return text === undefined ? source : { name, text, message: `Opened the recipe in ${name}.` };
}

/** The recipe that New opens. A picture that is dropped on it becomes its noise. */
export const newRecipe = '{\n  "cobble": 1,\n  "noise": "perlin(4, 5)"\n}\n';

/** Waits until all changes are in the text, and it has been read. */
export async function settled({ document }: App): Promise<void> {
  while (document.isChanging) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The file names of pictures, by their names in recipes. */
const given = new Map<string, string>();

const listeners: ((name: string, file: SourceFile) => void)[] = [];

/** In: listener, called with each picture that the user adds, and its name in the recipe. */
export function onPicture(listener: (typeof listeners)[number]): void {
  listeners.push(listener);
}

/** Gives the recipe a picture. */
export async function givePicture({ engine }: App, name: string, file: SourceFile): Promise<void> {
  await engine.addImage({ name, bytes: file.bytes });
  given.set(name, file.name);
}

/** Returns the file name of a picture; the likely one if it was not opened yet. */
export function pictureFile(name: string): string {
  return given.get(name) ?? `${name}.png`;
}

/** Returns the recipe's pictures that were not opened yet. */
export function missingPictures(app: App): string[] {
  const { state, text } = app.document;
  if (state === undefined || state.text !== text) return [];
  return state.images.filter((name) => !given.has(name));
}

// Returns what to announce. In: nodes, names of nodes that were added with this one.
async function addPicture(app: App, source: SourceFile, nodes: string[]): Promise<string> {
  const { document } = app;
  const missing = missingPictures(app);
  const own = nodeNameOf(app, source.name, nodes);
  const name = missing.includes(own) ? own : (missing[0] ?? own);
  if (missing.length === 0 && document.issues.length > 0)
    throw new Error("not added, because the recipe has an error");
  await givePicture(app, name, source);
  for (const listener of listeners) listener(name, source);
  if (missing.length > 0) {
    document.refresh();
    return `${source.name} is now the picture ${name}.`;
  }
  const isNoise = document.text.trim() === newRecipe.trim() && nodes.length === 0;
  nodes.push(name);
  const path = isNoise ? "/noise" : `/nodes/${name}`;
  document.edit([{ path, value: { type: "image", name }, replaces: isNoise }]);
  document.select(path);
  const what = isNoise ? "the noise" : `the node ${name}, for use in formulas`;
  return `${source.name} is now ${what}.`;
}

/** Returns a node's name for use in formulas: not a type's, and not one of `others`. */
function nodeNameOf(app: App, fileName: string, others: readonly string[]): string {
  const lower = fileStem(fileName).toLowerCase();
  const stem = lower.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "") || "picture";
  const { nodes, functions, library, colors } = app.description;
  const taken = new Set([
    ...nodes.map(({ name }) => name),
    ...[...functions, ...library].map(({ name }) => name),
    ...Object.keys(colors ?? {}),
  ]);
  const name = taken.has(stem) ? `${stem}-picture` : stem;
  let unique = name;
  for (let k = 2; others.includes(unique); ++k) unique = `${name}-${k}`;
  return unique;
}
