// Unpacks the page, which has the modules and all code in compressed form, or says what
// the browser lacks.

import { XzReadableStream } from "xz-decompress";

/** The parts of the payload, in order, after their sizes as 32-bit numbers. */
const partNames = ["module", "fused", "worker", "main", "licenses"] as const;

// A module with a function that uses a vector of 128 bits.
const vectorProbe = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

/** The newest features that the page uses, by the names to show: see README.md. */
const features: Record<string, () => boolean> = {
  WebAssembly: () => typeof WebAssembly === "object",
  "WebAssembly's vectors (SIMD)": () => WebAssembly.validate(new Uint8Array(vectorProbe)),
  CompressionStream: () => typeof CompressionStream === "function",
  workers: () => typeof Worker === "function",
  "JavaScript of 2024": () => typeof Promise.withResolvers === "function",
  "colours by theme (light-dark)": () => CSS.supports("color", "light-dark(red, red)"),
  popovers: () => "popover" in HTMLElement.prototype,
};

// Settings, extensions and servers can forbid WebAssembly.
function isForbidden(): boolean {
  try {
    new WebAssembly.Module(new Uint8Array(vectorProbe));
    return false;
  } catch {
    return true;
  }
}

const forbidden =
  "This page needs WebAssembly, but a setting of the browser, an extension or the server's " +
  "Content-Security-Policy forbids it: please allow it, or open the page as a file.";
const broken =
  "This page could not be unpacked: either its file is incomplete (please download it again), or " +
  "the browser is short of memory (please close other tabs and reload the page).";

function fail(message: string): void {
  const start = document.getElementById("start");
  if (start !== null) {
    start.textContent = message;
    start.setAttribute("role", "alert");
  }
  document.getElementById("page")?.setAttribute("aria-busy", "false");
}

// See build.mjs: the number of surplus bytes, then pairs of digits from "!" on, without "<" and "\\".
function fromBase92(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor(((text.length - 1) / 2) * (13 / 8)) - Number(text[0]));
  const digitAt = (at: number) => {
    const code = text.charCodeAt(at);
    return code - 33 - Number(code > 60) - Number(code > 92);
  };
  let bits = 0;
  let count = 0;
  for (let from = 1, to = 0; to < bytes.length; from += 2) {
    bits = (bits << 13) | (digitAt(from) * 92 + digitAt(from + 1));
    for (count += 13; count >= 8; ) bytes[to++] = bits >> (count -= 8);
    bits &= (1 << count) - 1;
  }
  return bytes;
}

async function unpack(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const element = document.getElementById("payload");
  const packed = fromBase92(element?.textContent ?? "");
  element?.remove();
  const stream = new XzReadableStream(new Blob([packed]).stream());
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const sizes = new DataView(bytes.buffer);
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = 4 * partNames.length;
  partNames.forEach((name, i) => {
    const size = sizes.getUint32(4 * i, true);
    parts.set(name, bytes.subarray(at, at + size));
    at += size;
  });
  return parts;
}

async function start(): Promise<void> {
  const missing = Object.keys(features).find((name) => !features[name]?.());
  if (missing !== undefined) {
    fail(
      `This page needs ${missing}, which this browser lacks: please use Chrome or Edge 123, ` +
        "Firefox 125, Safari 17.5, or a newer one.",
    );
    return;
  }
  try {
    const parts = await unpack();
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(parts.get("main"));
    (window as unknown as { cobbleParts: typeof parts }).cobbleParts = parts;
    document.body.append(script);
  } catch (error) {
    fail(isForbidden() ? forbidden : broken);
    console.error(error);
  }
}

void start();
