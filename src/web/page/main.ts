// Mounts the page's parts and opens the first recipe.

import "./style.css";
import { load, type Cobble } from "../module/cobble.js";
import { fuses } from "../module/fused.js";
import type { App, Engine, View } from "./contract.js";
import { mountControls } from "./controls/controls.js";
import { PageDocument } from "./document.js";
import { messageOf } from "./errors.js";
import { mountEditor } from "./editor/editor.js";
import { PageEngine } from "./engine/engine.js";
import { mountGallery, type GivenRecipe } from "./gallery/gallery.js";
import { mountGraph } from "./graph/graph.js";
import { presetText } from "./presets.js";
import { createAnnouncer, layOut, mountAbout, mountFolds, showFailure } from "./shell.js";
import { mountContinued, TabSession } from "./session/session.js";
import { mountShare, openLink } from "./share/share.js";
import { mountView } from "./view/view.js";

declare const cobbleParts: Map<string, Uint8Array<ArrayBuffer>>;

function givenRecipes(): GivenRecipe[] {
  return JSON.parse(document.getElementById("recipes")?.textContent ?? "[]") as GivenRecipe[];
}

// Presets of landscapes are opened as landscapes.
function showAsMeant({ description, document: { name } }: App, view: View): void {
  const preset = description.presets.find((each) => each.name === name);
  const isTerrain = preset?.group === "terrain";
  if (isTerrain && view.map === "lit") view.setMap("terrain");
  if (!isTerrain && view.map === "terrain") view.setMap("lit");
}

async function openFirst(app: App, [given]: readonly GivenRecipe[]): Promise<void> {
  if (await openLink(app)) return;
  const first = given ?? { name: "cobblestones", text: presetText(app, "cobblestones") };
  app.document.open(first.name, first.text);
}

async function start(cobble: Cobble, engine: Engine): Promise<void> {
  const description = cobble.describe();
  const parts = layOut(description.version);
  const announce = createAnnouncer();
  const report = (error: unknown) => announce(messageOf(error));
  const recipe = new PageDocument(engine, report);
  const app: App = { cobble, engine, description, document: recipe, announce };
  const showName = () => {
    document.title = `${app.document.name} – cobble`;
  };
  showName();
  app.document.on("name", showName);
  const given = givenRecipes();
  const editor = mountEditor(parts.editor, app);
  const view = mountView(parts.view, app);
  recipe.on("text", () => {
    if (recipe.lastChange.origin === "open") showAsMeant(app, view);
  });
  mountGraph(parts.graph, app, editor, view);
  mountControls(parts.controls, app);
  mountGallery(parts.header, app, given);
  mountFolds(parts.header, parts.foldable);
  mountShare(parts.header, app, view);
  mountAbout(parts.header, description, cobbleParts.get("licenses"));
  const session = new TabSession(app, editor, view, parts.foldable, given[0]?.text ?? "");
  if (await session.restore())
    mountContinued(parts.header, app, () => {
      session.forget();
      void openFirst(app, given);
    });
  else await openFirst(app, given);
  session.follow();
}

const cannotCompute =
  "This browser could not load cobble's code (WebAssembly), so the page cannot start: it may be " +
  "short of memory, or a setting or an extension forbids it; please close other tabs, or try " +
  "another browser.";
const cannotStart =
  "The page could not start because of a bug: please reload it, and report the error shown in " +
  "the browser's console.";

void (async () => {
  let sentence = cannotCompute;
  try {
    const part = (name: string) => cobbleParts.get(name) as Uint8Array<ArrayBuffer>;
    const fastest = fuses() ? "fused" : "module";
    document.documentElement.dataset["module"] = fastest;
    const module = await WebAssembly.compile(part(fastest));
    const engine = new PageEngine(part("worker"), module);
    const cobble = await load(module);
    sentence = cannotStart;
    await start(cobble, engine);
  } catch (error) {
    showFailure(sentence, error);
  }
})();
