// What users export: texts, links and files; and what they open.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { read } from "./quiet.mjs";
import { setRecipe, textIn, textOf } from "./recipe.mjs";

const run = promisify(execFile);

// Presses a button of the menu, and waits until that is done.
async function take(page, name) {
  await page.click("header .primary");
  await page.evaluate((wanted) => {
    document.querySelector(".announcement").textContent = "";
    [...document.querySelectorAll("#export b")].find((each) => each.textContent === wanted).click();
  }, name);
  await says(page, "^(Copied|Saved)");
}

// Waits until the page has announced what matches a pattern, and returns it.
async function says(page, pattern) {
  const said = await page.waitForFunction(
    (wanted) => {
      const text = document.querySelector(".announcement").textContent;
      return new RegExp(wanted).test(text) && text;
    },
    {},
    pattern,
  );
  return said.jsonValue();
}

// Keeps copied text, since pages without a user may not use the clipboard.
async function watchClipboard(page) {
  await page.evaluate(() => {
    window.copied = "";
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });
}
const copied = (page) => page.evaluate(() => window.copied);

async function setHash(page, hash) {
  await page.evaluate((wanted) => {
    document.querySelector(".stage").removeAttribute("data-final");
    document.querySelector(".announcement").textContent = "";
    location.hash = wanted;
  }, hash);
}

// Opens a link, and waits for the picture.
async function openHash(page, hash) {
  await setHash(page, hash);
  await page.waitForSelector(".stage[data-final]");
}

// Returns a link that holds a recipe.
const linkOf = (recipe, name = "recipe") =>
  `#name=${name}&recipe=${deflateRawSync(recipe).toString("base64url")}`;

const isOpen = (page, name) =>
  page.waitForFunction((wanted) => document.title === `${wanted} – cobble`, {}, name);

// Runs a copied command in a new folder.
async function runIn(where, command, cobble) {
  await mkdir(where, { recursive: true });
  await run("sh", ["-c", command.replace(/^cobble/, `'${cobble}'`)], { cwd: where });
}

// Presses a button of the menu, and returns the file's bytes once they are written.
async function download(page, { session, folder }, what, name) {
  const isWritten = new Promise((resolve) => {
    const follow = ({ state }) => {
      if (state !== "completed") return;
      session.off("Browser.downloadProgress", follow);
      resolve();
    };
    session.on("Browser.downloadProgress", follow);
  });
  await take(page, what);
  await isWritten;
  return readFile(`${folder}/${name}`);
}

async function texts(page, check, { cobble }) {
  await openHash(page, "#preset=rust");
  await take(page, "Copy command");
  check("the command of a preset", await copied(page), "cobble render --preset rust -o lit=rust_lit.png");
  await page.$eval('[aria-label="knob rustiness, exact"]', (input) => {
    input.value = "0.75";
    input.dispatchEvent(new Event("change"));
  });
  await read(page);
  await take(page, "Copy command");
  const turned = "cobble render --preset rust --knob rustiness=0.75 -o lit=rust_lit.png";
  check("a knob is a flag", await copied(page), turned);
  await openHash(page, "#preset=wood");
  await openHash(page, "#preset=rust");
  await take(page, "Copy recipe");
  const { stdout } = await run(cobble, ["show", "--preset", "rust", "--brief"]);
  check("the recipe", await copied(page), stdout);
  await take(page, "Copy link");
  const link = await copied(page);
  await openHash(page, "#preset=wood");
  await openHash(page, new URL(link).hash);
  check("a link opens its recipe", (await textOf(page)).includes("flaking iron"));
}

async function commands(page, check, tools) {
  const { cobble, folder } = tools;
  const recipe = '{"cobble": 1, "size": 96, "seed": 3, "noise": "ridged(perlin(4), 6)"}';
  await openHash(page, linkOf(recipe, "own"));
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  const where = `${folder}/command`;
  await runIn(where, await copied(page), cobble);
  check("the command writes the file", await readdir(where), ["own_height.png"]);
  await rm(`${folder}/own_height.png`, { force: true });
  const downloaded = await download(page, tools, "Save", "own_height.png");
  const written = await readFile(`${where}/own_height.png`);
  check("a download has the same bytes as the command's file", downloaded.equals(written));
  await choose(page, "normal");
  const zip = await download(page, tools, "Save", "own.zip");
  check("a .zip holds the same bytes", zip.includes(written));
  await exports(page, check, tools, recipe);
  await rm(where, { recursive: true });
}

// Checks or unchecks a map of the menu, or sets one of its other inputs.
const choose = (page, map) =>
  page.$eval(`.export-maps [value="${map}"]`, (box) => (box.checked = !box.checked));

