/** Stands for a flow of which no version is in service. */
import type { FlowRef } from '../data/deployments.ts';
import { Empty } from './empty.tsx';
import { KnownFlow } from './known-flow.tsx';

export function NotInService({ project, flow }: FlowRef) {
  return (
    <KnownFlow project={project} flow={flow}>
      <Empty command={`ringflow deploy ${flow}`} needs="deployments.write" project={project}>
        No version of this flow is in service.
      </Empty>
    </KnownFlow>
  );
}
