// Copies, downloads and links of the recipe, and opening of files and links.

import "./share.css";
import type { Recipe } from "../../module/cobble.js";
import type { App, JsonObject, View } from "../contract.js";
import { showText, textInput } from "../controls/control.js";
import { button, make } from "../elements.js";
import { messageOf, textOf } from "../errors.js";
import { presetText } from "../presets.js";
import { copyText } from "../shell.js";
import { commandOf } from "./command.js";
import { ExportForm } from "./export_form.js";
import { missingPictures, newRecipe, openFiles, pictureFile, settled } from "./files.js";
import { fileStem, fragmentOf, readFragment } from "./fragment.js";
import { save, saveShown } from "./save.js";

interface Action {
  name: string;
  about: string;
  run(): Promise<string>;
}

export function mountShare(header: HTMLElement, app: App, view: View): void {
  const form = new ExportForm(app, view);
  const menu = createMenu(app, form, actionsOf(app, form));
  header.append(createNew(app), createOpener(app), menu);
  const banner = make("p", { class: "banner missing-pictures", role: "status", hidden: "" });
  header.append(banner);
  app.document.on("state", () => {
    const missing = missingPictures(app);
    banner.hidden = missing.length === 0;
    const names = new Intl.ListFormat("en").format(missing.map((name) => `“${name}”`));
    const what = missing.length > 1 ? "pictures" : "a picture";
    banner.textContent = `Drop or open ${what} for ${names}.`;
  });
  acceptDrops(app);
  addEventListener("hashchange", () => void openLink(app));
}

/** Opens the recipe in the page's address. Returns whether it has one. */
export async function openLink(app: App): Promise<boolean> {
  try {
    const fragment = await readFragment(location.hash);
    if (fragment.kind === "none") return false;
    const text = fragment.kind === "preset" ? presetText(app, fragment.name) : fragment.text;
    app.document.open(fragment.name, text);
    return true;
  } catch (error) {
    app.announce(messageOf(error));
    return false;
  }
}

// The last preset that was opened, also if it was renamed since. Commands set what differs.
function followPreset({ cobble, description, document }: App) {
  let last: string | undefined;
  document.on("name", () => {
    last = description.presets.find(({ name }) => name === document.name)?.name ?? last;
  });
  return () => {
    return last === undefined ? undefined : { name: last, recipe: complete(cobble.preset(last)) };
  };
}

// Not as read by the page, which also knows what pictures set.
function complete(recipe: Recipe): JsonObject {
  using held = recipe;
  return JSON.parse(held.json("complete")) as JsonObject;
}

function actionsOf(app: App, form: ExportForm): Action[] {
  const presetOf = followPreset(app);
  // Throws instead of using the recipe of an older text.
  const recipe = async () => {
    await settled(app);
    const { state, text, issues } = app.document;
    if (state?.text === text) return state;
    throw new Error(["The recipe has an error.", ...issues.slice(0, 1).map(textOf)].join("\n"));
  };
  const copy = async (text: string, what: string) =>
    (await copyText(text)) ? `Copied ${what}.` : `Here is ${what}.`;
  return [
    {
      name: "Save",
      about: "one file, or several as a .zip with the recipe",
      run: async () => save(app, (await recipe()).text, form),
    },
    {
      name: "Save what is shown",
      about: "a PNG as large as on the screen, of a solid or a map",
      run: () => saveShown(app.document.name),
    },
    {
      name: "Copy recipe",
      about: "the text as it is",
      run: () => copy(app.document.text, "the recipe"),
    },
    {
      name: "Copy command",
      about: "the cobble command that does what Save does",
      run: async () => {
        const { text, images: names } = await recipe();
        const images = names.map((each) => `${each}=${pictureFile(each)}`);
        const outputs =
          form.set === undefined
            ? form.outputs.map(({ map, file }) => `${map}=${file}`)
            : [app.document.name];
        const shown = { preset: presetOf(), recipe: complete(app.cobble.json(text)), text };
        return copy(commandOf({ ...shown, images, outputs, flags: form.flags }), "the command");
      },
    },
    {
      name: "Copy link",
      about: "to this page, with the recipe in the address",
      run: async () => {
        const url = new URL(location.href);
        url.hash = await fragmentOf(app.document.name, app.document.text);
        return copy(url.href, "a link with the recipe");
      },
    },
  ];
}

function createMenu(app: App, form: ExportForm, actions: readonly Action[]): HTMLElement {
  const attributes = { class: "primary", popovertarget: "export" };
  const open = make("button", { type: "button", text: "Export", ...attributes });
  const menu = make("div", { id: "export", popover: "", class: "export", "aria-label": "Export" });
  menu.append(createNameField(app), form.element);
  const stop = button({ text: "Stop", title: "Stop the export" }, app.engine.stopFiles);
  const offerStop = (isRunning: boolean) => {
    stop.hidden = !isRunning;
    open.hidden = isRunning;
  };
  offerStop(false);
  const act = async ({ run }: Action) => {
    menu.hidePopover();
    open.disabled = true;
    const timer = window.setTimeout(() => offerStop(true), 500); // not if it is quick
    try {
      app.announce(await run());
    } catch (error) {
      app.announce(messageOf(error));
    } finally {
      window.clearTimeout(timer);
      offerStop(false);
      open.disabled = false;
      if (document.activeElement === document.body) open.focus(); // where it was
    }
  };
  for (const action of actions) {
    const content = [make("b", { text: action.name }), make("small", { text: action.about })];
    menu.append(button({}, () => act(action), ...content));
  }
  const place = () => placeBelow(menu, open);
  menu.addEventListener("beforetoggle", () => form.update());
  menu.addEventListener("toggle", place);
  addEventListener("resize", place);
  return make("div", {}, open, stop, menu);
}

function createNameField(app: App): HTMLElement {
  const title = "Files get this name: letters, digits, - and _, others become -";
  const attributes = { maxlength: "64", autocomplete: "off", title };
  const input = textInput(attributes, (text) => {
    app.document.rename(fileStem(text.replace(/[./\\]/g, "-")) || app.document.name);
  });
  const show = () => showText(input, app.document.name);
  show();
  app.document.on("name", show);
  return make("label", { class: "export-name" }, make("span", { text: "Name" }), input);
}

// Below the button, aligned with its right edge, but inside the window.
function placeBelow(menu: HTMLElement, button: HTMLElement): void {
  const { bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = menu;
  const margin = 8;
  const inside = (at: number, room: number) => Math.max(Math.min(at, room - margin), margin);
  menu.style.left = `${inside(right - width, clientWidth - width)}px`;
  menu.style.top = `${inside(bottom + 6, clientHeight - height)}px`;
}

function createNew(app: App): HTMLElement {
  const title = "Start with one node; Undo brings this recipe back";
  return button({ class: "new-recipe", title, text: "New" }, () =>
    app.document.open("recipe", newRecipe),
  );
}

function createOpener(app: App): HTMLElement {
  const input = make("input", { type: "file", multiple: "", hidden: "", "aria-label": "Files" });
  const title =
    "Open a recipe, a picture that contains one, or a picture to use; or drop files on the page";
  input.addEventListener("change", async () => {
    await openFiles(app, [...(input.files ?? [])]);
    input.value = "";
  });
  const open = button({ title, text: "Open…" }, () => input.click());
  return make("span", { class: "opener" }, open, input);
}

function acceptDrops(app: App): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    void openFiles(app, [...(event.dataTransfer?.files ?? [])]);
  });
}
