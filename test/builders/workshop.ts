import { jobs } from '../../src/service/build/jobs.ts';
import type { BuildWorkers } from '../../src/service/build/index.ts';

/** A workshop without a thread, for services whose tests are not about the thread. Data is copied as a thread copies it. */
export const workshopInProcess: Pick<BuildWorkers, 'do' | 'close'> = {
  async do(_project, name, task) {
    const job = jobs[name] as (task: unknown, elapsed: () => number) => unknown;
    return structuredClone(await job(structuredClone(task), () => performance.now())) as never;
  },
  close: () => Promise.resolve(),
};
