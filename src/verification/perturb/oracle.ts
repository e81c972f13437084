/**
 * Checks the rules that every call keeps, whatever goes wrong around it.
 *
 * ORACLE-1 Nothing throws.
 * ORACLE-2 The platform does nothing more often than requested, except for commands in doubt (docs/operations.md).
 * ORACLE-3 The call ends within its limits.
 * ORACLE-4 The finalizer of each flow that is running when the call ends runs exactly once.
 * ORACLE-5 No command for the line is sent after the call has ended, and none at all after the finalizer.
 * ORACLE-6 No secret is visible.
 * ORACLE-7 A record that is stored and read back is the same, value for value.
 * ORACLE-8 A perturbation that must go unnoticed changes nothing: the same commands, prompts and end.
 * ORACLE-9 Nobody hears a prompt of a step that was left, no question counts as unanswered before the platform accepted
 *    it, and no play fails because an earlier one is still running, if commands are retried until they are accepted.
 */
import { commandTraits } from '../../call/index.ts';
import type { Command } from '../../call/index.ts';
import { findDoubled } from './doubled.ts';
import { findFinalizerErrors } from './finalizers.ts';
import { findPendingPlays, findStaleHearing, findUnheardMisses } from './hearing.ts';
import { findLeaks } from './leaks.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Names of the rules in reports. */
type RuleName =
  | 'throws'
  | 'doubled'
  | 'endless'
  | 'finalizer'
  | 'after the end'
  | 'leak'
  | 'restored'
  | 'noticed'
  | 'heard'
  | 'repeated'
  | 'in vain'
  | 'told'
  | 'taken back'
  | 'hasty'
  | 'machine'
  | 'silence';

/** A broken rule. */
export interface Breach {
  rule: RuleName;
  message: string;
}

/** Time allowed beyond `limits.duration`: the error path, and ten hang-ups 30 s apart (docs/adr/0013). */
const GRACE_MS = 60_000 + 10 * 30_000;

/** Lists the rules that a run breaks. `undisturbed` is the run without the perturbation, if both must be the same. */
export function findBreaches(
  run: CaseRun,
  { perturbation, undisturbed }: { perturbation?: Perturbation; undisturbed?: CaseRun } = {},
): Breach[] {
  const toBreaches = (rule: RuleName, messages: string[]) => messages.map((message) => ({ rule, message }));
  if (run.error !== undefined) return toBreaches('throws', [renderError(run.error)]);
  return [
    ...toBreaches('doubled', findDoubled(run, perturbation)),
    ...toBreaches('endless', findEndlessness(run)),
    ...toBreaches('finalizer', findFinalizerErrors(run)),
    ...toBreaches('after the end', findLateCommands(run)),
    ...toBreaches('leak', findLeaks(run)),
    ...toBreaches('restored', findRestoreErrors(run)),
    ...toBreaches('heard', findHearingErrors(run, perturbation)),
    ...toBreaches('noticed', undisturbed === undefined ? [] : findDifferences(run, undisturbed)),
  ];
}

/** Lists hearing problems. Pending plays count only for retries, since a simulated call does not queue plays. */
function findHearingErrors(run: CaseRun, perturbation: Perturbation | undefined): string[] {
  const pending = perturbation?.kind === 'retry' ? findPendingPlays(run) : [];
  return [...findStaleHearing(run), ...findUnheardMisses(run), ...pending];
}

function renderError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function findEndlessness({ call, flow: { flow }, commits }: CaseRun): string[] {
  if (call?.record.endedAt === undefined) return [`the call has not ended after ${commits.length} events`];
  const { startedAt, endedAt } = call.record;
  const { durationMs, bridgeMs } = flow.limits;
  const bridges = commits.filter(({ record, before }) => isBridged(record) && !isBridged(before)).length;
  const longestMs = durationMs + bridges * bridgeMs + GRACE_MS;
  const lastedMs = endedAt - startedAt;
  return lastedMs > longestMs ? [`the call lasted ${lastedMs} ms; the limit is ${longestMs} ms`] : [];
}

function isBridged(record: Commit['before']): boolean {
  return record?.context.leg === 'bridged';
}

function findLateCommands({ commits }: CaseRun): string[] {
  return commits.flatMap(({ commands, before }) =>
    commands
      .filter((command) => before !== undefined && isTooLate(command, before))
      .map(({ number, kind }) => `command ${number} (${kind}) was sent after the call had ended`),
  );
}

function isTooLate({ kind }: Command, before: NonNullable<Commit['before']>): boolean {
  if (before.endedAt !== undefined) return true;
  return before.context.leg === 'ended' && commandTraits[kind].needsLine;
}

function findRestoreErrors({ commits }: CaseRun): string[] {
  return commits
    .filter(({ isRestored }) => !isRestored)
    .map(({ trace }) => `the record of commit ${trace.seq} changes when it is stored and read back`);
}

function findDifferences(run: CaseRun, undisturbed: CaseRun): string[] {
  const [found, expected] = [listEffects(run), listEffects(undisturbed)];
  const index = expected.findIndex((deed, place) => deed !== found[place]);
  if (index === -1 && found.length === expected.length) return [];
  const place = index === -1 ? expected.length : index;
  const [was, is] = [expected[place] ?? 'nothing more', found[place] ?? 'nothing more'];
  return [`expected ${was}, got ${is}`];
}

/** Lists everything that others notice of a call, in order. */
function listEffects({ call, commits }: CaseRun): string[] {
  const reason = call?.record.context.call.reason ?? '';
  return [
    ...commits.flatMap(({ commands }) => commands.map((command) => `command ${JSON.stringify(command)}`)),
    ...(call?.heard ?? []).map(({ text }) => `the prompt "${text}"`),
    ...(call?.web.requests ?? []).map(({ method, url, body }) => `request ${method} ${url} ${body ?? ''}`),
    ...(call?.record.context.milestones ?? []).map((name) => `the outcome ${name}`),
    `the end ${reason}`,
  ];
}
