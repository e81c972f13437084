/** Changes of deployments that act at once and can be undone. */
import { unwrap } from '../api/client.ts';
import { deployFlow, listDeployments, rollBackDeployment, withdrawFlow } from '../api/generated/index.ts';
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
  await announce(describeDeployment(path.flow, wanted), { path, before, after, onChange });
}

/** Removes the canary or the schedule, or else restores the previous live version, and offers to undo it. */
export async function rollBack(path: FlowRef, onChange: () => void): Promise<void> {
  const before = await readDeployment(path);
  const after = await unwrap(rollBackDeployment({ path }));
  onChange();
  const text =
    before !== undefined && before.live === after.live
      ? `${path.flow}: ${before.canary === undefined ? 'the schedule is cancelled' : 'the canary is rolled back'}`
      : `${path.flow}: ${shortenVersion(after.live ?? '')} takes all calls again`;
  await announce(text, { path, before, after, onChange });
}

/** Takes the flow out of service, or returns it to its files, and offers to undo it. */
export async function withdraw(path: FlowRef, onChange: () => void): Promise<void> {
  const before = await readDeployment(path);
  await unwrap(withdrawFlow({ path }));
  onChange();
  const text = before?.files === undefined ? 'no version takes calls' : 'its files take all calls';
  await announce(`${path.flow}: ${text}`, { path, before, after: undefined, onChange });
}

interface Change {
  path: FlowRef;
  before: Deployment | undefined;
  /** Undefined when the flow is not in service any more. */
  after: Deployment | undefined;
  onChange: () => void;
}

/** Tells of a change, and offers to undo it while nothing else has changed. */
async function announce(text: string, { path, before, after, onChange }: Change): Promise<void> {
  const changed = await readDeployment(path);
  showToast(text, async () => {
    const now = await readDeployment(path);
    if (now?.changedAt !== changed?.changedAt) throw new Error('the deployment has changed since then');
    // What was in service comes back, whatever its scenarios say.
    const force = { reason: `Undo of "${text}"` };
    await restoreLive(path, { before, after, force });
    if (before !== undefined) await restorePlans(path, before, force);
    onChange();
  });
}

type Force = NonNullable<Wanted['force']>;

/** Restores the earlier live version; where none was deployed, withdraws the flow. */
async function restoreLive(
  path: FlowRef,
  { before, after, force }: Pick<Change, 'before' | 'after'> & { force: Force },
): Promise<void> {
  const hasPlans = after?.canary !== undefined || after?.scheduled !== undefined;
  if (before?.live === undefined || before.source === 'files') {
    if (after?.live !== undefined || hasPlans) await unwrap(withdrawFlow({ path }));
  } else if (before.live === after?.live) {
    if (hasPlans) await unwrap(rollBackDeployment({ path }));
  } else if (after?.history[0] === before.live && !hasPlans) await unwrap(rollBackDeployment({ path }));
  else {
    const guard = before.guard && { guard: before.guard };
    await unwrap(deployFlow({ path, body: { version: before.live, ...guard, force } }));
  }
}

/** Restores the earlier canary and schedule. */
async function restorePlans(
  path: FlowRef,
  { guard: limits, canary, scheduled }: Deployment,
  force: Force,
): Promise<void> {
  const guard = limits && { guard: limits };
  if (canary !== undefined) {
    const { version, percent } = canary;
    await unwrap(deployFlow({ path, body: { version, percent, ...guard, force } }));
  }
  if (scheduled !== undefined) {
    const at = new Date(scheduled.at).toISOString();
    await unwrap(deployFlow({ path, body: { version: scheduled.version, at, force } }));
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
