// Long work in pieces, between which the page goes on.

const pieceMilliseconds = 12;

/** Resolves in a later task. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Calls `run` for each row. Gives false if it was cancelled, which is checked after each piece. */
export async function forRows(
  rows: number,
  run: (row: number) => void,
  isCancelled: () => boolean,
): Promise<boolean> {
  let start = performance.now();
  for (let row = 0; row < rows; ++row) {
    run(row);
    if (performance.now() - start < pieceMilliseconds) continue;
    await nextTask();
    if (isCancelled()) return false;
    start = performance.now();
  }
  return true;
}
