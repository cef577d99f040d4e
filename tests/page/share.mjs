// What users take away: texts, links and files; and what they open.
import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";

const run = promisify(execFile);

// Presses a button of the menu, and returns the announcement.
async function take(page, name) {
  await page.click("header .primary");
  await page.evaluate((wanted) => {
    document.querySelector(".announcement").textContent = "";
    [...document.querySelectorAll("#take-home b")].find((each) => each.textContent === wanted).click();
  }, name);
  const said = await page.waitForFunction(() => {
    const text = document.querySelector(".announcement").textContent;
    return /^(Copied|Saved)/.test(text) && text;
  });
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
const textOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((each) => each.textContent).join("\n"));

async function openHash(page, hash) {
  await page.evaluate((wanted) => {
    document.querySelector(".stage").removeAttribute("data-final");
    location.hash = wanted;
  }, hash);
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

async function texts(page, check, { cobble, folder }) {
  await openHash(page, "#preset=rust");
  await page.waitForSelector(".stage[data-final]");
  await take(page, "Copy command");
  check("the command of a preset", await copied(page), "cobble render --preset rust -o lit=rust_lit.png");
  await take(page, "Copy recipe");
  const { stdout } = await run(cobble, ["show", "--preset", "rust", "--brief"]);
  check("the recipe", await copied(page), stdout);
  await take(page, "Copy link");
  const link = await copied(page);
  await openHash(page, "#preset=wood");
  await page.waitForSelector(".stage[data-final]");
  await openHash(page, new URL(link).hash);
  await page.waitForSelector(".stage[data-final]");
  check("a link opens its recipe", (await textOf(page)).includes("flaking iron"));
  void folder;
}

async function commands(page, check, tools) {
  const { cobble, folder } = tools;
  const recipe = '{"cobble": 1, "size": 96, "seed": 3, "noise": "ridged(perlin(4), 6)"}';
  await openHash(page, `#name=own&recipe=${deflateRawSync(recipe).toString("base64url")}`);
  await page.waitForSelector(".stage[data-final]");
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  const command = await copied(page);
  const where = `${folder}/command`;
  await mkdir(where, { recursive: true });
  await run("sh", ["-c", command.replace(/^cobble/, `'${cobble}'`)], { cwd: where });
  check("the command writes the file", await readdir(where), ["own_height.png"]);
  await rm(`${folder}/own_height.png`, { force: true });
  const downloaded = await download(page, tools, "Download PNG", "own_height.png");
  const written = await readFile(`${where}/own_height.png`);
  check("a download has the same bytes as the command's file", downloaded.equals(written));
  const zip = await download(page, tools, "Download set", "own.zip");
  check("a set holds the same bytes", zip.includes(written));
  await rm(where, { recursive: true });
}

async function choose(page, ...paths) {
  const input = await page.$('.opener input[type="file"]');
  await input.uploadFile(...paths);
}
const waitToSay = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".announcement").textContent.includes(wanted),
    {},
    words,
  );

const plainPicture = (cobble, path) =>
  run(cobble, ["render", "--preset", "rust", "--size", "32", "--no-metadata", "-o", path]);

// The command names the pictures that the recipe shows.
async function pictures(page, check, { cobble, folder }) {
  const where = `${folder}/pictures`;
  await mkdir(where, { recursive: true });
  await plainPicture(cobble, `${where}/my scan.png`);
  await openHash(page, "#preset=from-height");
  const banner = await page.waitForSelector(".missing-pictures:not([hidden])");
  const asked = await banner.evaluate((each) => each.textContent);
  check("a missing picture is asked for", asked, "Drop or open a picture for “height”.");
  await take(page, "Copy command");
  check("a missing picture has a likely file", (await copied(page)).includes(" --image height=height.png "));
  await choose(page, `${where}/my scan.png`);
  await waitToSay(page, "is now the picture height");
  await page.waitForSelector(".stage[data-final]");
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  const expected =
    "cobble render --preset from-height --image 'height=my scan.png' -o height=from-height_height.png";
  check("the command of a recipe with a picture", await copied(page), expected);
  await run("sh", ["-c", expected.replace(/^cobble/, `'${cobble}'`)], { cwd: where });
  check("the command reads the picture", (await readdir(where)).includes("from-height_height.png"));
  await rm(where, { recursive: true });
}

