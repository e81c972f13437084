/** Compares each flow of a bundle with the version in service. */
import { renderChange, compareFlows } from '../../authoring/diff/index.ts';
import type { Change } from '../../authoring/diff/index.ts';
import { compileBundle } from '../../service/management/index.ts';
import type { BundledFlow, BundleFiles, CompiledBundle } from '../../service/management/index.ts';
import type { Ask } from './client.ts';
import { allAt } from './pages.ts';

/** Response of the deployments API. */
export interface Deployment {
  flow: string;
  /** Absent before a first deployment that is scheduled. */
  live?: string;
  canary?: { version: string; percent: number };
  scheduled?: { version: string; at: number };
  /** `files`: the service runs the flow from a folder, and no version of it is deployed. */
  source?: 'files';
}

/** Planned change of one flow. */
export interface Planned {
  flow: string;
  version: string;
  /** Version in service before; absent for a new flow. */
  before?: string;
  /** Canary version and its percentage. */
  tried?: { version: string; percent: number };
  /** Scheduled version and its time, ms since the epoch. */
  scheduled?: { version: string; at: number };
  change: 'new' | 'changed' | 'unchanged';
  /** `files`: the service runs the version before from a folder. */
  source?: 'files';
  /** Changes for callers with their text; absent if the previous version has errors under the current rules. */
  changes?: (Change & { text: string })[];
}

/** Returns the deployments of the project. */
export function liveFlows(ask: Ask): Promise<Deployment[]> {
  return allAt<Deployment>(ask, '/deployments');
}

interface Surroundings {
  ask: Ask;
  bundle: CompiledBundle;
  live: readonly Deployment[];
}

/** Compares a version with the one in service. */
export async function planFor(
  { flow, version }: { flow: string; version: string },
  { ask, bundle, live }: Surroundings,
): Promise<Planned> {
  const deployment = live.find((one) => one.flow === flow);
  const { live: before, canary: tried, scheduled, source } = deployment ?? {};
  if (before === undefined)
    return { flow, version, ...(scheduled && { scheduled }), change: 'new', changes: [] };
  const was = {
    before,
    ...(tried && { tried }),
    ...(scheduled && { scheduled }),
    ...(source && { source }),
  };
  if (before === version) return { flow, version, ...was, change: 'unchanged', changes: [] };
  const { files } = await ask<{ files: BundleFiles }>('GET', `/flows/${flow}/versions/${before}`);
  const [old, found] = [flowIn(compileBundle(files), flow), flowIn(bundle, flow)];
  const changes = old && found && compareFlows(old, found);
  const rendered = changes?.map((change) => ({ ...change, text: renderChange(change) }));
  return { flow, version, ...was, change: 'changed', ...(rendered && { changes: rendered }) };
}

function flowIn({ flows }: CompiledBundle, name: string): BundledFlow | undefined {
  return flows.find(({ flow }) => flow.name === name);
}
