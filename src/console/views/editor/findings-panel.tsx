/** Findings of a proof of every path, each with the path that leads to it. */
import { Pill } from '../../ui/pill.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { ProveResult } from '../../worker/protocol.ts';
import { formatCount } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts.tsx';
import { addScenario } from './kept-scenario.ts';
import type { Workbench } from './workbench.ts';

type Proof = NonNullable<ProveResult['proof']>;
type Finding = Proof['findings'][number];

export function FindingsPanel({ bench }: { bench: Workbench }) {
  const { checks } = bench;
  const state = checks.proof.value;
  return (
    <div class="panel-note column">
      <div class="row">
        {state.kind === 'running' ? (
          <button
            type="button"
            class="button"
            onClick={() => {
              checks.stopProof();
            }}
          >
            Stop
          </button>
        ) : (
          <button type="button" class="button primary" onClick={() => void checks.prove()}>
            Prove every path
          </button>
        )}
        <span class="small muted" role="status">
          {state.kind === 'running' && describeProgress(state.progress)}
          {state.kind === 'failed' && state.message}
          {state.kind === 'done' && describeResult(state.result)}
          {state.kind === 'done' && state.isStale && ' The flow has changed since.'}
        </span>
      </div>
      {state.kind === 'done' && (
        <ul class="mistakes">
          {(state.result.proof?.findings ?? []).map((finding) => (
            <li key={`${finding.code} ${finding.start.line} ${finding.message}`}>
              <FindingCard bench={bench} finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeProgress(progress: { explored: number; waiting: number } | undefined): string {
  return progress === undefined
    ? 'Proving…'
    : `Proving: ${formatCount(progress.explored, 'situation')}, ${progress.waiting} to go`;
}

function describeResult({ proof }: ProveResult): string {
  if (proof === undefined) return 'The flow has errors: fix them first.';
  const { findings, situations, left, stoppedBy } = proof;
  const found = formatCount(findings.length, 'finding');
  const rest = stoppedBy === undefined ? '' : `; stopped with ${left} to go`;
  return `${found} in ${formatCount(situations, 'situation')}${rest}.`;
}

const TONES: Record<Finding['severity'], Tone> = { error: 'bad', warning: 'warn', info: 'neutral' };

function FindingCard({ bench, finding }: { bench: Workbench; finding: Finding }) {
  const { code, severity, message, hint, file, start, path, scenario, caller, unconfirmed } = finding;
  const entered = path.filter(({ kind }) => kind === 'entered');
  return (
    <article class="fix-card">
      <p>
        <Pill tone={TONES[severity]}>{severity}</Pill> {message} <code class="faint">{code}</code>
      </p>
      {hint !== undefined && <p class="muted small">{hint}</p>}
      {entered.length > 0 && (
        <ol class="walk" aria-label="Path to it">
          {entered.map(({ step }, index) => (
            <li key={index}>
              <button
                type="button"
                class="button compact"
                aria-pressed={bench.walked.value?.length === index + 1 && bench.walked.value[index] === step}
                onClick={() => {
                  bench.walked.value = entered.slice(0, index + 1).map((one) => one.step);
                  bench.goToStep(step);
                }}
              >
                {step}
              </button>
            </li>
          ))}
        </ol>
      )}
      <div class="row">
        <button
          type="button"
          class="button compact"
          onClick={() => {
            bench.goToLine(file, start.line);
          }}
        >
          Go to line {start.line}
        </button>
        {scenario !== undefined && bench.session.readOnly === undefined && (
          <button
            type="button"
            class="button compact"
            onClick={() => {
              const added = addScenario(bench, { name: code, text: scenario, caller });
              showToast(
                unconfirmed === undefined
                  ? `The call that shows it is kept in ${added}.`
                  : `The call is kept in ${added}; a simulated call did not confirm it: ${unconfirmed}.`,
              );
            }}
          >
            Keep as scenario
          </button>
        )}
      </div>
    </article>
  );
}