// Each file is opened as if chosen.
async function files(page, check, { folder }) {
  const input = await page.$('.opener input[type="file"]');
  await input.uploadFile(`${folder}/own_height.png`);
  await page.waitForFunction(() => document.querySelector(".announcement").textContent.startsWith("Opened"));
  check("a picture of cobble opens its recipe", (await textOf(page)).includes('"seed": 3'));
  const grey = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAAAAACMmsGiAAAAEUlEQVR4nGNgYGD4z8DAwAAABQUBAJS1tk0AAAAASUVORK5CYII=",
    "base64",
  );
  await writeFile(`${folder}/No picture.png`, grey.subarray(0, 40));
  await input.uploadFile(`${folder}/No picture.png`);
  await page.waitForFunction(() => document.querySelector(".announcement").textContent.startsWith("No picture.png: "));
  await writeFile(`${folder}/recipe.json`, '{"cobble": 1, "noise": "voronoi(9)"}');
  await input.uploadFile(`${folder}/recipe.json`);
  await page.waitForFunction(() => document.querySelector(".open-gallery").textContent.endsWith(": recipe"));
  check("a file of a recipe is opened", (await textOf(page)).includes("voronoi(9)"));
}

// A recipe is opened first, whatever the files' order; pictures become its nodes.
async function manyFiles(page, check, { cobble, folder }) {
  const where = `${folder}/many`;
  await mkdir(where, { recursive: true });
  for (const name of ["m.png", "photo.png"]) await plainPicture(cobble, `${where}/${name}`);
  await writeFile(`${where}/a.json`, '{"cobble": 1, "noise": "voronoi(7)"}');
  await writeFile(`${where}/b.json`, '{"cobble": 1, "noise": "voronoi(8)"}');
  await choose(page, ...["m.png", "photo.png", "a.json", "b.json"].map((name) => `${where}/${name}`));
  await waitToSay(page, "node photo");
  check("all files are named", await page.evaluate(() => document.querySelector(".announcement").textContent), [
    "Opened a.json.",
    "b.json was not opened: the page shows only one recipe.",
    "m.png is now the node m, for use in formulas.",
    "photo.png is now the node photo, for use in formulas.",
  ].join("\n"));
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("photo"));
  const text = await textOf(page);
  check("nodes are in the recipe", ["voronoi(7)", '"m"', '"photo"'].every((each) => text.includes(each)), true);
  await rm(where, { recursive: true });
}

const hostile = {
  "1 MiB of letters": `#recipe=${"A".repeat(2 ** 20)}`,
  "a text that unpacks to 64 MiB": `#recipe=${deflateRawSync(Buffer.alloc(2 ** 26)).toString("base64url")}`,
  "no base 64": "#recipe=%%%",
  "a part of a link": `#recipe=${deflateRawSync("{".repeat(999)).toString("base64url").slice(0, 9)}`,
  "no preset": "#preset=marbel",
};
const deep = `${'{"type":"abs","source":'.repeat(64)}"perlin"${"}".repeat(64)}`;

async function hostileLinks(page, check) {
  for (const [what, hash] of Object.entries(hostile)) {
    await page.evaluate((wanted) => {
      document.querySelector(".announcement").textContent = "";
      location.hash = wanted;
    }, hash);
    const said = await page.waitForFunction(() => document.querySelector(".announcement").textContent);
    check(`${what} is refused in a sentence`, (await said.jsonValue()).length < 200);
  }
  const packed = deflateRawSync(`{"cobble":1,"noise":${deep}}`).toString("base64url");
  await page.evaluate((wanted) => void (location.hash = wanted), `#recipe=${packed}`);
  await page.waitForFunction(() => document.querySelectorAll(".issues li").length > 0 || document.querySelector(".stage[data-final]"));
  await openHash(page, "#preset=marble");
  await page.waitForSelector(".stage[data-final]");
  check("the page still works", (await textOf(page)).includes("Marble"));
}

