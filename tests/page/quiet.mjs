// Waits until the page has finished what an event started. Counts what it has begun: timers,
// frames, animations, and calls of its workers, which get one reply each.

// Runs before the page's code. Counts only what is short, not fading messages or checksums.
function count() {
  const longest = 1000; // milliseconds
  const later = window.setTimeout;
  const forget = window.clearTimeout;
  const nextFrame = window.requestAnimationFrame;
  const forgetFrame = window.cancelAnimationFrame;
  const now = Date.now.bind(Date);
  let passed = 0;
  Date.now = () => now() + passed;
  window.letPass = (milliseconds) => {
    passed += milliseconds;
  };
  const timers = new Set();
  const frames = new Set();
  const workers = new Set();
  window.setTimeout = (run, milliseconds = 0, ...values) => {
    const id = later(() => {
      run(...values);
      timers.delete(id);
    }, milliseconds);
    if (milliseconds <= longest) timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => {
    timers.delete(id);
    forget(id);
  };
  window.requestAnimationFrame = (run) => {
    const id = nextFrame((time) => {
      run(time);
      frames.delete(id);
    });
    frames.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    frames.delete(id);
    forgetFrame(id);
  };
  window.Worker = class extends Worker {
    open = new Map();
    constructor(...values) {
      super(...values);
      workers.add(this);
      this.addEventListener("message", ({ data }) => this.open.delete(data.id));
    }
    postMessage(call, ...values) {
      super.postMessage(call, ...values);
      this.open.set(call.id, call.method);
    }
    terminate() {
      workers.delete(this);
      super.terminate();
    }
  };
  const calls = () => [...workers].flatMap((worker) => [...worker.open.values()]);
  const moves = () =>
    document.getAnimations().filter(({ playState, effect }) => {
      return playState === "running" && effect.getComputedTiming().endTime <= longest;
    });
  // Resolves once nothing is open in two successive frames.
  const wait = async (isOpen) => {
    for (let calm = 0; calm < 2; calm = isOpen() ? 0 : calm + 1)
      await new Promise((resolve) => nextFrame(() => later(resolve)));
  };
  window.untilRead = () => wait(() => frames.size > 0 || calls().some((name) => /^(read|edit)$/.test(name)));
  window.untilQuiet = () =>
    wait(() => {
      const isCalling = calls().some((name) => name !== "checksum");
      return timers.size > 0 || frames.size > 0 || isCalling || moves().length > 0;
    });
}

/** Counts what this tab's pages do. Call it before opening one. */
export const countIn = (page) => page.evaluateOnNewDocument(count);

/** Moves the page's clock forward: changes in quick succession are undone together. */
export const letPass = (page, milliseconds) =>
  page.evaluate((time) => window.letPass(time), milliseconds);

/** Waits until the text has been read, includes changes by controls, and is shown by controls. */
export const read = (page) => page.evaluate(() => window.untilRead());

/** Waits until nothing is going on: all pictures are drawn, and all lists shown. */
export const quiet = (page) => page.evaluate(() => window.untilQuiet());
