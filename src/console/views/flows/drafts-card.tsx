/** Drafts of flows that are not in service, which no other list has. */
import { unwrap } from '../../api/client.ts';
import { listDeployments, listDrafts } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { Moment } from '../../ui/moment.tsx';
import { TableCard } from '../../ui/table-card.tsx';

const REFRESH_MS = 15_000;

export function DraftsCard({ project }: { project: string }) {
  const drafts = useResource(`drafts ${project}`, () => loadDrafts(project), { everyMs: REFRESH_MS });
  const { data = [] } = drafts.state.value;
  if (data.length === 0) return null;
  return (
    <div class="column">
      <h2>Drafts not in service</h2>
      <TableCard label="Drafts not in service" columns={['Flow', 'Saved']}>
        {data.map(({ flow, savedAt }) => (
          <tr key={flow}>
            <th scope="row">
              <a class="plain-link" href={`/console/${project}/flows/${flow}/edit`}>
                {flow}
              </a>
            </th>
            <td>
              <Moment at={savedAt} />
            </td>
          </tr>
        ))}
      </TableCard>
    </div>
  );
}

/** Reads up to 200 drafts, the maximum of a project, and leaves out those of the first 200 flows in service. */
async function loadDrafts(project: string) {
  const request = { path: { project }, query: { limit: 200 } };
  const [drafts, deployments] = await Promise.all([
    unwrap(listDrafts(request)),
    unwrap(listDeployments(request)),
  ]);
  const inService = new Set(deployments.items.map(({ flow }) => flow));
  return drafts.items.filter(({ flow }) => !inService.has(flow));
}
