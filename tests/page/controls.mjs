// Controls and graph: each changes the text, and follows it.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const textOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((each) => each.textContent).join("\n"));

async function openRecipe(page, recipe) {
  const input = await page.$('.opener input[type="file"]');
  const text = JSON.stringify(recipe);
  await page.evaluate(
    (element, content) => {
      const files = new DataTransfer();
      files.items.add(new File([content], "test.json"));
      element.files = files.files;
      element.dispatchEvent(new Event("change"));
    },
    input,
    text,
  );
  await page.waitForFunction(() => document.querySelector(".open-gallery").textContent.endsWith(": test"));
  await page.waitForSelector(".controls .row");
  await pause(500);
}

const row = (name) => `.controls-panel:not([hidden]) .row[aria-label="${name}"]`;

// Sets an input as a user does, and returns the text when it has changed.
async function enter(page, selector, value) {
  const before = await textOf(page);
  await page.$eval(
    selector,
    (element, wanted) => {
      if (element.type === "checkbox") element.checked = wanted;
      else element.value = wanted;
      element.dispatchEvent(new Event("input"));
      element.dispatchEvent(new Event("change"));
    },
    value,
  );
  for (let k = 0; k < 100; ++k) {
    const text = await textOf(page);
    if (text !== before) return text;
    await pause(50);
  }
  return before;
}

async function numbers(page, check) {
  await openRecipe(page, { cobble: 1, size: 64, noise: "perlin(4)" });
  check("an exact number", (await enter(page, `${row("octaves")} .number`, "5")).includes("perlin(4, 5)"));
  const slid = await enter(page, `${row("octaves")} [type="range"]`, "1000");
  check("a slider at its end", slid.includes("perlin(4, 32)"));
  check("a choice", (await enter(page, ".node-type", "voronoi")).includes("voronoi"));
  check("a choice of a key", (await enter(page, `${row("metric")} select`, "manhattan")).includes("manhattan"));
  await page.click("#tab-recipe");
  check("a switch", (await enter(page, `${row("tiling")} [type="checkbox"]`, true)).includes('"tiling": true'));
  await page.click(`${row("seed")} button`);
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes('"seed"'));
  check("a range", (await enter(page, `${row("range")} select`, "fit")).includes('"range": "fit"'));
  await page.click("#tab-node");
}

async function drags(page, check) {
  await openRecipe(page, { cobble: 1, size: 64, noise: "curve(perlin(4), [[0, 0], [0.5, 0.5], [1, 1]])" });
  const before = await textOf(page);
  const [, middle] = await page.$$(".curve-handle");
  const box = await middle.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 10; ++k) await page.mouse.move(x + k, y - 3 * k);
  await page.mouse.up();
  await pause(600);
  const dragged = await textOf(page);
  check("a point of a curve is dragged", dragged !== before);
  await page.keyboard.press("ArrowUp");
  await pause(400);
  check("and moved by keys", (await textOf(page)) !== dragged);
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll(".curve-handle").length === 2);
}

async function graph(page, check) {
  await openRecipe(page, {
    cobble: 1,
    size: 64,
    nodes: { hills: "perlin(4, 5)", ridges: "ridged(perlin(3), 6)" },
    noise: "mix(hills, ridges, 0.5)",
  });
  await page.waitForSelector('.card[data-id="/nodes/hills"]');
  await page.click('.card[data-id="/nodes/hills"]');
  await pause(300);
  check("a card selects its node", await page.$eval(".controls-title", (element) => element.textContent), "hills");
  const changed = await enter(page, `${row("octaves")} .number`, "7");
  check("its controls change its formula", changed.includes('"hills": "perlin(4, 7)"'));
  await page.focus('.card[data-id="/nodes/hills"]');
  await page.keyboard.press("ArrowRight");
  await pause(300);
  check("keys move along edges", await page.$eval('[aria-current="true"]', (element) => element.dataset.id), "/noise");
  await page.focus('.card[data-id="/nodes/ridges"]');
  await page.keyboard.press("v");
  await pause(500);
  check("a node is shown large", await page.$eval(".view-map", (element) => element.value), "@ridges");
  const isDrawn = await page.$eval('.card[data-id="/nodes/hills"] canvas', (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(data).size > 20;
  });
  check("cards have pictures", isDrawn);
}

async function addAndDelete(page, check) {
  await page.evaluate(() => [...document.querySelectorAll(".graph-tools button")].find((each) => each.textContent === "Add node").click());
  await page.type('.add-node input', "fresh");
  await page.select(".add-node select", "voronoi");
  await page.evaluate(() => document.querySelector(".add-node .primary").click());
  await page.waitForSelector('.card[data-id="/nodes/fresh"]');
  check("a node is added", (await textOf(page)).includes('"fresh": "voronoi'));
  await page.evaluate(() => [...document.querySelectorAll(".graph-tools button")].find((each) => each.textContent === "Delete").click());
  await page.waitForFunction(() => document.querySelector('.card[data-id="/nodes/fresh"]') === null);
  check("a node is deleted", !(await textOf(page)).includes("fresh"));
}

export async function controls(page, check) {
  for (const part of [numbers, drags, graph, addAndDelete]) await part(page, check);
}
