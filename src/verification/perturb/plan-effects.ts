/** Plans perturbations whose effects show mistakes of a flow: of people, services, and of all commands of a kind. */
import type { Perturbation } from './perturbation.ts';
import { serviceAnswers } from './perturbation.ts';
import { classifyRefusal, refusalsOf } from './refusals.ts';
import { listSent } from './requests.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Plans them for one case. */
export function planEffects(run: CaseRun, commits: readonly Commit[]): Perturbation[] {
  const { context } = run.commits[0]?.record ?? {};
  const isOutbound = context?.call.direction === 'outbound';
  const kinds = new Set(run.commits.flatMap(({ commands }) => commands.map(({ kind }) => kind)));
  const isForCalls = isOutbound || Object.keys(run.flow.flow.params).length > 0;
  const isWithheld = context?.call.from === '';
  return [
    { kind: 'nothing' },
    ...commits
      .filter(isTransition)
      .map(({ trace }) => ({ kind: 'hang_up' as const, hangUpAfter: trace.seq })),
    ...commits.flatMap((commit) => {
      const keys = findSurplusKeys(commit, run);
      return keys === undefined ? [] : [{ kind: 'press' as const, pressAfter: commit.trace.seq, keys }];
    }),
    ...commits
      .filter(isStreamEnd)
      .map(({ trace }) => ({ kind: 'stream_breaks' as const, breakAt: trace.seq })),
    ...listSent(run)
      .filter(({ result }) => result === 'done')
      .flatMap(({ number }) =>
        serviceAnswers.map((answer) => ({ kind: 'service' as const, request: number, answer })),
      ),
    ...commits.flatMap(planOutages),
    ...(!isOutbound && !isWithheld && kinds.has('sms') ? [{ kind: 'withheld' as const }] : []),
    ...(isForCalls ? [{ kind: 'mailbox' as const }] : []),
  ];
}

/** True if the call enters another step while somebody is on the line. */
export function isTransition({ trace, record }: Commit): boolean {
  return record.context.leg !== 'ended' && trace.notes.some(({ kind }) => kind === 'entered');
}

/** True if a stream ends in the usual way. */
export function isStreamEnd({ trace: { event } }: Commit): boolean {
  return event.type === 'stream_ended' && !event.failed;
}

/**
 * Returns the keys that people press without need after an answer: # after the last digit, and the key of a choice a second
 * time; undefined if an event is no answer by keys.
 */
export function findSurplusKeys({ before, trace }: Commit, { flow }: CaseRun): string | undefined {
  const { event, notes } = trace;
  if (before === undefined || event.type !== 'digits' || !notes.some(({ kind }) => kind === 'outcome'))
    return undefined;
  const step = flow.part(before.context.flow).flow.steps[before.context.step];
  if (step?.verb === 'collect') return '#';
  return step?.verb === 'menu' && /^[\d*#]$/.test(event.digits) ? event.digits : undefined;
}

function planOutages({ commands }: Commit): Perturbation[] {
  return commands.flatMap(({ number: command, kind }) => {
    const code = refusalsOf[kind].find((one) => classifyRefusal(kind, one) === 'final');
    return code === undefined || kind === 'hangup' ? [] : [{ kind: 'outage' as const, command, code }];
  });
}

/** True if a command or a web request is in flight after a commit: a crash affects nothing else. */
export function isPending({ asksWeb, record, trace: { seq } }: Commit, { sentAfter }: CaseRun): boolean {
  const { nextCommand } = record.context;
  return asksWeb || [...sentAfter].some(([number, commits]) => number < nextCommand && commits >= seq);
}
