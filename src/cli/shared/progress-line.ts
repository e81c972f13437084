import process from 'node:process';

const WIDTH = 30;
/** Minimum time between two updates. */
const MIN_INTERVAL_MS = 50;

/** Draws a progress bar on one line of stderr; does nothing if stderr is not a terminal. */
export function progressLine(name: string) {
  const { stderr } = process;
  let shownAt = -Infinity;
  const write = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\x1b[2K${text}`);
  };
  return {
    /** Draws the bar followed by the status. */
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