// Sizes, formats and sets give the bytes of the command that is copied.
async function exports(page, check, tools, recipe) {
  const { cobble, folder } = tools;
  const where = `${folder}/export`;
  const set = (label, value) => page.select(`#export [aria-label="${label}"]`, value);
  const same = async (name) => {
    await take(page, "Copy command");
    await runIn(where, await copied(page), cobble);
    await rm(`${folder}/${name}`, { force: true });
    const saved = await download(page, tools, "Save", name);
    return saved.equals(await readFile(`${where}/${name}`));
  };
  await choose(page, "normal");
  await set("Format", "tiff");
  await set("Bits per channel", "32");
  await page.$eval('#export [aria-label="Width"]', (side) => (side.value = "48"));
  check("another size and format have the command's bytes", await same("own_height.tif"));
  await set("Format", "png");
  await openHash(page, "#preset=moon");
  await page.$eval('#export [aria-label="Height"]', (side) => (side.value = "40"));
  check("another size of a sphere has the command's bytes", await same("moon_height.png"));
  await set("Set", "unity-cubemap");
  await page.$eval('#export [aria-label="Height"]', (side) => (side.value = "16"));
  await take(page, "Copy command");
  await runIn(`${where}/cube`, await copied(page), cobble);
  const cube = await download(page, tools, "Save", "moon.zip");
  check("so has a cube", cube.includes(await readFile(`${where}/cube/moon.png`)));
  await openHash(page, linkOf(recipe, "own"));
  await set("Set", "unity");
  const note = await textIn(page, ".export-note");
  check("a set names its files", note.includes("own_Height.png (height), FILE.meta (import settings). Size: "));
  await take(page, "Copy command");
  check("its command says so", (await copied(page)).includes("--size 128x128 --for unity -o own "));
  await runIn(`${where}/set`, await copied(page), cobble);
  const zip = await download(page, tools, "Save", "own.zip");
  const said = await textIn(page, ".announcement");
  check("it says what the recipe lacks", said.includes('\nThe recipe has no map "color"'));
  const names = await readdir(`${where}/set`);
  check("a set has import settings", names.includes("own_Normal.png.meta"));
  for (const name of names)
    check(`the .zip has the command's ${name}`, zip.includes(await readFile(`${where}/set/${name}`)));
  await set("Set", "gltf");
  check("a set of one file has the command's bytes", await same("own.glb"));
  await refused(page, check);
  await set("Set", "single");
  await page.select(".view-map", "slab");
  await page.waitForSelector('.stage[data-final="slab"]');
  const png = await download(page, tools, "Save what is shown", "own.png");
  check("what is shown is a picture", png.subarray(1, 4).toString(), "PNG");
  await page.select(".view-map", "height");
  await rm(where, { recursive: true });
}

// Sizes that the engine or the page refuses, and an export that is stopped.
async function refused(page, check) {
  const save = async (side, pattern) => {
    await page.click("header .primary");
    await page.evaluate((pixels) => {
      for (const each of document.querySelectorAll("#export [type=number]")) each.value = pixels;
      document.querySelector("#export b").click();
    }, side);
    return says(page, pattern);
  };
  const own = await save(96, "^size");
  check("a set has the size that is asked for, or none", /got 96 x 96; try `size=128`$/.test(own));
  const limits = "Width and height must be whole numbers of pixels, from 1 to 65536.";
  check("limits of sizes are stated", await save(65537, "^Width"), limits);
  const old = await textOf(page);
  await setRecipe(page, '{\n"cobble": 2}');
  const fault = (await save(64, "^The recipe")).split("; ")[0];
  check("an error of the recipe has its place", fault, "The recipe has an error.\n2:11: /cobble: must be 1, got 2");
  await setRecipe(page, old);
  const isRunning = save(8192, "stopped");
  const stop = await page.waitForSelector("header [title='Stop the export']", { visible: true });
  await stop.click();
  check("an export can be stopped", await isRunning, "The export was stopped.");
  const hasFocus = () => document.activeElement.matches("header .primary");
  check("the focus returns to its button", await page.waitForFunction(hasFocus).then(() => true));
}

async function chooseFiles(page, ...paths) {
  const input = await page.$('.opener input[type="file"]');
  await input.uploadFile(...paths);
}

const plainPicture = (cobble, path) =>
  run(cobble, ["render", "--preset", "rust", "--size", "32", "--no-metadata", "-o", path]);

