/**
 * Generates candidates for values that a trace masks (I7). They have the same shape; the first one that reproduces the
 * recorded call is used.
 */
import { maskKeys } from '../../call/index.ts';
import type { CallEvent, CallRecord, TraceEntry } from '../../call/index.ts';
import { listActions } from '../../language/model/index.ts';
import type { Assignment, CompiledFlow, FlowPart, Value } from '../../language/model/index.ts';

/** A candidate for a masked event. */
export interface Guess {
  event: CallEvent;
  isMadeUp: boolean;
}

interface Situation {
  flow: CompiledFlow;
  record: CallRecord;
}

const MASK = '•';

const ALL_KEYS = '0123456789*#'.split('');

/**
 * Generates the events that an entry may stand for, the likeliest first; the event itself if nothing in it is masked.
 */
export function* generateGuesses(entry: TraceEntry, situation: Situation): Generator<Guess> {
  const { event } = entry;
  const guesses = listGuesses(entry, situation);
  if (guesses === undefined) yield { event, isMadeUp: false };
  else for (const guess of guesses) yield { event: guess, isMadeUp: true };
}

function listGuesses(entry: TraceEntry, situation: Situation): Iterable<CallEvent> | undefined {
  const { event } = entry;
  if ((event.type === 'digits' || event.type === 'bridge_digits') && event.digits.includes(MASK))
    return [...generateMaskedKeys(event.digits, situation)].map((digits) => ({ ...event, digits }));
  if ((event.type === 'speech' || event.type === 'message') && event.text.startsWith(MASK))
    return [...generateWords(situation)].map((text) => ({ ...event, text }));
  if (event.type === 'answered' && 'status' in event.answer && event.answer.body.startsWith(MASK)) {
    const { answer } = event;
    return [...createBodies(entry, situation)].map((body) => ({ ...event, answer: { ...answer, body } }));
  }
  return undefined;
}

function* generateMaskedKeys(shown: string, situation: Situation): Generator<string> {
  if (maskKeys(shown) === shown) yield* generateKeys(shown.length, situation);
  yield* ALL_KEYS.map((key) => shown.replaceAll(MASK, key));
}

/** Generates keys: first those that the flow mentions, then dates, times and numbers. */
function* generateKeys(length: number, { flow }: Situation): Generator<string> {
  yield* listLiterals(flow).filter((text) => text.length === length && /^[0-9*#]+$/.test(text));
  for (const [start, end] of AROUND)
    for (const digits of listDigitRuns(length - start.length - end.length)) yield `${start}${digits}${end}`;
  if (length <= 2) yield* generateAllKeys(length);
}

/** Prefixes and suffixes of digits: none, terminators, and input that matches nothing. */
const AROUND = [
  ['', ''],
  ['', '#'],
  ['', '*'],
  ['*', ''],
  ['#', ''],
  ['1*', ''],
  ['1#', ''],
] as const;

/** Lists digits that count, repeat, or form a date or a time. */
function listDigitRuns(length: number): string[] {
  if (length <= 0) return length === 0 ? [''] : [];
  const patterns = [
    '1234567890',
    '1',
    '0',
    '9',
    '0930',
    '01012001',
    '010101',
    '15062001',
    '2',
    '4111111111111111',
  ];
  return patterns.map((pattern) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length));
}

function* generateAllKeys(length: number): Generator<string> {
  if (length === 1) yield* ALL_KEYS;
  else for (const one of ALL_KEYS) yield* ALL_KEYS.map((other) => one + other);
}

/** Generates phrases of the flow, then spoken numbers, then other texts. */
function* generateWords({ flow }: Situation): Generator<string> {
  yield 'something';
  yield* [...JSON.stringify(flow).matchAll(/"words":"([^"\\]+)"/g)].map(([, phrase = '']) => phrase);
  const count = 'one two three four five six seven eight nine zero one two three four five six'.split(' ');
  for (let length = 1; length <= count.length; length += 1) yield count.slice(0, length).join(' ');
  yield* listLiterals(flow);
  yield* ['half past nine', 'the first of january two thousand one', 'ten euros', 'yes', 'no'];
}

/** Lists texts in the flow's conditions, and keys of its tables, since secrets may be compared with them. */
function listLiterals({ machine, tables, flows }: CompiledFlow): string[] {
  const texts = [machine, ...Object.values(flows).map((part) => part.machine)].map((one) =>
    JSON.stringify(one),
  );
  const literals = texts.flatMap((text) => [...text.matchAll(/\\"([^"\\]{1,40})\\"|'([^'\\]{1,40})'/g)]);
  const cells = Object.values(tables).flatMap(({ rows }) => Object.keys(rows));
  return [...new Set([...literals.map(([, one, other]) => one ?? other ?? ''), ...cells])];
}

/** Creates a response body with the values that the flow saves, padded to the recorded length. */
function createBodies(entry: TraceEntry, { flow, record }: Situation): string[] {
  const part = flow.flows[record.context.flow] ?? flow;
  const object = {};
  for (const { variable, value } of listSaves(part))
    if (!('literal' in value)) putValue(object, listPaths(value), createValue(variable, { entry, part }));
  return ['', JSON.stringify(object)].map((body) => body.padEnd(readAnswerLength(entry)));
}

function listSaves({ machine }: FlowPart): Assignment[] {
  return listActions(machine).flatMap((action) => (action.type === 'take_answer' ? action.params.save : []));
}

/** `response.json.a.b` → a, b. */
function listPaths(value: Exclude<Assignment['value'], { literal: Value }>): string[][] {
  const sources = 'expression' in value ? [value.expression] : value.template.map(readExpression);
  return sources.flatMap((source) =>
    [...source.matchAll(/response\.json((?:\.\w+)+)/g)].map(([, path = '']) => path.slice(1).split('.')),
  );
}

function readExpression(piece: string | { expr: string }): string {
  return typeof piece === 'string' ? '' : piece.expr;
}

function putValue(object: object, paths: string[][], value: Value): void {
  for (const path of paths) {
    let inner = object as Record<string, unknown>;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as Record<string, unknown>;
    inner[path.at(-1) ?? ''] = value;
  }
}

/** Creates the value that the trace shows for a variable; if it is masked, any value of its type. */
function createValue(variable: string, { entry, part }: { entry: TraceEntry; part: FlowPart }): Value {
  const set = entry.notes.find((note) => note.kind === 'set' && note.variable === variable);
  const text = set?.kind === 'set' && !set.value.startsWith(MASK) ? set.value : undefined;
  const type = part.vars[variable]?.type ?? 'string';
  if (type === 'string') return text ?? '1234';
  if (type === 'bool') return (text ?? 'true') === 'true';
  return Number(text ?? 1);
}

function readAnswerLength({ notes }: TraceEntry): number {
  return notes.find((note) => note.kind === 'answered')?.chars ?? 0;
}
