/** When two traces tell the same call, and where they part. */
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/call/index.ts';
import { measureLateness, findParting, toPlainTrace } from '../../../src/verification/replay/plain-trace.ts';
import { renderParting } from '../../../src/verification/replay/remarks.ts';
import { call } from './desk.ts';

const { call: recorded } = call('helped');
const plain = toPlainTrace(recorded);

/** The trace with each of its entries changed. */
const changed = (change: (entry: TraceEntry) => TraceEntry) =>
  toPlainTrace({ ...recorded, trace: recorded.trace.map(change) });
/** The same at one place. */
const at = (type: TraceEntry['event']['type'], change: (entry: TraceEntry) => TraceEntry) =>
  changed((entry) => (entry.event.type === type ? change(entry) : entry));

describe('two traces tell the same call', () => {
  it('whatever it is called', () => {
    const other = JSON.parse(
      JSON.stringify(recorded).replaceAll(recorded.id, 'default.other'),
    ) as typeof recorded;
    expect(findParting(plain, toPlainTrace(other))).toBeUndefined();
  });

  it('whenever it was, and however fast', () => {
    const later = {
      ...recorded,
      startedAt: recorded.startedAt + 86_400_000,
      trace: recorded.trace.map((entry) => ({ ...entry, at: entry.at + 86_400_250 })),
    };
    expect(findParting(plain, toPlainTrace(later))).toBeUndefined();
    expect(measureLateness(plain, toPlainTrace(later))).toBe(250);
  });

  it('whether the platform or our own deadline was first to say that nobody answered', () => {
    const { call: waiting } = call('silent');
    const silence = waiting.trace.findIndex(({ notes }) => notes.some(({ kind }) => kind === 'no_input'));
    const other = waiting.trace.map((entry, index): TraceEntry =>
      index === silence ? { ...entry, event: { type: 'silence', at: entry.at } } : entry,
    );
    expect(waiting.trace[silence]?.event.type).toBe('wake');
    expect(findParting(toPlainTrace(waiting), toPlainTrace({ ...waiting, trace: other }))).toBeUndefined();
  });

  it('whatever words the platform has for a failure', () => {
    const failed = (detail: string) =>
      at('connected', (entry) => ({
        ...entry,
        event: { type: 'stream_ended', failed: true, detail, at: entry.at },
        notes: [
          { kind: 'failed', step: 'desk', code: 'stream_failed', message: `the stream broke: ${detail}` },
        ],
      }));
    expect(findParting(failed('no route'), failed('refused'))).toBeUndefined();
  });

  it('whatever the platform says beside', () => {
    const told = at('disconnected', (entry) => ({
      ...entry,
      event: { ...entry.event, detail: 'Bye', durationS: 7 } as TraceEntry['event'],
    }));
    expect(findParting(plain, told)).toBeUndefined();
  });

  it('with what moved nothing left out', () => {
    const { trace } = recorded;
    const [first, ...rest] = trace;
    if (first === undefined) throw new Error('there is no trace');
    const repeated: TraceEntry = {
      ...first,
      commands: [],
      notes: [{ kind: 'ignored', why: 'repeated' }],
    };
    expect(
      findParting(plain, toPlainTrace({ ...recorded, trace: [first, repeated, ...rest] })),
    ).toBeUndefined();
    expect(plain.length).toBeLessThan(trace.length);
  });
});

describe('two traces part', () => {
  it.each<[string, ReturnType<typeof changed>, RegExp]>([
    [
      'where something else happened',
      at('digits', (entry) => ({ ...entry, event: { ...entry.event, digits: '2' } as TraceEntry['event'] })),
      /, at "digits", the event differ: recorded .*"1".*, replayed .*"2"/,
    ],
    [
      'where something else was said',
      at('connected', (entry) => ({ ...entry, notes: [] })),
      /^0 s after the start, at "connected", the notes differ: recorded .*Welcome.*, replayed \[\]$/,
    ],
    [
      'where something else was done',
      at('digits', (entry) => ({ ...entry, commands: [] })),
      /, at "digits", the commands differ: recorded \["connect"\], replayed \[\]$/,
    ],
    [
      'where they stand elsewhere',
      at('bridged', (entry) => ({ ...entry, state: 'other.bridged' })),
      /, at "bridged", the state differ: recorded "desk.bridged", replayed "other.bridged"$/,
    ],
    [
      'where one goes on for longer',
      plain.slice(0, -1),
      /^"disconnected", [\d.]+ s after the start, is missing$/,
    ],
  ])('%s', (_where, other, words) => {
    const parting = findParting(plain, other);
    expect(parting && renderParting(parting)).toMatch(words);
  });

  it('where the other one goes on for longer', () => {
    const parting = findParting(plain.slice(0, -1), plain);
    expect(parting && renderParting(parting)).toMatch(
      /^[\d.]+ s after the start there is an extra "disconnected"$/,
    );
  });

  it('at the first such place', () => {
    expect(findParting(plain, [])).toMatchObject({ recorded: { seq: 1 }, what: 'length' });
  });

  it('which is told in one line of a length that can be read', () => {
    const long = at('connected', (entry) => ({
      ...entry,
      notes: [{ kind: 'says', text: 'long\n'.repeat(200) }],
    }));
    const parting = findParting(plain, long);
    const words = parting ? renderParting(parting) : '';
    expect(words).toContain('…');
    expect(words.length).toBeLessThan(450);
    expect(words).not.toContain('\n');
  });
});
