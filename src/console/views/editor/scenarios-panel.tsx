/** The scenarios of the draft: they run when the typing pauses, and tell where they fail. */
import { Empty } from '../../ui/empty.tsx';
import { formatCount } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import type { ScenarioResults, UntakenWay } from '../../worker/protocol.ts';
import type { Workbench } from './workbench.ts';

export function ScenariosPanel({ bench }: { bench: Workbench }) {
  const state = bench.checks.scenarios.value;
  switch (state.kind) {
    case 'none':
    case 'running':
      return <p class="panel-note muted">The scenarios run…</p>;
    case 'failed':
      return <p class="panel-note bad">{state.message}</p>;
    case 'done':
      return <Results bench={bench} results={state.result} isStale={state.isStale} />;
  }
}

interface ResultsProps {
  bench: Workbench;
  results: ScenarioResults;
  isStale: boolean;
}

function Results({ bench, results, isStale }: ResultsProps) {
  const { cases, passed, failed, diagnostics, notRun, untaken } = results;
  const failedFirst = cases.toSorted((one, other) => Number(one.passed) - Number(other.passed));
  if (cases.length + diagnostics.length + notRun.length === 0)
    return bench.mistakes.value?.some(({ severity }) => severity === 'error') === true ? (
      <Empty>The scenarios run as soon as the flow has no errors.</Empty>
    ) : (
      <Empty command="ringflow test">This draft has no scenarios. Call it, and keep the call as one.</Empty>
    );
  return (
    <div class="panel-note column" aria-busy={isStale}>
      <p class="row" role="status">
        <Pill tone={failed === 0 ? 'ok' : 'bad'}>
          {passed} of {formatCount(cases.length, 'passes', 'pass')}
        </Pill>
        {isStale && <span class="small muted">running again…</span>}
        {notRun.length > 0 && <span class="small muted">{notRun.length} not run</span>}
      </p>
      {diagnostics.map(({ file, start: { line }, message }) => (
        <Place key={`${file} ${line} ${message}`} bench={bench} file={file} line={line} text={message} />
      ))}
      {cases.length > 0 && <Untaken bench={bench} ways={untaken} />}
      <ul class="results">
        {failedFirst.map((one) => (
          <li key={`${one.file} ${one.name}`}>
            <span class={one.passed ? 'ok' : 'bad'}>
              {one.passed ? '✓' : '✗'}
              <span class="visually-hidden">{one.passed ? 'passed' : 'failed'}</span>
            </span>
            <Place bench={bench} file={one.file} line={one.line} text={one.name} />
            {!one.passed && (
              <div class="small">
                <span>{one.failure.message}</span>{' '}
                <Place
                  bench={bench}
                  file={one.file}
                  line={one.failure.line}
                  text={`line ${one.failure.line}`}
                />
                {one.failure.step !== undefined && <StepPlace bench={bench} step={one.failure.step.name} />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of ways that are named. */
const MAX_NAMED = 8;

function Untaken({ bench, ways }: { bench: Workbench; ways: readonly UntakenWay[] }) {
  if (ways.length === 0) return <p class="small muted">The scenarios take every way.</p>;
  const rest = ways.length - MAX_NAMED;
  return (
    <div class="small">
      <span class="muted">Taken by no scenario:</span>
      <ul class="row untaken" aria-label="Taken by no scenario">
        {ways.slice(0, MAX_NAMED).map(({ step, outcomes }) => (
          <li key={`${step} ${outcomes.join(' ')}`}>
            <button
              type="button"
              class="link"
              onClick={() => {
                bench.goToStep(step);
              }}
            >
              {step} → {outcomes.join(', ')}
            </button>
          </li>
        ))}
        {rest > 0 && <li class="muted">and {rest} more</li>}
      </ul>
    </div>
  );
}

interface PlaceProps {
  bench: Workbench;
  file: string;
  line: number;
  text: string;
}

function Place({ bench, file, line, text }: PlaceProps) {
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        bench.goToLine(file, line);
      }}
    >
      {text}
    </button>
  );
}

function StepPlace({ bench, step }: { bench: Workbench; step: string }) {
  return (
    <>
      {' '}
      in{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          bench.goToStep(step);
        }}
      >
        {step}
      </button>
    </>
  );
}
