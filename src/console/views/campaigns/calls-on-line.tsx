/** The calls of a campaign that are on the line now. */
import { unwrap } from '../../api/client.ts';
import { listCalls } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { describeLeg } from '../../ui/call-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { formatDuration } from '../../ui/time.ts';
import type { Campaign } from './progress.ts';

const REFRESH_MS = 2_000;
const MAX_SHOWN = 10;
const COLUMNS = ['Recipient', 'Step', 'Is', 'For'];

interface CallsOnLineProps {
  project: string;
  campaign: Campaign;
}

export function CallsOnLine({ project, campaign: { id, flow, counts } }: CallsOnLineProps) {
  const query = { campaign: id, state: 'live' as const, limit: MAX_SHOWN };
  const resource = useResource(
    `calls of campaign ${project} ${id}`,
    () => unwrap(listCalls({ path: { project }, query })),
    { everyMs: REFRESH_MS },
  );
  return (
    <Loaded resource={resource} what="the calls on the line">
      {({ items, next }) => (
        <TableCard
          label="On the line now"
          columns={COLUMNS}
          numeric={['For']}
          header={
            <>
              <h2>
                On the line now <span class="pill">{counts.calling}</span>
              </h2>
              <a class="end" href={`/console/${project}/live?flow=${flow}`}>
                Follow on the diagram
              </a>
            </>
          }
          end={next !== undefined && <p class="more muted">The newest {items.length} are shown.</p>}
        >
          {items.map(({ id: call, number, step, leg, startedAt }) => (
            <tr key={call}>
              <th scope="row">
                <a href={`/console/${project}/calls/${encodeURIComponent(call)}`}>{number}</a>
              </th>
              <td>
                <strong>{step}</strong>
              </td>
              <td class="muted">{describeLeg(leg)}</td>
              <td class="number">{formatDuration(Date.now() - startedAt)}</td>
            </tr>
          ))}
        </TableCard>
      )}
    </Loaded>
  );
}
