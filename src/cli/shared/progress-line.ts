import process from 'node:process';

const WIDTH = 30;
/** A terminal need not be written to more often. */
const EVERY_MS = 50;

/** How far a command has come, in one line on stderr that is written over; on a terminal only. */
export function progressLine(name: string) {
  const { stderr } = process;
  let shownAt = -Infinity;
  const write = (text: string) => {
    if (stderr.isTTY) stderr.write(`\r\x1b[2K${text}`);
  };
  return {
    /** Shows that so many of so many are done. */
    show(done: number, total: number, besides: string) {
      const now = performance.now();
      if (now - shownAt < EVERY_MS) return;
      shownAt = now;
      write(
        `${name} [${'#'.repeat(Math.round((done / total) * WIDTH)).padEnd(WIDTH)}] ${done} of ${total}, ${besides}`,
      );
    },
    /** Leaves the line empty. */
    clear() {
      write('');
    },
  };
}
