/** Whether people were served as their scripts say, through whatever happened meanwhile. */
import { callId } from '../../src/call/index.ts';
import type { CallId, TraceEntry } from '../../src/call/index.ts';
import type { CallStore } from '../../src/engine/ports/index.ts';
import { LIMIT_MS, MILESTONE } from './desk.ts';
import { doneFor } from './done.ts';
import type { Done } from './done.ts';
import type { Person } from './people.ts';

/** Something that may leave a command in doubt: the death of a node, a network that is cut. ms since the epoch. */
export interface Disturbance {
  from: number;
  to: number;
}

export interface Verdict {
  calls: number;
  commands: number;
  /** Who was not served as the script says, or twice without a disturbance between (I4); with the call's trace. */
  wrong: string[];
  /** What was done twice, by its kind. */
  doubled: Map<string, number>;
  /** Codes with which the platform refused, by how often. */
  refused: Map<string, number>;
}

/**
 * Why the platform may refuse: what was in doubt was done (a play is pending, accepted, ended), or the call has ended or is
 * bridged, of which the engine had not been told yet.
 */
const REFUSALS = ['6112', '6113', '6122', 'CALL_ALREADY_ACCEPTED', 'CALL_ALREADY_ENDED'];

/** What is asked for under a key, so that the platform does it once however often it is asked (docs/operations.md). */
const NEVER_TWICE = ['sms'];

type Stored = Pick<CallStore, 'load' | 'trace'>;

/** Judges calls that are over by the platform's journal and by what the store says of them. */
export async function judge(
  people: readonly Person[],
  disturbances: readonly Disturbance[],
  store: Stored,
): Promise<Verdict> {
  const verdict = { ...nothingYet(), calls: people.length };
  for (const person of people) {
    const done = doneFor(person.entries);
    verdict.commands += done.deeds.length;
    for (const { what } of done.repetitions) count(verdict.doubled, what.split(' ')[0] ?? '');
    for (const code of done.refusals) count(verdict.refused, code);
    const trace = await store.trace(idOf(person));
    const problems = [
      ...served(person, done),
      ...undue(done, disturbances),
      ...(await kept(person, store)),
      ...inTrace(trace),
    ];
    if (problems.length > 0)
      verdict.wrong.push(
        [`${person.voiceId} ${person.script.name}`, ...problems, ...told(trace)].join('\n  '),
      );
  }
  return verdict;
}

/** Of nobody. */
export function nothingYet(): Verdict {
  return { calls: 0, commands: 0, wrong: [], doubled: new Map(), refused: new Map() };
}

/** Of the people of both. */
export function added(one: Verdict, other: Verdict): Verdict {
  return {
    calls: one.calls + other.calls,
    commands: one.commands + other.commands,
    wrong: [...one.wrong, ...other.wrong],
    doubled: summed(one.doubled, other.doubled),
    refused: summed(one.refused, other.refused),
  };
}

function summed(one: Map<string, number>, other: Map<string, number>): Map<string, number> {
  return new Map([
    ...one,
    ...[...other].map(([what, times]) => [what, times + (one.get(what) ?? 0)] as const),
  ]);
}

/** In one line. */
export function inWords({ calls, commands, wrong, doubled, refused }: Verdict): string {
  const listed = (counts: Map<string, number>) =>
    [...counts].map(([what, times]) => `${times} ${what}`).join(', ') || 'nothing';
  return `${calls} calls, ${commands} commands, ${wrong.length} wrong; done twice: ${listed(doubled)}; refused: ${listed(refused)}`;
}

function served({ script: { expects } }: Person, { deeds, refusals }: Done): string[] {
  const strange = refusals.filter((code) => !REFUSALS.includes(code));
  return [
    ...(deeds.join() === expects.join()
      ? []
      : [`expected ${expects.join(' · ')}`, `     got ${deeds.join(' · ')}`]),
    ...strange.map((code) => `the platform refused with ${code}`),
  ];
}

function undue({ repetitions }: Done, disturbances: readonly Disturbance[]): string[] {
  return repetitions
    .filter(
      ({ what, first, again }) =>
        NEVER_TWICE.includes(what) || !disturbances.some(({ from, to }) => first <= to && from <= again),
    )
    .map(({ what, first, again }) => `${what} at ${timeOf(first)} and again ${again - first} ms later`);
}

/** Whether the store knows the call as one that is over. */
async function kept(person: Person, store: Stored): Promise<string[]> {
  const stored = await store.load(idOf(person));
  if (stored === undefined) return ['the store does not know the call'];
  const { record, outbox } = stored;
  if (record.endedAt === undefined) return ['the call has not ended in the store'];
  const lastedMs = record.endedAt - record.startedAt;
  return [
    ...outbox.map(({ number, kind }) => `command ${number} (${kind}) has never been settled`),
    ...(lastedMs > LIMIT_MS ? [`the call has lasted ${lastedMs} ms`] : []),
  ];
}

function inTrace(trace: readonly TraceEntry[]): string[] {
  const passed = trace.flatMap(({ notes }) => notes).filter((note) => note.kind === 'milestone');
  const failures = trace.flatMap(({ event }) =>
    event.type === 'command_failed' && !event.failure.callEnded ? [event.failure.code] : [],
  );
  return [
    ...(passed.length === 1 ? [] : [`the milestone "${MILESTONE}" was passed ${passed.length} times`]),
    ...failures.map((code) => `a command failed with ${code}`),
  ];
}

function told(trace: readonly TraceEntry[]): string[] {
  return trace.map(({ at, event, notes, commands }) =>
    [
      `${timeOf(at)} ${event.type}`,
      ...notes.map((note) => JSON.stringify(note)),
      ...commands.map(({ number, kind }) => `→ ${kind} ${number}`),
    ].join('\n      '),
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}

/** By which the store knows a person's call. */
export function idOf({ voiceId }: Person): CallId {
  return callId(`default.${voiceId}`);
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