// The command names the pictures that the recipe shows.
async function pictures(page, check, { cobble, folder }) {
  const where = `${folder}/pictures`;
  await mkdir(where, { recursive: true });
  await plainPicture(cobble, `${where}/my scan.png`);
  await setHash(page, "#preset=from-height");
  await page.waitForSelector(".missing-pictures:not([hidden])");
  const asked = await textIn(page, ".missing-pictures");
  check("a missing picture is asked for", asked, "Drop or open a picture for “height”.");
  await take(page, "Copy command");
  check("a missing picture has a likely file", (await copied(page)).includes(" --image height=height.png "));
  await chooseFiles(page, `${where}/my scan.png`);
  await says(page, "is now the picture height");
  await page.waitForSelector(".stage[data-final]");
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  const expected =
    "cobble render --preset from-height --image 'height=my scan.png' -o height=from-height_height.png";
  check("the command of a recipe with a picture", await copied(page), expected);
  await runIn(where, expected, cobble);
  check("the command reads the picture", (await readdir(where)).includes("from-height_height.png"));
  await rm(where, { recursive: true });
}

// Each file is opened as if chosen.
async function files(page, check, { folder }) {
  await chooseFiles(page, `${folder}/own_height.png`);
  await says(page, "^Opened");
  check("a picture of cobble opens its recipe", (await textOf(page)).includes('"seed": 3'));
  const grey = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAAAAACMmsGiAAAAEUlEQVR4nGNgYGD4z8DAwAAABQUBAJS1tk0AAAAASUVORK5CYII=",
    "base64",
  );
  await writeFile(`${folder}/No picture.png`, grey.subarray(0, 40));
  await chooseFiles(page, `${folder}/No picture.png`);
  await says(page, "^No picture.png: [^:]*$");
  await writeFile(`${folder}/x.txt`, "no picture");
  await chooseFiles(page, `${folder}/x.txt`);
  await says(page, "^x.txt: is not ");
  await writeFile(`${folder}/recipe.json`, '{"cobble": 1, "noise": "voronoi(9)"}');
  await chooseFiles(page, `${folder}/recipe.json`);
  await isOpen(page, "recipe");
  check("a file of a recipe is opened", (await textOf(page)).includes("voronoi(9)"));
}

// A recipe is opened first, whatever the files' order; pictures become its nodes.
async function manyFiles(page, check, { cobble, folder }) {
  const where = `${folder}/many`;
  await mkdir(where, { recursive: true });
  for (const name of ["m.png", "photo.png"]) await plainPicture(cobble, `${where}/${name}`);
  await writeFile(`${where}/a.json`, '{"cobble": 1, "noise": "voronoi(7)"}');
  await writeFile(`${where}/b.json`, '{"cobble": 1, "noise": "voronoi(8)"}');
  await chooseFiles(page, ...["m.png", "photo.png", "a.json", "b.json"].map((name) => `${where}/${name}`));
  check("all files are named", await says(page, "node photo"), [
    "Opened a.json.",
    "b.json was not opened: the page shows one recipe at a time.",
    "m.png is now the node m, for use in formulas.",
    "photo.png is now the node photo, for use in formulas.",
  ].join("\n"));
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("photo"));
  const text = await textOf(page);
  check("nodes are in the recipe", ["voronoi(7)", '"m"', '"photo"'].every((each) => text.includes(each)));
  await rm(where, { recursive: true });
}

const hostile = {
  "1 MiB of letters": `#recipe=${"A".repeat(2 ** 20)}`,
  "a text that unpacks to 64 MiB": linkOf(Buffer.alloc(2 ** 26)),
  "no base 64": "#recipe=%%%",
  "a part of a link": linkOf("{".repeat(999)).slice(0, -3),
  "no preset": "#preset=marbel",
};
const deep = `${'{"type":"abs","source":'.repeat(64)}"perlin"${"}".repeat(64)}`;

async function hostileLinks(page, check) {
  for (const [what, hash] of Object.entries(hostile)) {
    await setHash(page, hash);
    check(`${what} is refused in a sentence`, (await says(page, ".")).length < 200);
  }
  await setHash(page, linkOf(`{"cobble":1,"noise":${deep}}`));
  await page.waitForSelector(".issues li, .stage[data-final]");
  await openHash(page, "#preset=marble");
  check("the page still works", (await textOf(page)).includes("Marble"));
}

// A comment cannot end the copied command and begin another.
async function hostileCommand(page, check, { cobble, folder }) {
  const recipe = "{\n/*\nEND\ntouch made\n: <<'END'\n*/\n\"cobble\": 1, \"noise\": \"perlin(8)\", \"size\": 64}";
  await openHash(page, linkOf(recipe));
  await take(page, "Copy command");
  const where = `${folder}/hostile`;
  const command = await copied(page);
  check("the command has the whole recipe", command.includes("touch made"));
  await runIn(where, command, cobble);
  const made = await readdir(where);
  check("the command does only what it says", [made.length, made.includes("made")], [1, false]);
  await rm(where, { recursive: true });
}

