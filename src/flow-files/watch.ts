/** Tells when flow files change. */
import { watch } from 'node:fs';
import { isFlowFile } from './find.ts';

/** Editors save in several steps; what happens within this time is one change, ms. */
const SETTLE_MS = 100;

/**
 * Calls `changed` after flow files below the folder were written, made or removed; the returned function ends it. When
 * the folder cannot be watched any longer, `changed` is called a last time, to find that out.
 */
export function watchFlows(folder: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_kind, name) => {
    if (name === null || !isFlowFile(name)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  });
  watcher.on('error', changed);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
