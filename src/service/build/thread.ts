/** What runs on the thread of the workshop: one job after another, as it is told. */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Jobs } from './jobs.ts';
import type { Told } from './workshop.ts';

// As bin/ringflow.js does; it holds for what is imported afterwards.
enableCompileCache();
const { jobs } = await import('./jobs.ts');
const { Refusal } = await import('../management/index.ts');

interface Message {
  name: keyof Jobs;
  task: unknown;
}

async function carriedOut({ name, task }: Message): Promise<Told> {
  try {
    const job = jobs[name] as (task: unknown) => unknown;
    return { made: await job(task) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, message: error.message } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (message: Message) => {
  void carriedOut(message).then((told) => {
    parentPort?.postMessage(told);
  });
});