// A new recipe, and its name in the header, the title and files.
async function names(page, check, { cobble, folder }) {
  await openHash(page, "#preset=wood");
  await page.click(".new-recipe");
  await isOpen(page, "recipe");
  await writeFile(`${folder}/new.json`, await textOf(page));
  const { stdout } = await run(cobble, ["show", "--brief", `${folder}/new.json`]);
  check("a new recipe is in brief form", await textOf(page), stdout);
  await plainPicture(cobble, `${folder}/relief.png`);
  await chooseFiles(page, `${folder}/relief.png`);
  await says(page, "^relief.png is now the noise");
  await read(page);
  check("a picture becomes the noise of a new recipe", (await textOf(page)).includes("image('relief')"));
  await page.click("header .primary");
  const field = await page.waitForSelector(".export-name input", { visible: true });
  const type = async (text) => {
    await field.click({ count: 3 });
    await field.type(text);
  };
  await type("rock.v2 b");
  check("until it is entered, the old name stays", await page.title(), "recipe – cobble");
  await page.keyboard.press("Enter");
  check("a name becomes one of files", await page.title(), "rock-v2-b – cobble");
  await type("...");
  await page.keyboard.press("Enter");
  check("dots alone leave the old one", await field.evaluate((each) => each.value), "rock-v2-b");
  await type("hills");
  await page.keyboard.press("Tab");
  check("the title has the name", await page.title(), "hills – cobble");
  check("the header has it", await textIn(page, ".open-gallery"), "Presets: hills");
  await page.keyboard.press("Escape");
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  check("the command has it", (await copied(page)).includes("-o height=hills_height.png"));
}

// Their names distinguish recipes with the same text.
async function sameText(page, check) {
  for (const name of ["one", "two"]) {
    await setHash(page, linkOf('{"cobble": 1, "noise": "voronoi(5)"}', name));
    await isOpen(page, name);
  }
  check("the header has the new name", await textIn(page, ".open-gallery"), "Presets: two");
}

// The menu stays on the screen.
async function narrow(page, check) {
  for (const width of [390, 320, 1440]) {
    await page.setViewport({ width, height: width === 1440 ? 900 : 640 });
    await page.click("header .primary");
    const isInside = () => {
      const { left, top, right, bottom } = document.querySelector("#export").getBoundingClientRect();
      return left >= 8 && top >= 8 && right <= innerWidth - 8 && bottom <= innerHeight - 8;
    };
    check(`the menu is inside at ${width} pixels`, await page.waitForFunction(isInside).then(() => true));
    await page.keyboard.press("Escape");
  }
}

// From plain http, the browser copies nothing: the text is shown to be copied.
async function plainHttp(page, check, { open, file }) {
  const html = await readFile(file);
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(html);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://plain.test:${server.address().port}/`;
  const other = await open("#preset=wood", undefined, address);
  await isOpen(other, "wood");
  check("the host is not secure", await other.evaluate(() => isSecureContext), false);
  await other.click("header .primary");
  await other.evaluate(() => [...document.querySelectorAll("#export b")].at(-1).click());
  const field = await other.waitForSelector("dialog[open] textarea");
  const link = await field.evaluate((each) => each.value.slice(each.selectionStart, each.selectionEnd));
  check("what cannot be copied is shown, and selected", link.startsWith(`${address}#name=wood&recipe=`));
  await other.close();
  server.close();
}

// A browser that cannot run the code gives one sentence, without an error's name.
async function failures(page, check, { open }) {
  for (const [method, words] of [
    ["compile", "could not load cobble's code"],
    ["Module", "Content-Security-Policy forbids it"],
  ]) {
    const broken = await open("", async (each) => {
      each.removeAllListeners("console");
      await each.evaluateOnNewDocument((name) => {
        const refuse = () => {
          throw new WebAssembly.CompileError("refused");
        };
        WebAssembly[name] = name === "compile" ? async () => refuse() : refuse;
        if (name === "Module") WebAssembly.instantiate = async () => refuse();
      }, method);
    });
    await broken.waitForSelector("#start[role]");
    const said = await textIn(broken, "#start");
    check(`without WebAssembly.${method} the page says why`, [said.includes(words), /Error|refused/.test(said)], [true, false]);
    await broken.close();
  }
}

export async function share(page, check, tools) {
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: tools.folder,
    eventsEnabled: true,
  });
  await watchClipboard(page);
  const parts = [texts, commands, pictures, files, manyFiles, names, sameText, narrow];
  for (const part of [...parts, hostileLinks, hostileCommand, plainHttp, failures])
    await part(page, check, { ...tools, session });
}
