/** What is read off a call that is over. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { CallEvent, CallRecord, Note, TraceEntry } from '../../../src/call/index.ts';
import { toCdr, renderHeading, renderLine } from '../../../src/service/cdrs/index.ts';
import type { Cdr } from '../../../src/service/cdrs/index.ts';
import { callRecord } from '../../builders/call-record.ts';

const MOST_STEPS = 500;

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/cdr.schema.json', import.meta.url), 'utf8'),
) as object;
const isCdr = addFormats.default(new Ajv({ strict: true })).compile(schema);

/** A call that began at 1 s and is over at 60 s. */
function over(context: Partial<CallRecord['context']> = {}): CallRecord {
  const record = callRecord({ startedAt: 1_000, context });
  record.context.call = { ...record.context.call, reason: 'normal', ...context.call };
  return { ...record, endedAt: 60_000 };
}

type Event = CallEvent extends infer One ? (One extends { at: number } ? Omit<One, 'at'> : never) : never;

/** A trace entry at so many seconds. */
function at(seconds: number, event: Event, ...notes: Note[]): TraceEntry {
  const time = seconds * 1_000;
  return { seq: 1, at: time, event: { ...event, at: time }, notes, commands: [], state: 'x' };
}

const entered = (step: string, verb = 'say'): Note => ({ kind: 'entered', step, verb });
const outcome = (step: string, name: string): Note => ({ kind: 'outcome', step, outcome: name, to: 'x' });
const bye = at(50, { type: 'disconnected', reason: 'normal' }, { kind: 'ended', reason: 'normal' });

function cdr(trace: TraceEntry[], record = over(), mask = 0): Cdr {
  const read = toCdr(record, trace, mask);
  expect(isCdr(read), JSON.stringify(isCdr.errors)).toBe(true);
  return read;
}

describe('the times of a call', () => {
  test('are those of its start, its answer and its end, not of what the flow did afterwards', () => {
    expect(cdr([at(1, { type: 'incoming' }), at(3, { type: 'connected' }), bye])).toMatchObject({
      startedAt: '1970-01-01T00:00:01.000Z',
      answeredAt: '1970-01-01T00:00:03.000Z',
      endedAt: '1970-01-01T00:00:50.000Z',
      durationMs: 49_000,
      answeredMs: 47_000,
      reason: 'normal',
    });
  });

  test('know of no answer where nobody took the call', () => {
    const read = cdr([at(1, { type: 'placed' }), at(9, { type: 'disconnected', reason: 'busy' })]);
    expect(read).toMatchObject({ durationMs: 8_000, answeredMs: 0 });
    expect(read).not.toHaveProperty('answeredAt');
  });

  test('take an answer for granted of whose notification only what follows came', () => {
    expect(cdr([at(4, { type: 'played' }), bye]).answeredAt).toBe('1970-01-01T00:00:04.000Z');
  });

  test('are not moved by a notification that was ignored', () => {
    const late = at(40, { type: 'connected' }, { kind: 'ignored', why: 'call_ended' });
    expect(cdr([at(3, { type: 'disconnected', reason: 'rejected' }), late])).not.toHaveProperty('answeredAt');
  });

  test('end with the record where the trace knows no end', () => {
    expect(cdr([], over({ call: { ...over().context.call, reason: '' } }))).toMatchObject({
      endedAt: '1970-01-01T00:01:00.000Z',
      reason: 'unknown',
    });
  });
});

test('the end of a call that its carrier lost is marked as estimated', () => {
  const gone = at(50, { type: 'disconnected', reason: 'unknown', detail: 'gone', isInferred: true });
  expect(cdr([at(3, { type: 'connected' }), gone])).toMatchObject({
    endIsEstimated: true,
    answeredMs: 47_000,
  });
  expect(cdr([at(3, { type: 'connected' }), bye])).not.toHaveProperty('endIsEstimated');
});

