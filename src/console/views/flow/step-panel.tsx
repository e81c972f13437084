/** The chosen step: what it says, where its visits went, its lines in the file, and where callers leave. */
import type { Flowchart, FlowchartStep, FlowchartWay } from '../../../authoring/flowchart/index.ts';
import type { GetFlowStatsResponse } from '../../api/generated/index.ts';
import { describeSpan } from '../../data/periods.ts';
import type { RangeName } from '../../data/periods.ts';
import { describeStep, labelCode, labelTarget } from '../../flowchart/labels.ts';
import { VerbIcon } from '../../flowchart/verb-icon.tsx';
import { formatCount } from '../../ui/format.ts';
import { mayDo } from '../../session/session.ts';
import { Pill } from '../../ui/pill.tsx';
import { computeShares } from './shares.ts';
import { readStepLines, splitKeys } from './step-lines.ts';
import type { FlowFiles } from './step-lines.ts';

type VersionStats = GetFlowStatsResponse['versions'][number];
type StepStats = VersionStats['steps'][number];

interface StepPanelProps {
  chart: Flowchart;
  source: FlowFiles;
  project: string;
  selected: string | undefined;
  steps: readonly StepStats[];
  /** Calls of the version; absent: not read yet, or there were none. */
  calls: VersionStats['calls'] | undefined;
  toHref: (step: string) => string;
  /** The period that is counted. */
  range: RangeName;
}

export function StepPanel(props: StepPanelProps) {
  const { chart, selected } = props;
  const step = chart.steps.find(({ id }) => id === selected) ?? chart.steps[0];
  return (
    <aside class="step-panel" aria-label="Step">
      {step !== undefined && <Chosen {...props} step={step} />}
      <Calls {...props} />
    </aside>
  );
}

function Chosen({ step, ...props }: StepPanelProps & { step: FlowchartStep }) {
  const { chart, steps } = props;
  const counts = steps.find((one) => one.step === step.id);
  return (
    <>
      <section>
        <div class="row">
          <svg class="step-icon" viewBox="0 0 16 16" aria-hidden="true">
            <VerbIcon verb={step.verb} x={0} y={0} />
          </svg>
          <h2 class="step-name">{step.id}</h2>
          <Pill>{step.verb}</Pill>
          <span class="small faint end">line {step.line}</span>
        </div>
        <p class="muted">{describeStep(chart, step)}</p>
      </section>
      <Ways ways={listWays(chart, step)} {...{ counts, toHref: props.toHref, range: props.range }} />
      <Source {...props} step={step} />
    </>
  );
}

/** A way out of the step, with its name for people. */
interface ShownWay extends Pick<FlowchartWay, 'code' | 'to' | 'isUnhandled'> {
  label: string;
}

/** Lists the ways of a step, and the keys and phrases of the flow that count there too. */
function listWays({ always }: Flowchart, { ways, waits }: FlowchartStep): ShownWay[] {
  const own = ways.map((way) => ({ ...way, label: labelCode(way.code) }));
  if (waits !== 'caller') return own;
  const ofFlow = always.map(({ key, to }) => ({
    ...{ label: key, to, isUnhandled: false },
    // Phrases are counted by their target.
    code: `always_${key.startsWith('"') ? labelTarget(to) : key}`,
  }));
  return [...own, ...ofFlow];
}

interface WaysProps {
  ways: readonly ShownWay[];
  counts: StepStats | undefined;
  toHref: (step: string) => string;
  range: RangeName;
}

function Ways({ ways: all, counts, toHref, range }: WaysProps) {
  const visits = counts?.visits ?? 0;
  const ways = all
    .filter(({ code, isUnhandled }) => !isUnhandled || (counts?.outcomes[code] ?? 0) > 0)
    .map((way) => ({ ...way, count: counts?.outcomes[way.code] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  // Of the ways, not of the visits: a step that is repeated is left several times in one visit.
  const shares = computeShares(ways.map(({ count }) => count));
  const taken = ways.reduce((sum, { count }) => sum + count, 0);
  return (
    <section>
      <div class="row">
        <h3>{taken === 0 ? 'Ways out' : `Ways out, taken ${formatTimes(taken)}`}</h3>
        <span class="small muted end">
          {visits > 0 && `${formatCount(visits, 'visit')} in the `}last {describeSpan(range)}
        </span>
      </div>
      <ul class="ways">
        {ways.map(({ code, label, to, count }, index) => (
          <li key={code}>
            <span class="way">
              {label} → {'step' in to ? <a href={toHref(to.step)}>{to.step}</a> : labelTarget(to)}
            </span>
            <progress max={100} value={shares[index]} aria-label={`${label}: ${count}`} />
            <span class="number">{count}</span>
            <span class="number faint">{taken === 0 ? '' : `${shares[index]} %`}</span>
          </li>
        ))}
      </ul>
      {counts !== undefined && (
        <p class="small">
          <strong>{counts.noInput}</strong> silent · <strong>{counts.noMatch}</strong> wrong ·{' '}
          <strong class={counts.hungUp > 0 ? 'bad' : ''}>{counts.hungUp}</strong> hung up here
        </p>
      )}
    </section>
  );
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : formatCount(count, 'time');
}

function Source({ chart, source, project, step }: StepPanelProps & { step: FlowchartStep }) {
  const { file, lines } = readStepLines(source, step);
  return (
    <section>
      <div class="row">
        <h3>{file}</h3>
        {mayDo('drafts.read', project) && (
          <a
            class="button compact end"
            href={`/console/${project}/flows/${chart.flow}/edit?${new URLSearchParams({ step: step.id }).toString()}`}
          >
            Edit at line {step.line}
          </a>
        )}
      </div>
      <pre class="source" tabIndex={0} aria-label={`Lines of ${step.id}`}>
        {lines.map(({ number, text }) => (
          <span key={number} class="source-line">
            <span class="source-number">{number}</span>
            {splitKeys(text).map((part, index) => (
              <span key={index} class={part.isKey ? 'source-key' : undefined}>
                {part.text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}

const MAX_LEAVERS = 6;

/** How many calls there were, and where callers leave. */
function Calls({ chart, project, steps, calls, toHref, range }: StepPanelProps) {
  const leavers = steps
    .filter(({ hungUp }) => hungUp > 0)
    .toSorted((one, other) => other.hungUp - one.hungUp)
    .slice(0, MAX_LEAVERS);
  return (
    <section>
      <div class="row">
        <h3>Where callers leave</h3>
        <span class="small muted end">
          {formatCount(calls?.begun ?? 0, 'call')} in {describeSpan(range)}
          {calls !== undefined && calls.failed > 0 && mayDo('calls.read', project) && (
            <>
              {' · '}
              <a href={`/console/${project}/flows/${chart.flow}/calls?result=failed`}>
                {calls.failed} failed
              </a>
            </>
          )}
        </span>
      </div>
      {leavers.length === 0 ? (
        <p class="small muted">No caller hung up early.</p>
      ) : (
        <ul class="leavers">
          {leavers.map(({ step, visits, hungUp }) => (
            <li key={step}>
              <a href={toHref(step)}>{step}</a>
              <span>
                {hungUp} of {visits}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
