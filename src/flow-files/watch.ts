/** Tells when flow files change, or files that they may name. */
import { watch } from 'node:fs';
import { isScenarioFile } from './find.ts';

/** Editors save in several steps; what happens within this time is one change, ms. */
const SETTLE_MS = 100;
/** The same for whoever only looks: what is read too early is read again, and nothing has come of it. */
const GLANCE_MS = 30;

/**
 * Calls `changed` after files below the folder that can be part of a flow were written, made or removed; the returned
 * function ends it. When the folder cannot be watched any longer, `changed` is called a last time, to find that out.
 */
export function watchFlows(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isPartOfFlow, settleMs: SETTLE_MS }, changed);
}

/** The same, of scenario files too, for those who only look at them. */
export function watchFiles(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isRead, settleMs: GLANCE_MS }, changed);
}

interface Watched {
  folder: string;
  matters: (name: string) => boolean;
  settleMs: number;
}

function watchFor({ folder, matters, settleMs }: Watched, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_kind, name) => {
    if (name === null || !matters(name)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  });
  watcher.on('error', changed);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

/** A flow, or what flows name: tables, other parts. */
function isPartOfFlow(name: string): boolean {
  return isRead(name) && !isScenarioFile(name);
}

function isRead(name: string): boolean {
  return /\.(csv|ya?ml)$/.test(name);
}
