/** Describes the situations of trials: trials in the same one differ only in the history of the call. */
import type { CallRecord, RunnableFlow } from '../../call/index.ts';
import { memoize } from '../../language/model/index.ts';
import type { Perturbation } from './perturbation.ts';
import { listSent } from './requests.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Describes the steps of a call with their outcomes. */
export function describeCourse({ commits }: CaseRun): string {
  return commits
    .flatMap(({ trace }) =>
      trace.notes.flatMap((note) => (note.kind === 'outcome' ? [`${note.step} ${note.outcome}`] : [])),
    )
    .join(' ');
}

/** Describes what services get later in the call, if people react. */
export function describeLater({ trace }: Commit, { kind }: Pick<Perturbation, 'kind'>, run: CaseRun): string {
  if (kind !== 'hang_up' && kind !== 'press') return '';
  const later = listSent(run).filter(({ at }) => at >= trace.at);
  return [...new Set(later.map(({ request }) => request.method))].join(' ');
}

/** Describes what a call achieves. */
export function describeOutcomes({ commits }: CaseRun): string {
  const names = commits.flatMap(({ trace }) =>
    trace.notes.flatMap((note) => (note.kind === 'milestone' ? [note.name] : [])),
  );
  return [...new Set(names)].join(' ');
}

/** True if a flow compares error codes, so that each of them counts. */
export const readsCodes = memoize((flow: RunnableFlow['flow']): boolean =>
  JSON.stringify(flow).includes('error.code'),
);

export function describeStep({ context }: Commit['record']): string {
  return `${context.flow}/${context.step}`;
}

/** Describes the state of the call before the event by the verb of its step, and what the event led to. */
export function describeRoughly({ before, trace }: Commit, { flow }: CaseRun): string {
  const made = trace.commands.map(({ kind }) => kind).join(' ');
  if (before === undefined) return `start ${made}`;
  const { flow: name, step, leg } = before.context;
  const verb = flow.part(name).flow.steps[step]?.verb ?? '';
  return `${renderState(before).replaceAll(`"${step}"`, `"${verb}"`)} ${leg} ${made}`;
}

const renderState = memoize(({ state }: CallRecord) => JSON.stringify(state));

/** Describes the state of the call before the event, and what the event led to. */
export function describeState({ before, trace, record }: Commit): string {
  const stand = before === undefined ? 'start' : `${renderState(before)} ${before.context.leg}`;
  const made = trace.commands.map(({ kind }) => kind).join(' ');
  return `${record.context.flow} ${stand} → ${trace.state} ${made}`;
}
