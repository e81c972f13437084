export type { Jobs, JobResult, JobInput } from './jobs.ts';
export type { BuildResult } from './build-bundle.ts';
export { MAX_JOB_MS, BuildWorkers, JobCancelled } from './workshop.ts';
