/** Names of the flows in service, for forms and filters. */
import { unwrap } from '../api/client.ts';
import { listDeployments } from '../api/generated/index.ts';
import { useResource } from './resource.ts';

/** Maximum number of names that are offered: one page of the API. */
const MAX_NAMES = 200;

/** Loads the names of the flows of a project; empty until they are known. */
export function useFlowNames(project: string): readonly string[] {
  const flows = useResource(`names of flows ${project}`, () =>
    unwrap(listDeployments({ path: { project }, query: { limit: MAX_NAMES } })),
  );
  return flows.state.value.data?.items.map(({ flow }) => flow) ?? [];
}
