/** Changes of deployments that act at once and can be undone. */
import { unwrap } from '../api/client.ts';
import { deployFlow, listDeployments, rollBackDeployment } from '../api/generated/index.ts';
import type { GetDeploymentResponse } from '../api/generated/index.ts';
import { shortenVersion } from '../ui/format.ts';
import { showToast } from '../ui/toasts.tsx';

export type Deployment = GetDeploymentResponse;
export type Guard = NonNullable<Deployment['guard']>;

/** A flow of a project. */
export interface FlowRef {
  project: string;
  flow: string;
}

/** A way to put a version into service. */
export interface Wanted {
  version: string;
  /** Percentage of calls; below 100 it is a canary. Absent: all. */
  percent?: number;
  /** Time with its UTC offset from which it takes all calls. */
  at?: string;
  guard?: Guard;
  /** Why it is deployed although scenarios fail. */
  force?: { reason: string };
}

/** Reads the deployment; undefined when no version is in service. Throws an `ApiProblem`. */
export async function readDeployment({ project, flow }: FlowRef): Promise<Deployment | undefined> {
  return (await unwrap(listDeployments({ path: { project }, query: { flow } }))).items[0];
}

/** Deploys a version and offers to undo it. `onChange` is called after both. Throws an `ApiProblem`. */
export async function deployVersion(path: FlowRef, wanted: Wanted, onChange: () => void): Promise<void> {
  const before = await readDeployment(path);
  const after = await unwrap(deployFlow({ path, body: wanted }));
  onChange();
  announce(describeDeployment(path.flow, wanted), { path, before, after, onChange });
}

/** Removes the canary or the schedule, or else restores the previous live version, and offers to undo it. */
export async function rollBack(path: FlowRef, onChange: () => void): Promise<void> {
  const before = await readDeployment(path);
  const after = await unwrap(rollBackDeployment({ path }));
  onChange();
  const text =
    before?.live === after.live
      ? `${path.flow}: ${before.canary === undefined ? 'the schedule is cancelled' : 'the canary is rolled back'}`
      : `${path.flow}: ${shortenVersion(after.live)} takes all calls again`;
  announce(text, { path, before, after, onChange });
}

interface Change {
  path: FlowRef;
  before: Deployment | undefined;
  after: Deployment;
  onChange: () => void;
}

/** The first deployment of a flow cannot be undone: there is nothing to return to. */
function announce(text: string, { path, before, after, onChange }: Change): void {
  if (before === undefined) showToast(text);
  else
    showToast(text, async () => {
      await restore(path, before, after);
      onChange();
    });
}

/** Restores the earlier live version, canary and schedule. */
async function restore(path: FlowRef, before: Deployment, after: Deployment): Promise<void> {
  const guard = before.guard && { guard: before.guard };
  if (before.live !== after.live) {
    const isPrevious = after.history[0] === before.live;
    if (isPrevious && after.canary === undefined && after.scheduled === undefined)
      await unwrap(rollBackDeployment({ path }));
    else await unwrap(deployFlow({ path, body: { version: before.live, ...guard } }));
  } else if (after.canary !== undefined || after.scheduled !== undefined)
    await unwrap(rollBackDeployment({ path }));
  const { canary, scheduled } = before;
  if (canary !== undefined)
    await unwrap(deployFlow({ path, body: { version: canary.version, percent: canary.percent, ...guard } }));
  if (scheduled !== undefined) {
    const at = new Date(scheduled.at).toISOString();
    await unwrap(deployFlow({ path, body: { version: scheduled.version, at } }));
  }
}

function describeDeployment(flow: string, { version, percent = 100, at }: Wanted): string {
  const name = `${flow}: ${shortenVersion(version)}`;
  if (at !== undefined) return `${name} is scheduled`;
  return percent < 100 ? `${name} takes ${percent} % of the calls` : `${name} takes all calls`;
}

/** Role of a version in the deployment. */
type VersionRole = 'live' | 'canary' | 'scheduled';

/** Returns the role of a version; undefined when it takes no calls and will take none. */
export function findRole(deployment: Deployment | undefined, version: string): VersionRole | undefined {
  if (deployment?.live === version) return 'live';
  if (deployment?.canary?.version === version) return 'canary';
  if (deployment?.scheduled?.version === version) return 'scheduled';
  return undefined;
}
