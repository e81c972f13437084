/** The role of a version in service, in words. */
import { findRole } from '../data/deployments.ts';
import type { Deployment } from '../data/deployments.ts';
import { formatMoment } from './format.ts';
import { Pill } from './pill.tsx';

/** Shows nothing for a version that takes no calls, unless its guard took it back. */
export function VersionPill({
  deployment,
  version,
}: {
  deployment: Deployment | undefined;
  version: string;
}) {
  const role = findRole(deployment, version);
  if (role === 'live') return <Pill tone="ok">live</Pill>;
  if (role === 'canary') return <Pill tone="warn">canary, {deployment?.canary?.percent} %</Pill>;
  if (role === 'scheduled')
    return <Pill tone="accent">from {formatMoment(deployment?.scheduled?.at ?? 0)}</Pill>;
  if (deployment?.takenBack?.version === version) return <Pill tone="bad">rolled back by its guard</Pill>;
  return null;
}
