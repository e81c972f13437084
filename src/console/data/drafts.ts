/** Drafts of flows that are stored at the service. */
import { unwrap } from '../api/client.ts';
import { listDrafts } from '../api/generated/index.ts';
import type { FlowRef } from './deployments.ts';

/** Tells whether a flow has a draft. Throws an `ApiProblem`. */
export async function hasDraft({ project, flow }: FlowRef): Promise<boolean> {
  return (await unwrap(listDrafts({ path: { project }, query: { flow } }))).items.length > 0;
}