// A comment cannot end the copied command and begin another.
async function hostileCommand(page, check, { cobble, folder }) {
  const recipe = "{\n/*\nEND\ntouch made\n: <<'END'\n*/\n\"cobble\": 1, \"noise\": \"perlin(8)\", \"size\": 64}";
  const packed = deflateRawSync(recipe).toString("base64url");
  await openHash(page, `#recipe=${packed}`);
  await page.waitForSelector(".stage[data-final]");
  await take(page, "Copy command");
  const where = `${folder}/hostile`;
  await mkdir(where, { recursive: true });
  const command = await copied(page);
  check("the command has the whole recipe", command.includes("touch made"));
  await run("sh", ["-c", command.replace(/^cobble/, `'${cobble}'`)], { cwd: where });
  const made = await readdir(where);
  check("the command does only what it says", [made.length, made.includes("made")], [1, false]);
  await rm(where, { recursive: true });
}

// A new recipe, and its name in the header, the title and files.
async function names(page, check, { cobble, folder }) {
  await openHash(page, "#preset=wood");
  await page.waitForSelector(".stage[data-final]");
  await page.click(".new-recipe");
  await page.waitForFunction(() => document.title === "recipe – cobble");
  await writeFile(`${folder}/new.json`, await textOf(page));
  const { stdout } = await run(cobble, ["show", "--brief", `${folder}/new.json`]);
  check("a new recipe is in brief form", await textOf(page), stdout);
  await page.click("header .primary");
  const field = await page.waitForSelector(".take-home-name input", { visible: true });
  const type = async (text) => {
    await field.click({ count: 3 });
    await field.type(text);
  };
  await type("a/b");
  check("a name must be one of a file", await field.evaluate((each) => each.validationMessage !== ""));
  check("until then the old name stays", await page.title(), "a – cobble");
  await type("hills");
  check("the title has the name", await page.title(), "hills – cobble");
  check("the header has it", await page.$eval(".open-gallery", (each) => each.textContent), "Presets: hills");
  await page.keyboard.press("Escape");
  await page.select(".view-map", "height");
  await take(page, "Copy command");
  check("the command has it", (await copied(page)).includes("-o height=hills_height.png"));
}

// Their names distinguish recipes with the same text.
async function sameText(page, check) {
  const text = deflateRawSync('{"cobble": 1, "noise": "voronoi(5)"}').toString("base64url");
  for (const name of ["one", "two"]) {
    await page.evaluate((wanted) => void (location.hash = wanted), `#name=${name}&recipe=${text}`);
    await page.waitForFunction((wanted) => document.title === `${wanted} – cobble`, {}, name);
  }
  check("the header has the new name", await page.$eval(".open-gallery", (each) => each.textContent), "Presets: two");
}

// The menu stays on the screen.
async function narrow(page, check) {
  for (const width of [390, 320, 1440]) {
    await page.setViewport({ width, height: width === 1440 ? 900 : 640 });
    await page.click("header .primary");
    const isInside = () => {
      const { left, top, right, bottom } = document.querySelector("#take-home").getBoundingClientRect();
      return left >= 8 && top >= 8 && right <= innerWidth - 8 && bottom <= innerHeight - 8;
    };
    check(`the menu is inside at ${width} pixels`, await page.waitForFunction(isInside).then(() => true));
    await page.keyboard.press("Escape");
  }
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
    const said = await broken.waitForSelector("#start[role]").then((each) => each.evaluate((p) => p.textContent));
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
  for (const part of [texts, commands, pictures, files, manyFiles, names, sameText, narrow, hostileLinks, hostileCommand, failures]) await part(page, check, { ...tools, session });
}
