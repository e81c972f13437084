/** Worker thread of `checkManyFlows`: checks a share of the flows and posts the results. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Share } from './load.ts';

// As bin/ringflow.js does; it holds for what is imported afterwards.
enableCompileCache();
const { checkShare } = await import('./load.ts');
parentPort?.postMessage(checkShare(workerData as Share));
