/** Stands for a flow of which no version is in service. */
import { Empty } from './empty.tsx';

export function NotInService({ project, flow }: { project: string; flow: string }) {
  return (
    <Empty command={`ringflow deploy ${flow}`} needs="deployments.write" project={project}>
      No version of this flow is in service.
    </Empty>
  );
}
