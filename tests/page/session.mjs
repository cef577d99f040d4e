// What a reload keeps, and what other tabs do not change.
import { execFileSync } from "node:child_process";
import { valueOf } from "./control_kit.mjs";
import { quiet, read } from "./quiet.mjs";
import { holds, press, setRecipe, textIn, textOf } from "./recipe.mjs";

const stored = (page, part, isWanted = true) =>
  holds(
    page,
    (wanted, expected) =>
      new Promise((resolve) => {
        indexedDB.open("cobble").onsuccess = ({ target }) => {
          const store = target.result.transaction("sessions").objectStore("sessions");
          store.getAll().onsuccess = (event) => {
            target.result.close();
            resolve(JSON.stringify(event.target.result).includes(wanted) === expected);
          };
        };
      }),
    part,
    isWanted,
  );

const ready = async (page) => {
  await page.waitForSelector(".stage[data-final]");
  await quiet(page);
};

async function reload(page) {
  await page.bringToFront(); // others draw nothing
  await page.reload();
  await ready(page);
}

async function reloads(page, check, { cobble, folder }) {
  await setRecipe(page, { cobble: 1, size: 64, noise: "perlin(7) + photo", nodes: { photo: "image('photo')" } });
  execFileSync(cobble, ["render", "--noise", "voronoi(3)", "--size", "32", "--no-metadata", "-o", `${folder}/photo.png`]);
  const input = await page.$('.opener input[type="file"]');
  await input.uploadFile(`${folder}/photo.png`);
  await ready(page);
  await page.select(".view-map", "normal");
  await page.click(".fold");
  check("changes are stored", await stored(page, "perlin(7) + photo"));
  await stored(page, '"map":"normal"');
  await stored(page, '"folded":["Recipe"]');
  await reload(page);
  check("a reload keeps the map", await page.$eval(".view-map", (each) => each.value), "normal");
  check("and what is folded", await page.$eval(".region-editor details", (each) => each.open), false);
  await page.click(".fold");
  check("and the recipe", (await textOf(page)).includes("perlin(7) + photo"));
  check("and its pictures", await page.$eval(".missing-pictures", (each) => each.hidden));
}

// A tab that starts afresh forgets its pictures, although undo brings its recipe back.
async function afresh(page, check) {
  await page.click(".start-afresh");
  await ready(page);
  await press(page, "Control", "z");
  await read(page);
  check("undo brings the recipe back", (await textOf(page)).includes("perlin(7) + photo"));
  check("and shows its picture", await page.$eval(".missing-pictures", (each) => each.hidden));
  check("which is kept", await stored(page, '"text":"{\\n  \\"cobble\\": 1,\\n  \\"size\\": 64'));
  await page.reload();
  await page.waitForSelector(".missing-pictures:not([hidden])");
  check("a reload asks for it", await textIn(page, ".missing-pictures"), "Drop or open a picture for “photo”.");
  await setRecipe(page, { cobble: 1, size: 64, noise: "perlin(7)" });
}

// Sessions of open tabs are kept, however many others are newer.
async function idle(page, check, { open }) {
  const other = await open("#preset=cobblestones");
  await ready(other);
  await other.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open("cobble").onsuccess = ({ target: { result } }) => {
          const change = result.transaction("sessions", "readwrite");
          change.oncomplete = () => resolve(result.close());
          const closed = Array.from({ length: 12 }, (_, k) => ({ id: `closed ${k}`, time: Date.now() + 9000 + k }));
          for (const each of [...closed, { id: "oldest", time: 1 }]) change.objectStore("sessions").put(each);
        };
      }),
  );
  await reload(other);
  check("old sessions are forgotten", await stored(other, '"oldest"', false));
  check("but not that of an idle tab", await stored(page, '\\"perlin(7)\\"'));
  await other.close();
}

// The last steps can be undone, and a solid is seen as before.
async function views(_page, check, { open }) {
  const tab = await open("#preset=wood", (each) =>
    each.evaluateOnNewDocument(() => {
      performance.now = () => 0; // no frame is too slow
    }),
  );
  await tab.setViewport({ width: 720, height: 500 });
  await ready(tab);
  await setRecipe(tab, { cobble: 1, "x-notes": "too long a step to keep ".repeat(20_000), noise: "perlin" });
  await setRecipe(tab, { cobble: 1, size: 64, noise: "perlin(7) + 1" });
  const before = await textOf(tab);
  await setRecipe(tab, { cobble: 1, size: 64, noise: "perlin(7) + 2" });
  await tab.select(".view-map", "slab");
  await tab.waitForSelector(".solid.drawn");
  const label = () => tab.$eval(".solid-canvas", (each) => each.ariaLabel);
  const home = await label();
  await tab.focus(".solid-canvas");
  for (const key of ["ArrowLeft", "ArrowUp"]) await tab.keyboard.press(key);
  const seen = await label();
  check("a solid was turned", seen !== home);
  await stored(tab, `"azimuth":${/turned by (-?\d+)/.exec(seen)[1]}`);
  await reload(tab);
  await tab.waitForSelector(".solid.drawn");
  check("a reload keeps how a solid is seen", await label(), seen);
  await press(tab, "Control", "z");
  await read(tab);
  check("and its steps, to be undone", await textOf(tab), before);
  await tab.click(".new-recipe");
  await ready(tab);
  check("New has another name", await tab.title(), "recipe – cobble");
  await stored(tab, '"after":"wood"');
  await reload(tab);
  await press(tab, "Control", "z");
  await read(tab);
  check("undo over a reload brings the name back", [await textOf(tab), await tab.title()], [before, "wood – cobble"]);
  await tab.close();
}

async function tabs(page, check, { open }) {
  const other = await open("#preset=cobblestones");
  await ready(other);
  check("a link opens its recipe in a new tab", (await textOf(other)).includes("perlin(7)"), false);
  await setRecipe(other, { cobble: 1, size: 64, noise: "voronoi(9)" });
  await stored(other, "voronoi(9)");
  await reload(page);
  check("tabs keep their own recipes", (await textOf(page)).includes("perlin(7)"));
  await reload(other);
  check("each of them", (await textOf(other)).includes("voronoi(9)"));
  await other.click(".start-afresh");
  check("a tab starts afresh", await holds(other, () => document.title.startsWith("cobblestones")));
  await read(other);
  check("with its first recipe", await valueOf(other, "knob scale, exact") !== "");
  await other.close();
}

async function withoutStorage(page, check, { open }) {
  const asked = async (prepare) => {
    const other = await open("#preset=cobblestones", prepare);
    await ready(other);
    await setRecipe(other, { cobble: 1, size: 64, noise: "voronoi(9)" });
    let isAsked = false;
    other.on("dialog", (dialog) => {
      isAsked = true;
      void dialog.accept();
    });
    const isClosed = new Promise((resolve) => other.once("close", resolve));
    await other.close({ runBeforeUnload: true });
    await isClosed;
    return isAsked;
  };
  const broken = (each) =>
    each.evaluateOnNewDocument(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("refused", "SecurityError");
      };
    });
  const silent = (each) =>
    each.evaluateOnNewDocument(() => {
      IDBFactory.prototype.open = () => ({});
    });
  check("without storage, the browser asks before it closes", await asked(broken));
  check("also if the storage does not answer", await asked(silent));
  check("with it, it does not", await asked(), false);
}

export async function session(page, check, tools) {
  for (const part of [reloads, afresh, views, tabs, idle, withoutStorage]) await part(page, check, tools);
}
