import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './children.ts';
import { serveArgs } from './contestants.ts';
import { median } from './stats.ts';

const starts = 5;
const flows = join(import.meta.dirname, '../flows');

/** From the start of `serve` with the sample flows, on a new store, until it is ready; the median of some starts, ms. */
export async function measureStartup(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const times: number[] = [];
  try {
    for (let start = 0; start < starts; start += 1) {
      const store = `sqlite:${join(directory, `${start}.sqlite`)}`;
      const args = [...serveArgs(flows, store, 'http://127.0.0.1:9'), '--default-flow', 'front-desk'];
      const server = await startServer(args);
      times.push(server.readyAfterMs);
      await server.stop();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  return median(times);
}
