/** Loaded into a node before everything else: its clock is wrong by `SHIFT_CLOCK_MS`. */
import { pathToFileURL } from 'node:url';

const shiftMs = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const now = Date.now;
Date.now = () => now() + shiftMs;

/** The environment in which a node's clock is so much ahead, ms, or behind. */
export function shiftedBy(byMs: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}`,
    SHIFT_CLOCK_MS: String(byMs),
  };
}
