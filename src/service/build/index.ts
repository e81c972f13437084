export type { Jobs, Made, Task } from './jobs.ts';
export type { Trial } from './try-out.ts';
export { LONGEST_JOB_MS, BuildWorkers } from './workshop.ts';
