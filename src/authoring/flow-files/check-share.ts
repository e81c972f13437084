/** What runs on another core for `checkManyFlows`: checks a share of the flows and tells what it found. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Share } from './load.ts';

// As bin/ringflow.js does; it holds for what is imported afterwards.
enableCompileCache();
const { checkShare } = await import('./load.ts');
parentPort?.postMessage(checkShare(workerData as Share));
