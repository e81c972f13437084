/** What runs on another core for `checkManyFlows`: checks a share of the flows and tells what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkShare } from './load.ts';
import type { Share } from './load.ts';

parentPort?.postMessage(checkShare(workerData as Share));
