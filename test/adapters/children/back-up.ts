import { parentPort, workerData } from 'node:worker_threads';
import { backUpSqlite } from '../../../src/adapters/store-sqlite/index.ts';

const { file, copy } = workerData as { file: string; copy: string };
parentPort?.postMessage(backUpSqlite(file, copy));
