/** The results of a campaign: the first ones as a table, all of them as a file. */
import { unwrap } from '../../api/client.ts';
import { exportCampaignResults } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { nameResult } from './progress.ts';
import type { Campaign } from './progress.ts';
import { parseResults } from './results.ts';
import type { ResultRow } from './results.ts';

interface ResultsProps {
  project: string;
  campaign: Campaign;
}

const REFRESH_MS = 5_000;
/** Length of the CSV that is read for the table, characters. */
const MAX_READ = 64 * 1024;
const MAX_SHOWN = 200;
const COLUMNS = ['Recipient', 'Result', 'Calls', 'Ended', 'Outcomes', 'Detail'];

export function Results({ project, campaign: { id, state } }: ResultsProps) {
  const isOver = state === 'done' || state === 'stopped';
  const resource = useResource(
    `results ${project} ${id} ${isOver ? 'final' : 'open'}`,
    () => readFirstResults(project, id),
    isOver ? {} : { everyMs: REFRESH_MS },
  );
  return (
    <Loaded resource={resource} what="the results">
      {({ rows, isWhole }) =>
        rows.length === 0 ? (
          <p class="muted">No recipient has a result yet.</p>
        ) : (
          <TableCard
            label="Results"
            columns={COLUMNS}
            end={
              (!isWhole || rows.length > MAX_SHOWN) && (
                <p class="more muted">These are the first results; the CSV file has all of them.</p>
              )
            }
          >
            {rows.slice(0, MAX_SHOWN).map((row) => (
              <ResultLine key={row.row} project={project} row={row} />
            ))}
          </TableCard>
        )
      }
    </Loaded>
  );
}

function ResultLine({ project, row }: { project: string; row: ResultRow }) {
  const { number = '', result = '', attempts, ended_at: endedAt = '', outcomes, detail, call = '' } = row;
  return (
    <tr>
      <th scope="row">
        {call === '' ? (
          number
        ) : (
          <a href={`/console/${project}/calls/${encodeURIComponent(call)}`}>{number}</a>
        )}
      </th>
      <td>{nameResult(result)}</td>
      <td>{attempts}</td>
      <td class="muted">{endedAt !== '' && <Moment at={endedAt} />}</td>
      <td>{outcomes}</td>
      <td class="cell-text">{detail}</td>
    </tr>
  );
}

/** Reads the beginning of the file: a large one is not loaded as a whole for the table. */
async function readFirstResults(
  project: string,
  id: string,
): Promise<{ rows: ResultRow[]; isWhole: boolean }> {
  const options = { path: { project, id }, parseAs: 'stream' as const };
  const stream = (await unwrap<unknown>(exportCampaignResults(options))) as ReadableStream<Uint8Array>;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { rows: parseResults(text, true), isWhole: true };
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_READ) break;
  }
  await reader.cancel();
  return { rows: parseResults(text, false), isWhole: false };
}

export function ResultsButton({ project, id }: { project: string; id: string }) {
  const save = async () => {
    const options = { path: { project, id }, parseAs: 'blob' as const };
    const file = (await unwrap<unknown>(exportCampaignResults(options))) as Blob;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${id}-results.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        save().catch((error: unknown) => {
          showFailure('The results were not read', error);
        });
      }}
    >
      Results as CSV
    </button>
  );
}
