import process from 'node:process';

const WIDTH = 30;
/** Shortest time between two updates. */
const MIN_INTERVAL_MS = 50;

/** Draws a progress bar on stderr, in one line that is overwritten; does nothing where stderr is no terminal. */
export function progressLine(name: string) {
  const { stderr } = process;
  let shownAt = -Infinity;
  const write = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\x1b[2K${text}`);
  };
  return {
    /** Draws the bar with the status behind it. */
    show(done: number, total: number, status: string) {
      const now = performance.now();
      if (now - shownAt < MIN_INTERVAL_MS) return;
      shownAt = now;
      write(`${name} [${'#'.repeat(Math.round((done / total) * WIDTH)).padEnd(WIDTH)}] ${status}`);
    },
    clear() {
      write('');
    },
  };
}
