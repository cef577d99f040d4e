// The recipe's text: typing, completing, explaining, fixing and undoing.

import { letPass, quiet, read } from "./quiet.mjs";
import { holds, paste, press, textIn, textOf } from "./recipe.mjs";

const textsOf = (page, selector) =>
  page.$$eval(`.editor ${selector}`, (elements) => elements.map((each) => each.textContent));

// Replaces all text, with the cursor at "|".
async function setText(page, marked) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  await page.focus(".editor .cm-content");
  await press(page, "Control", "a");
  await paste(page, text);
  if (at < 0) return;
  await press(page, "Control", "Home");
  const lines = text.slice(0, at).split("\n");
  for (let line = 1; line < lines.length; ++line) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  for (let column = 0; column < lines.at(-1).length; ++column)
    await page.keyboard.press("ArrowRight");
}

const recipe = (nodes, noise, more = "") =>
  `{\n  "cobble": 1,\n  "nodes": {\n${nodes}\n  },\n  "noise": "${noise}"${more}\n}\n`;

async function highlighting(page, check) {
  const more =
    ',\n  "description": "Stones, perlin(4) #123456",\n  "maps": {"color": "blend(c, wheat)"}';
  const nodes = [
    '    // "none": "perlin(7)", #ffffff',
    '    "rock": "ridged(perlin(4), 6, gain=1.5)",',
    '    "c": {"type": "ramp", "source": "rock", "stops": [[0, "#3d4650"], [1, "white"]]},',
    '    "r": "channel(c, red)"',
  ];
  await setText(page, recipe(nodes.join("\n"), "rock*x", more));
  await holds(page, () => document.querySelectorAll(".editor .swatch").length >= 3);
  check(
    "comments",
    (await textsOf(page, ".recipe-comment")).join(),
    '// "none": "perlin(7)", #ffffff',
  );
  check("functions", (await textsOf(page, ".recipe-function")).join(), "ridged");
  check("types of nodes", (await textsOf(page, ".recipe-type")).join(), "perlin,channel,blend");
  check("named nodes", (await textsOf(page, ".recipe-name")).join(), "rock,c,rock,c");
  check("keys of calls", (await textsOf(page, ".recipe-key")).join(), "gain");
  check("words that keys take", (await textsOf(page, ".recipe-word")).join(), "red");
  check("colours", (await textsOf(page, ".recipe-color")).join(), "#3d4650,white,wheat");
  const swatches = await page.$$eval(".swatch", (all) => all.map(({ value }) => value).join());
  check("swatches", swatches, "#3d4650,#ffffff,#f5deb3");
}

