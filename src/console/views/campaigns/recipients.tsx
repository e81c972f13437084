/** Loads recipients from a CSV file into a campaign, and shows the rows that were refused beside their reasons. */
import { useId, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { loadRecipients } from '../../api/generated/index.ts';
import type { LoadRecipientsResponse } from '../../api/generated/index.ts';
import { isOffline } from '../../data/connection.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import type { Campaign } from './progress.ts';
import { WriteButton } from '../../ui/write-button.tsx';

interface RecipientsProps {
  project: string;
  campaign: Campaign;
  onLoaded: () => void;
}

/** A file and what the service found in it. */
interface Loading {
  text: string;
  report?: LoadRecipientsResponse;
  problem?: ApiProblem;
}

export function Recipients({ project, campaign, onLoaded }: RecipientsProps) {
  const [loading, setLoading] = useState<Loading | undefined>();
  const [isBusy, setBusy] = useState(false);
  const load = async (text: string, isOnlyGood: boolean) => {
    setBusy(true);
    setLoading({ text });
    try {
      const path = { project, id: campaign.id };
      const report = await unwrap(loadRecipients({ path, query: { only_good: isOnlyGood }, body: text }));
      setLoading({ text, report });
      onLoaded();
    } catch (error) {
      setLoading({ text, problem: asProblem(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <section class="card" aria-busy={isBusy}>
        <header>
          <h2>Recipients</h2>
          <span class="muted">{formatNumber(campaign.recipients)} loaded</span>
        </header>
        <div class="body column">
          <FileField isBusy={isBusy} onFile={async (file) => load(await file.text(), false)} />
          {isBusy && <p role="status">Loading…</p>}
          {loading?.problem !== undefined && (
            <ProblemNote problem={loading.problem} what="No recipient was added" />
          )}
          {loading?.report !== undefined && (
            <Report report={loading.report} onLoadGood={() => load(loading.text, true)} />
          )}
        </div>
      </section>
      {loading?.report !== undefined && loading.report.problems.length > 0 && (
        <RefusedRows text={loading.text} report={loading.report} />
      )}
    </>
  );
}

function FileField({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => Promise<void> }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>CSV file</label>
      <input
        id={id}
        class="input"
        type="file"
        accept=".csv,text/csv"
        disabled={isBusy || isOffline.value}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          if (file !== undefined) void onFile(file).then(() => (currentTarget.value = ''));
        }}
      />
      <span id={`${id}-hint`} class="hint">
        The first line has the headings: <code>number</code>, and the parameters of the flow. If a row is
        wrong, none is added.
      </span>
    </div>
  );
}

function Report({ report, onLoadGood }: { report: LoadRecipientsResponse; onLoadGood: () => Promise<void> }) {
  const { taken, accepted, refused, duplicates, doNotCall } = report;
  const isHeldBack = taken === 0 && accepted > 0;
  return (
    <div role="status" class="column">
      <p>
        <strong>{formatCount(taken, 'recipient')} added.</strong> {formatNumber(accepted)} valid,{' '}
        {formatNumber(refused)} refused ({formatNumber(duplicates)} of them duplicates),{' '}
        {formatNumber(doNotCall)} on the do-not-call list.
      </p>
      {isHeldBack && (
        <div>
          <WriteButton class="button" onClick={() => void onLoadGood()}>
            Add only the {formatCount(accepted, 'valid row')}
          </WriteButton>
        </div>
      )}
    </div>
  );
}

const COLUMNS = ['Line', 'Row', 'Reason'];

function RefusedRows({
  text,
  report: { problems, refused },
}: {
  text: string;
  report: LoadRecipientsResponse;
}) {
  const lines = text.split(/\r?\n/);
  return (
    <TableCard
      label="Refused rows"
      columns={COLUMNS}
      end={
        refused > problems.length && (
          <p class="more muted">
            The first {formatNumber(problems.length)} of {formatNumber(refused)} refused rows are shown.
          </p>
        )
      }
    >
      {problems.map(({ line, reason }) => (
        <tr key={`${line} ${reason}`}>
          <td>{line}</td>
          <td class="cell-text">
            <code>{lines[line - 1]}</code>
          </td>
          <td class="bad">{reason}</td>
        </tr>
      ))}
    </TableCard>
  );
}
