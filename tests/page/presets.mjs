// Presets: the page's checksums are in tests/golden/checksums.tsv, like all programs'.
import { readFile } from "node:fs/promises";

/** Together they have every type of node in presets, and come from all groups. */
const telling = [
  ...["agate", "brain-coral", "brick-wall", "brushed-metal", "canvas", "circuit", "cobblestones"],
  ...["cracked-earth", "crystals", "dunes", "frost", "marble", "moon", "mossy-cliff", "parquet"],
  ...["ridged-mountains", "soft-terrain", "star-field", "swell", "woven-cells", "woven-cloth"],
];

const table = await readFile(new URL("../golden/checksums.tsv", import.meta.url), "utf8");
const rows = table.trim().split("\n").map((line) => line.split("\t"));
const rowsOf = (names) => rows.filter(([name]) => names.includes(name));

/** Checksums by preset. */
export const golden = new Map(rows);

// Whether the processor has fused multiply-adds, so that the page takes the module with them.
const cpu = await readFile("/proc/cpuinfo", "utf8");
const fuses = process.arch === "arm64" || / fma /.test(cpu);

/** Returns the presets with their checksums, in lists that take about equally long. */
export function splitPresets(isQuick) {
  const wanted = isQuick ? rowsOf(telling) : rows;
  if (wanted.length < (isQuick ? telling.length : 60)) throw new Error("presets are missing");
  const module = fuses ? "fused" : "module";
  return [0, 1].map((half) => ({ presets: wanted.filter((_, i) => i % 2 === half), module }));
}

/** Some for the module without them, and Chromium's flag to take it on x86. */
export const plainPresets = {
  presets: rowsOf(["agate", "brick-wall", "marble", "ridged-mountains"]),
  module: process.arch === "x64" ? "module" : "fused",
};
export const plainFlag = "--js-flags=--no-enable-fma3";

/** Waits until the page shows a preset's checksum, and returns it. */
export async function shownChecksum(page, name) {
  const isShown = (preset) => {
    const isOpen = document.querySelector(".open-gallery").textContent.endsWith(`: ${preset}`);
    document.querySelector('[aria-label="Compute the checksum"]:not([hidden])')?.click(); // if slow
    return isOpen && /^[0-9a-f]{16}$/.test(document.querySelector(".checksum-value").textContent);
  };
  await page.waitForFunction(isShown, {}, name);
  return page.evaluate(() => document.querySelector(".checksum-value").textContent);
}

/** Opens a preset. Returns its checksum. */
export async function checksumOf(page, name) {
  await page.evaluate((preset) => {
    document.querySelector(".checksum-value").textContent = "";
    location.hash = `#preset=${preset}`;
  }, name);
  return shownChecksum(page, name);
}

export async function presets(page, check, { presets: wanted, module }) {
  check("module", await page.$eval(":root", (root) => root.dataset.module), module);
  await page.setViewport({ width: 760, height: 500 }); // so that little else is rendered
  for (const [name, checksum] of wanted)
    check(`checksum of ${name}`, await checksumOf(page, name), checksum);
}
