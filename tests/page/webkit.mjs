// WebKitGTK by WebDriver, on a screen of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

// A port that is free.
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the driver. Returns functions that open a window, and end all of it. */
export async function launchWebKit() {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1024x768x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(screen.stdio[3], "data");
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
  });
  const send = async (path, body, method = "POST") => {
    const request = { method, body: body && JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit: ${path}: ${value.message}`);
    return value;
  };
  const isReady = () => send("/status", undefined, "GET").then(() => true, () => false);
  let session;
  return {
    async open() {
      while (driver.exitCode === null && !(await isReady()));
      const timeouts = { script: 240_000, pageLoad: 240_000 };
      const { sessionId } = await send("/session", { capabilities: { alwaysMatch: { timeouts } } });
      session = `/session/${sessionId}`;
      return new Page((path, body) => send(session + path, body));
    },
    async close() {
      if (session !== undefined) await send(session, undefined, "DELETE").catch(() => {});
      for (const each of [driver, screen]) each.kill();
    },
  };
}

/** Has those methods of puppeteer's that browsers.mjs needs. */
class Page {
  constructor(send) {
    this.send = send;
  }

  goto(url) {
    return this.send("/url", { url });
  }

  async evaluate(call, ...values) {
    const script = `const [values, done] = arguments;
      (async () => (${call})(...values))().then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.send("/execute/async", { script, args: [values] });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  waitForFunction(condition, _options, ...values) {
    const wait = `async (...values) => {
      while (!(${condition})(...values)) await new Promise(requestAnimationFrame);
    }`;
    return this.evaluate(wait, ...values);
  }

  async click(value) {
    const element = await this.send("/element", { using: "css selector", value });
    await this.send(`/element/${Object.values(element)[0]}/click`, {});
  }
}