describe('what happened in a call', () => {
  test('is told by its steps, those of a flow that was run under its name', () => {
    const trace = [
      at(1, { type: 'incoming' }, entered('hello')),
      at(2, { type: 'played' }, { kind: 'flow', name: 'pay' }, entered('card')),
      at(3, { type: 'played' }, { kind: 'flow', name: 'front-desk' }, entered('bye')),
      bye,
    ];
    expect(cdr(trace, over({ steps: 3 }))).toMatchObject({
      steps: ['hello', 'pay/card', 'bye'],
      stepCount: 3,
    });
  });

  test('is only counted beyond so many steps', () => {
    const many = Array.from({ length: MOST_STEPS + 1 }, (_, index) => entered(`s${index}`));
    const read = cdr([at(1, { type: 'incoming' }, ...many)], over({ steps: MOST_STEPS + 1 }));
    expect(read.steps).toHaveLength(MOST_STEPS);
    expect(read.stepCount).toBe(MOST_STEPS + 1);
  });

  test('counts questions without an answer and with one that did not fit', () => {
    const trace = [
      at(2, { type: 'silence' }, { kind: 'no_input' }),
      at(3, { type: 'digits', digits: '9', lossy: false }, { kind: 'no_match', input: '9' }),
      at(4, { type: 'speech', heard: 'unrecognized', text: '' }, { kind: 'unrecognized' }),
    ];
    expect(cdr(trace)).toMatchObject({ noInput: 1, noMatch: 2 });
  });

  test('tells of transfers: one that talked, one that was busy, one that the end of the call cut off', () => {
    const trace = [
      at(5, { type: 'played' }, entered('sales', 'connect')),
      at(8, { type: 'bridged' }),
      at(20, { type: 'unbridged', reason: 'normal' }, outcome('sales', 'done'), entered('boss', 'connect')),
      at(25, { type: 'unbridged', reason: 'busy' }, outcome('boss', 'busy'), entered('desk', 'connect')),
      at(30, { type: 'bridged' }),
      bye,
    ];
    expect(cdr(trace).transfers).toEqual([
      { step: 'sales', at: '1970-01-01T00:00:05.000Z', talkedMs: 12_000, outcome: 'done' },
      { step: 'boss', at: '1970-01-01T00:00:20.000Z', outcome: 'busy' },
      { step: 'desk', at: '1970-01-01T00:00:25.000Z', talkedMs: 20_000 },
    ]);
  });

  test('tells of each recording once, however often the platform does', () => {
    const told = { type: 'recording', state: 'completed', url: 'https://r.test/1' } as const;
    const trace = [
      at(3, { type: 'recording', state: 'started' }),
      at(5, told),
      at(6, told),
      at(7, { type: 'recording', state: 'failed' }),
      at(50, { type: 'disconnected', reason: 'normal', recordingUrl: 'https://r.test/1' }),
    ];
    expect(cdr(trace).recordings).toEqual([
      { state: 'completed', url: 'https://r.test/1' },
      { state: 'failed' },
    ]);
  });

  test('tells what failed by its code, without the words', () => {
    const note: Note = { kind: 'failed', step: 'ask', code: 'timeout', message: 'no answer of https://crm' };
    expect(cdr([at(3, { type: 'wake' }, note)]).failures).toEqual([{ step: 'ask', code: 'timeout' }]);
  });
});

describe('the number of the other party', () => {
  test('is masked from its end, and ours is not', () => {
    expect(cdr([], over(), 4)).toMatchObject({ from: '+493****', to: '+4930222' });
  });

  test('of a call that we placed is the one that we called', () => {
    const call = { ...over().context.call, direction: 'outbound' as const };
    expect(cdr([], over({ call }), 2)).toMatchObject({ from: '+4930111', to: '+49302**' });
  });

  test('that is none is masked by its digits alone', () => {
    const call = { ...over().context.call, from: 'sip:4 711@desk' };
    expect(cdr([], over({ call }), 3).from).toBe('sip:4 ***@desk');
    expect(cdr([], over({ call }), 15).from).toBe('sip:* ***@desk');
  });
});

describe('a file', () => {
  const trace = [at(3, { type: 'connected' }, entered('hello'), entered('main', 'menu')), bye];

  test('of NDJSON holds the CDR, on one line', () => {
    const line = renderLine(cdr(trace), 'ndjson');
    expect(renderHeading('ndjson')).toBe('');
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual(cdr(trace));
  });

  test('of CSV has a heading for each cell', () => {
    const [headings = [], cells = []] = [renderHeading('csv'), renderLine(cdr(trace), 'csv')].map((line) =>
      line.trimEnd().split(','),
    );
    expect(cells).toHaveLength(headings.length);
    expect(cells[headings.indexOf('from')]).toBe('+4930111');
    expect(cells[headings.indexOf('steps')]).toBe('hello main');
  });

  test.each(['=cmd()', '@sum', '-1', '+1+cmd'])('of CSV has no formula in it: %s', (from) => {
    const line = renderLine(cdr(trace, over({ call: { ...over().context.call, from } })), 'csv');
    expect(line).toContain(`'${from}`);
  });
});
