/** Recorded calls on their own version: as they went, whatever pace the platform had and whichever release recorded them. */
import { describe, expect, it } from 'vitest';
import { maskKeys } from '../../../src/call/index.ts';
import type { Note, TraceEntry } from '../../../src/call/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import type { RecordedCall } from '../../../src/verification/recording/index.ts';
import { previewCalls } from '../../../src/verification/replay/index.ts';
import { flowOf } from '../../builders/flow.ts';
import { callOfEvents } from './of-events.ts';
import type { Told } from './of-events.ts';

function line(notice = 'Sorry.'): CompiledFlow {
  return flowOf(`
    vars: { code: '', pin: { type: string, secret: true } }
    on: { error: sorry }
    steps:
      ask:
        collect: { prompt: Your code?, save: code, digits: 6, timeout: 8s, inter_digit: 4s, attempts: 2 }
        on: { exhausted: ask_pin }
      ask_pin:
        collect: { prompt: Your PIN?, save: pin, digits: 4, pattern: '^83.7$', attempts: 1 }
        on: { exhausted: sorry }
      thanks: { say: Thank you., next: hangup }
      sorry: { say: '${notice}', next: hangup }`);
}

const digits = (keys: string) => ({ type: 'digits', digits: keys, lossy: false }) as const;

/** The platform speaks fast and soon stops waiting for keys, which then come one by one. */
const begun: Told[] = [
  [3, { type: 'connected' }],
  [10, { type: 'initiated' }, 2],
  [500, { type: 'silence' }, 2],
  [510, { type: 'initiated' }, 3],
];
const impatient: Told[] = [
  ...begun,
  [900, digits('12'), 3],
  [905, { type: 'initiated' }, 4],
  [1_200, { type: 'silence' }, 4],
  [1_205, { type: 'initiated' }, 5],
  [1_900, digits('3456'), 5],
  [1_910, { type: 'initiated' }, 6],
  [2_500, { type: 'disconnected', reason: 'normal' }],
];

const verdict = (call: RecordedCall, own: CompiledFlow, flow = own) => {
  const [found] = previewCalls({ calls: [call], flows: new Map([[own.version, own]]) }, flow);
  return found;
};

describe('a recorded call is the same on its own version', () => {
  it('whatever pace the platform had', () => {
    expect(verdict(callOfEvents(line(), impatient), line())).toMatchObject({ kind: 'same', isMadeUp: false });
  });

  it('and on another one that does the same at each event', () => {
    const call = callOfEvents(line(), impatient);
    expect(verdict(call, line(), line('I am sorry.'))).toMatchObject({ kind: 'same' });
  });

  it('where a secret has a shape that nobody guesses', () => {
    const call = callOfEvents(line(), [
      ...begun,
      [900, digits('123456'), 3],
      [910, { type: 'initiated' }, 4],
      [2_000, digits('8327'), 4],
      [2_010, { type: 'initiated' }, 5],
      [3_000, { type: 'played' }, 5],
      [3_050, { type: 'disconnected', reason: 'normal' }],
    ]);
    expect(JSON.stringify(call.trace)).not.toContain('8327');
    expect(verdict(call, line())).toMatchObject({ kind: 'same' });
    expect(verdict(call, line(), line('I am sorry.'))).toMatchObject({ kind: 'unknown' });
  });
});

/** The same with the deadlines of its questions so much sooner, which an earlier release counted from the command. */
function withEarlyDeadlines(call: RecordedCall, earlyMs: number): RecordedCall {
  const trace = call.trace.map((entry): TraceEntry => {
    if (entry.event.type !== 'wake') return entry;
    const at = entry.at - earlyMs;
    return { ...entry, at, event: { ...entry.event, at } };
  });
  return { ...call, trace };
}

describe('a call of an earlier release is the same, on its own version and on one that does the same', () => {
  const waits: Told[] = [...begun, [8_010, { type: 'wake' }]];
  const ends: Told[] = [
    [8_200, { type: 'initiated' }, 4],
    [9_000, digits('123'), 4],
    [9_001, { type: 'initiated' }, 5],
    [9_050, { type: 'silence' }, 5],
  ];

  it('where its deadlines counted from the command', () => {
    const call = callOfEvents(line(), [
      ...waits,
      ...ends,
      [9_500, { type: 'disconnected', reason: 'normal' }],
    ]);
    expect(verdict(withEarlyDeadlines(call, 7), line(), line('I am sorry.'))).toMatchObject({ kind: 'same' });
  });

  it('where a deadline came before the platform had taken a further play', () => {
    const held: Told[] = [...waits, ...ends, [9_060, { type: 'initiated' }, 6], [13_011, { type: 'wake' }]];
    const call = callOfEvents(line(), held);
    const index = call.trace.findLastIndex(({ event }) => event.type === 'initiated');
    const late = call.trace.map((entry, place) => {
      if (place !== index) return entry;
      const { promptRef: _unknownThen, ...event } = entry.event as {
        promptRef?: string;
      } & TraceEntry['event'];
      return { ...entry, event: event };
    });
    expect(
      verdict({ ...call, trace: late, endedAt: call.startedAt + 13_100 }, line(), line('I am sorry.')),
    ).toMatchObject({
      kind: 'same',
    });
  });

  it('where its trace showed keys that are masked now, and did not tell who hung up', () => {
    const call = callOfEvents(line(), [
      ...begun,
      [900, digits('12*'), 3],
      [910, { type: 'initiated' }, 4],
      [1_500, { type: 'disconnected', reason: 'normal' }],
    ]);
    const old = call.trace.map(inOldWords);
    expect(old).not.toEqual(call.trace);
    expect(verdict({ ...call, trace: old }, line(), line('I am sorry.'))).toMatchObject({ kind: 'same' });
  });
});

/** An entry as the release before the first one with `hungUp` and masked keys wrote it. */
function inOldWords(entry: TraceEntry): TraceEntry {
  const shown = (text: string) => text.replace(maskKeys('12*'), '12*');
  const notes = entry.notes.map((note): Note => {
    if (note.kind === 'incomplete') return { ...note, keys: shown(note.keys) };
    if (note.kind === 'no_match') return { ...note, input: shown(note.input ?? '') };
    if (note.kind !== 'ended') return note;
    const { hungUp: _untold, ...told } = note;
    return told;
  });
  const { event } = entry;
  return { ...entry, notes, event: event.type === 'digits' ? { ...event, digits: '12*' } : event };
}