async function swatch(page, check) {
  await setText(
    page,
    recipe('    "a": "perlin(4)"', "a", ',\n  "maps": {"color": "blend(teal, #abc, a)"}'),
  );
  await page.waitForSelector(".editor .swatch");
  await page.$eval(".editor .swatch", (input) => {
    for (const value of ["#102030", "#405060"]) {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  check("a picked colour is written", (await textOf(page)).includes('"blend(#405060, #abc, a)"'));
  await press(page, "Control", "z");
  check("picking is undone at once", (await textOf(page)).includes('"blend(teal, #abc, a)"'));
}

const optionsOf = async (page) => {
  await quiet(page); // until the list has followed the typing
  await letPass(page, 1000); // a list that has just opened takes no keys
  return textsOf(page, ".cm-tooltip-autocomplete .cm-completionLabel");
};

// Returns the text after taking the first option.
async function accept(page) {
  await page.keyboard.press("Enter");
  await read(page);
  return textOf(page);
}

async function completion(page, check) {
  await setText(page, recipe('    "rock": "|"', "rock"));
  await page.keyboard.type("voro");
  check("types of nodes are offered", (await optionsOf(page))[0], "voronoi");
  check("a call is written", (await accept(page)).includes('"rock": "voronoi(4)"'));
  await page.keyboard.type("8, ");
  check("choices of the place", (await optionsOf(page)).slice(0, 3).join(), "F1,F2,F2-F1");
  await page.keyboard.type("F2-F1, met");
  check("keys of the call", (await optionsOf(page))[0], "metric=");
  check("a key is written", (await accept(page)).includes("F2-F1, metric="));
  check("choices of the key", (await optionsOf(page)).includes("manhattan"));
  await page.keyboard.press("Escape");

  await setText(page, recipe('    "rock": "perlin(4)"', "1 - |"));
  await press(page, "Control", " ");
  check("named nodes are offered first", (await optionsOf(page))[0], "rock");
  await page.keyboard.press("Escape");

  await setText(page, '{\n  "cobble": 1,\n  |\n  "noise": "perlin"\n}\n');
  await page.keyboard.type('"til');
  check("keys of the recipe", (await optionsOf(page))[0], "tiling");
  check("a key is written with a value", (await accept(page)).includes('"tiling": true,'));

  await setText(page, '{\n  "cobble": 1,\n  "noise": {"type": "|"}\n}\n');
  await page.keyboard.type("terr");
  check("types in objects", (await optionsOf(page))[0], "terrace");
  await page.keyboard.press("Escape");
}

async function explanation(page, check) {
  const explain = async () => {
    await page.keyboard.press("F1");
    await quiet(page);
    return (await textsOf(page, ".explanation"))[0] ?? "";
  };
  await setText(page, recipe('    "rock": "perlin(4, |5)"', "warp(rock, [rock, rock])"));
  const place = await explain();
  check(
    "a number is explained by its key",
    place.startsWith("octaves") && place.includes("1 to 32"),
  );
  check(
    "it is said to screen readers",
    (await textsOf(page, "[role=status]")).join().includes("octaves"),
  );
  await page.keyboard.press("Escape");
  check("Escape closes", (await textsOf(page, ".explanation")).length, 0);
  await holds(page, () => document.querySelector(".issues").hidden);
  await setText(page, recipe('    "rock": "perlin(4, 5)"', "wa|rp(rock, [rock, rock])"));
  const type = await explain();
  check("a type is explained", /^warp\(source, by, amount=1\).*bounds/s.test(type));
  await setText(page, recipe('    "ro|ck": "perlin(4, 5)"', "rock"));
  await read(page);
  check("a named node is explained", /perlin\(4, 5\)bounds-1 to 1/.test(await explain()));
}

async function mistakes(page, check) {
  const line = '    "rock": "ridgd(perlin(4, octavs=3), 6)"';
  await setText(page, recipe(line, "rock", ',\n  "description": "Stein – ümläut", "sed": 1'));
  const shown = () => document.querySelectorAll(".issues li").length === 2;
  check("mistakes are listed", await holds(page, shown));
  const items = await textsOf(page, ".issue");
  check(
    "as the command says them",
    items.join("|"),
    '4:14: /nodes/rock unknown function "ridgd"; did you mean "ridged"?|' +
      '7:40: /sed unknown key "sed"; did you mean "seed"?',
  );
  check("they are marked", (await textsOf(page, ".cm-lintRange-error")).join(), 'ridgd,"sed"');
  const status = (await textsOf(page, "[role=status]")).join();
  check("they are said", status.includes("2 errors: 4:14: /nodes/rock"));
  await page.click(".issue");
  await page.keyboard.press("ArrowLeft");
  await press(page, "Alt", "Enter");
  check("Alt-Enter fixes", (await textOf(page)).includes("ridged(perlin"));
  check(
    "the next one shows",
    await holds(page, () => document.querySelector(".issues").textContent.includes("octavs")),
  );
  await page.$$eval(".issue-fix", ([fix]) => fix.click());
  check("a button fixes", (await textOf(page)).includes("octaves=3"));
}

async function warnings(page, check) {
  await setText(page, recipe('    "rock": "perlin(4)",\n    "idle": "perlin(9)"', "rock"));
  const shown = () => document.querySelectorAll(".issue-warning").length === 1;
  check("warnings are listed", await holds(page, shown));
  check(
    "as the command says them",
    (await textsOf(page, ".issue")).join("|"),
    "5:14: /nodes/idle has no effect: no node in use refers to it",
  );
  check("the picture is not stale", (await textsOf(page, ".stage.stale")).length, 0);
  const status = (await textsOf(page, "[role=status]")).join();
  check("they are said", status.includes("1 warning: 5:14: /nodes/idle"));
}

async function bareFormula(page, check) {
  await setText(page, "ridged(perlin(4), 6)");
  await holds(page, () => document.querySelector(".issue-fix")?.textContent.startsWith("Make"));
  check(
    "a formula can become a recipe",
    (await textsOf(page, ".issue-fix"))[0],
    "Make it a recipe",
  );
  await page.click(".issue-fix");
  const wrapped = '{\n  "cobble": 1,\n  "noise": "ridged(perlin(4), 6)"\n}\n';
  check("it becomes one", await textOf(page), wrapped);
  check("without mistakes", await holds(page, () => document.querySelector(".issues").hidden));
}

async function selection(page, check) {
  await setText(page, recipe('    "rock": "perlin(4)",\n    "mo|ss": "perlin(9)"', "rock*moss"));
  const selected = () => document.querySelector(".selected-node")?.textContent.includes("moss");
  check("the node at the cursor is selected", await holds(page, selected));
  await page.keyboard.press("ArrowUp");
  const other = () => document.querySelector(".selected-node")?.textContent.includes("rock");
  check("it follows the cursor", await holds(page, other));
}

// Dragging a slider and opening a preset are one step each.
async function undoing(page, check) {
  const before = recipe('    "rock": "perlin(4, |5, persistence=0.5)"', "rock");
  await setText(page, before);
  const range = '.region-controls input[type=range][aria-label*="persistence"]';
  await page.waitForSelector(range);
  await read(page);
  const slider = await page.$(range);
  await slider.scrollIntoView();
  const box = await slider.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; ++i) {
    await page.mouse.move(box.x + box.width * (0.5 + i * 0.02), y);
    await read(page);
  }
  await page.mouse.up();
  await read(page);
  const changed = await textOf(page);
  check("a slider changes the text", /persistence=0\.[5-9]\d/.test(changed));
  await page.focus(".editor .cm-content");
  await press(page, "Control", "z");
  const laidOut = (text) => JSON.stringify(JSON.parse(text));
  check("one step undoes the drag", laidOut(await textOf(page)), laidOut(before.replace("|", "")));
  await press(page, "Control", "y");
  check("one step does it again", await textOf(page), changed);
}

async function openingIsUndone(page, check) {
  const before = '{\n  "cobble": 1,\n  "noise": "voronoi(3)"\n}\n';
  await setText(page, before);
  const nameOf = () => textIn(page, ".header");
  const name = await nameOf();
  const opened = () => document.querySelector(".editor .cm-content").textContent.includes("veins");
  await page.evaluate(() => (location.hash = "preset=marble"));
  check("a link opens a preset", await holds(page, opened));
  await page.focus(".editor .cm-content");
  await press(page, "Control", "z");
  check("one step undoes the opening", await textOf(page), before);
  await read(page);
  check("and gives the name back", await nameOf(), name);
  await press(page, "Control", "y");
  check("one step opens it again", await holds(page, opened));
}

async function fileOnText(page, check) {
  const dropped = '{"cobble": 1, "noise": "voronoi(7)"}';
  await page.$eval(
    ".editor .cm-line",
    (line, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "mine.json", { type: "application/json" }));
      line.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    dropped,
  );
  const isOpened = () =>
    document.querySelector(".editor .cm-line").textContent.includes("voronoi(7)");
  check("a file dropped on the text is opened", await holds(page, isOpened));
  await read(page);
  check("and not inserted", await textOf(page), dropped);
}

async function formatting(page, check) {
  const button = (name) =>
    page.$$eval(
      ".editor-tools button",
      (all, text) => all.find((each) => each.textContent === text).click(),
      name,
    );
  await setText(
    page,
    '{"noise": "rock*1", // kept\n"nodes": {"rock": "perlin( 4,5 )"}, "cobble": 1}',
  );
  await button("Format");
  check(
    "Format lays out",
    await holds(page, () => document.querySelectorAll(".editor .cm-line").length > 3),
  );
  const text = await textOf(page);
  check("comments stay", text.includes("// kept"));
  check("formulas are tidied", text.includes('"rock": "perlin(4, 5)"'));
  await button("Undo");
  check("a button undoes it", (await textOf(page)).includes("perlin( 4,5 )"));
  await button("Redo");
  check("a button does it again", await textOf(page), text);
}

async function keyboard(page, check) {
  await page.focus(".editor .cm-content");
  await page.keyboard.press("Tab");
  const isInside = await page.evaluate(() =>
    document.querySelector(".editor .cm-content").contains(document.activeElement),
  );
  check("Tab leaves the text", isInside, false);
}

async function garbage(page, check) {
  await page.focus(".editor .cm-content");
  for (const text of ["[", '{"a":', '"perlin(', "1,", "x\n"]) {
    await press(page, "Control", "a");
    await paste(page, text.repeat(2 ** 20 / text.length));
    await page.keyboard.type("12");
    await page.evaluate(() => new Promise(requestAnimationFrame)); // a hanging page draws nothing
  }
  await press(page, "Control", "a");
  await paste(page, '{"cobble": 1, "noise": "perlin"}');
  check("it works after that", await holds(page, () => document.querySelector(".issues").hidden));
}

/** In: check(what, is, expected). */
export async function editor(page, check) {
  for (const part of [
    highlighting,
    swatch,
    completion,
    explanation,
    mistakes,
    warnings,
    bareFormula,
    selection,
    undoing,
    openingIsUndone,
    fileOnText,
    formatting,
    keyboard,
    garbage,
  ])
    await part(page, check);
}
