/** Entry point of the worker thread: it runs one job after another. */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Jobs } from './jobs.ts';
import type { JobMessage } from './workshop.ts';

// Same as in bin/ringflow.js; applies to modules imported later.
enableCompileCache();
const { jobs } = await import('./jobs.ts');
const { Refusal } = await import('../management/index.ts');

interface Message {
  name: keyof Jobs;
  task: unknown;
}

async function runJob({ name, task }: Message): Promise<JobMessage> {
  try {
    const job = jobs[name] as (task: unknown, elapsed: () => number) => unknown;
    return { made: await job(task, () => performance.now()) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, message: error.message } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (message: Message) => {
  void runJob(message).then((result) => {
    parentPort?.postMessage(result);
  });
});
