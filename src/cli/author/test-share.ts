/** Worker of `ringflow test`: runs a share of the scenario files. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Share } from './test-run.ts';

// As in bin/ringflow.js; it applies to later imports.
enableCompileCache();
const { runFiles } = await import('./test-run.ts');
const { files, wanted } = workerData as Share;
parentPort?.postMessage(runFiles(files, wanted));
