// The page in the engines of other browsers: it starts, has the command's checksums, follows a
// slider, and exports a file.
import { execFileSync } from "node:child_process";
import { checksumOf, golden, shownChecksum } from "./presets.mjs";
import { launchWebKit } from "./webkit.mjs";

/** They are cheap, since WebKit has no fused multiply-adds. The last one has the slider. */
const presets = ["crystals", "clouds", "caustics", "brushed-metal", "star-field"];

// Finds a program by one of its names.
function find(...names) {
  const anyOf = names.map((name) => `command -v ${name}`).join(" || ");
  try {
    return execFileSync("sh", ["-c", anyOf], { encoding: "utf8" }).trim();
  } catch {
    throw new Error(`${names[0]} is not installed; scripts/setup --page installs it`);
  }
}

async function start(page, check, address) {
  await page.goto(`${address}#preset=circuit`);
  await page.waitForFunction(() => document.querySelector('.stage[data-final], #start[role="alert"]'));
  const failure = () => document.querySelector('#start[role="alert"]')?.textContent ?? "";
  check("it starts", await page.evaluate(failure), "");
  await page.evaluate(() => {
    window.thrown = [];
    const keep = ({ message, reason }) => window.thrown.push(message ?? String(reason));
    for (const type of ["error", "unhandledrejection"]) addEventListener(type, keep);
  });
}

// A click on the middle of a slider, whose thumb is not there. Returns the command's flag for its value.
async function slider(page, check, cobble) {
  await page.evaluate(() => (document.querySelector(".checksum-value").textContent = ""));
  await page.click('[aria-label="knob star-density"]');
  const shown = await shownChecksum(page, "star-field");
  const exact = '[aria-label="knob star-density, exact"]';
  const value = await page.evaluate((selector) => document.querySelector(selector).value, exact);
  const flag = `--knob=star-density=${value}`;
  const checksum = execFileSync(cobble, ["render", "--preset=star-field", flag, "--checksum", "--dry-run"]);
  check(`a slider sets ${flag}`, shown, String(checksum).slice(0, 16));
  return flag;
}

async function exporting(page, check, cobble, flag) {
  await page.evaluate(() => {
    // A browser would keep a download where it likes.
    HTMLAnchorElement.prototype.click = async function () {
      const bytes = new Uint8Array(await (await fetch(this.href)).arrayBuffer());
      window.exported = [this.download, btoa(String.fromCharCode(...bytes))];
    };
  });
  await page.click("header .primary");
  await page.evaluate(() => {
    for (const side of ["Width", "Height"])
      document.querySelector(`#export [aria-label="${side}"]`).value = "48";
    [...document.querySelectorAll("#export b")].find((each) => each.textContent === "Save").click();
  });
  await page.waitForFunction(() => window.exported);
  const words = ["render", "--preset=star-field", flag, "--size=48", "--quiet", "--format=png", "-o", "lit=-"];
  const file = execFileSync(cobble, words).toString("base64");
  check("an export has the command's bytes", await page.evaluate(() => window.exported), ["star-field_lit.png", file]);
}

// In: open, which returns a page with the methods that puppeteer and webkit.mjs share; and close.
async function steps(check, { address, cobble }, open, close) {
  try {
    const page = await open();
    await start(page, check, address);
    for (const name of presets) check(`checksum of ${name}`, await checksumOf(page, name), golden.get(name));
    await exporting(page, check, cobble, await slider(page, check, cobble));
    check("no error is thrown", await page.evaluate(() => window.thrown), []);
  } finally {
    await close();
  }
}

export async function firefox(_page, check, tools) {
  const executablePath = find("firefox-esr", "firefox");
  const browser = await tools.puppeteer.launch({ browser: "firefox", executablePath });
  const open = async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    await page.setViewport({ width: 1024, height: 730 });
    return page;
  };
  await steps(check, tools, open, () => browser.close());
}

export async function webkit(_page, check, tools) {
  for (const program of ["WebKitWebDriver", "Xvfb"]) find(program);
  const driver = await launchWebKit();
  await steps(check, tools, () => driver.open(), () => driver.close());
}
