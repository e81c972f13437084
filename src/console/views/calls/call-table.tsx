/** The rows of the list of calls. */
import type { ListCallsResponse } from '../../api/generated/index.ts';
import { CallStatePill } from '../../ui/call-state.tsx';
import { Pill } from '../../ui/pill.tsx';
import { formatExactMoment } from '../../ui/format.ts';
import { formatDuration } from '../../ui/time.ts';

type Call = ListCallsResponse['items'][number];

interface CallTableProps {
  project: string;
  calls: readonly Call[];
  /** Newer states of calls, by id. */
  changes: ReadonlyMap<string, Call>;
}

export function CallTable({ project, calls, changes }: CallTableProps) {
  return (
    <table class="calls">
      <caption class="visually-hidden">Calls, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Began</th>
          <th scope="col">Flow</th>
          <th scope="col">Step</th>
          <th scope="col">State</th>
          <th scope="col" class="number">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <CallRow key={call.id} project={project} call={chooseNewer(call, changes.get(call.id))} />
        ))}
      </tbody>
    </table>
  );
}

/** An event that was received before the list was read may be older than the list. */
function chooseNewer(listed: Call, changed: Call | undefined): Call {
  return changed === undefined || listed.endedAt !== undefined ? listed : changed;
}

function CallRow({ project, call }: { project: string; call: Call }) {
  const { id, number, direction, flow, startedAt, endedAt, step, outcomes } = call;
  return (
    <tr>
      <th scope="row">
        <a href={`/console/${project}/calls/${encodeURIComponent(id)}`}>{number}</a>
        {direction === 'outbound' && <span class="faint"> called</span>}
      </th>
      <td>{formatExactMoment(startedAt)}</td>
      <td>{flow}</td>
      <td>{step}</td>
      <td>
        <span class="row">
          <CallStatePill call={call} />
          {outcomes.map((outcome) => (
            <Pill key={outcome}>{outcome}</Pill>
          ))}
        </span>
      </td>
      <td class="number">{endedAt === undefined ? '' : formatDuration(endedAt - startedAt)}</td>
    </tr>
  );
}
