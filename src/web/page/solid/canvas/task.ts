// Work in pieces, between which the page goes on.

/** How long a piece may take. */
const pieceMilliseconds = 12;

/** Ends a piece of work: resolves in a later task. */
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

/**
 * Does something for each row of a picture. Returns false if it was cancelled: whether it is, is
 * asked after each piece.
 */
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
