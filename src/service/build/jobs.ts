/** The jobs of the build worker; input and output are plain data. */
import { chart, compare, draw } from './pictures.ts';
import { buildBundle } from './build-bundle.ts';
import { exportCall, previewVersion, tellStates } from './recorded-calls.ts';
import type { BundleFiles } from '../management/index.ts';

export const jobs = {
  build: (files: BundleFiles) => buildBundle(files),
  draw,
  chart,
  compare,
  tellStates,
  exportCall,
  previewVersion,
};

export type Jobs = typeof jobs;

/** Input of a job. */
export type JobInput<Name extends keyof Jobs> = Parameters<Jobs[Name]>[0];

/** Output of a job. */
export type JobResult<Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>;
