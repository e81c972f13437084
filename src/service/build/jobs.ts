/** What can be done in the workshop; each job is given plain data, and gives plain data. */
import { compare, draw } from './pictures.ts';
import { tryOut } from './try-out.ts';
import type { BundleFiles } from '../management/index.ts';

export const jobs = {
  tryOut: (files: BundleFiles) => tryOut(files),
  draw,
  compare,
};

export type Jobs = typeof jobs;

/** What a job is given. */
export type Task<Name extends keyof Jobs> = Parameters<Jobs[Name]>[0];

/** What a job gives. */
export type Made<Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>;
