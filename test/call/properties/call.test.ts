/** What holds for every call, on whatever flow, whatever happens to it in whatever order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  commandTraits,
  readRecord,
  runnable,
  showEntry,
  upgradeEntry,
  writeRecord,
} from '../../../src/call/index.ts';
import type { CallRecord, RunnableFlow } from '../../../src/call/index.ts';
import { randomEvents } from '../../builders/random-events.ts';
import type { Happening } from '../../builders/random-events.ts';
import { randomFlow } from '../../builders/random-flow.ts';
import { Script } from '../script.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

interface Life {
  flow: RunnableFlow;
  outbound: boolean;
  events: { happening: Happening; keyed: boolean }[];
}

const lives: fc.Arbitrary<Life> = fc.record({
  flow: randomFlow,
  outbound: fc.boolean(),
  events: randomEvents,
});

function born({ flow, outbound }: Life): Script {
  const call = new Script(flow);
  if (outbound) call.places();
  else call.incoming('begin');
  return call;
}

/** Lives a life; every keyed event happens `times` times. */
function lived(life: Life, times = 1): Script {
  const call = born(life);
  life.events.forEach(({ happening, keyed }, index) => {
    if (keyed) {
      const [first] = happenings(call, happening, `k${index}`);
      for (let time = 1; time < times; time += 1) if (first) call.happens(first);
    } else happening(call);
  });
  return call;
}

/** Lets it happen once, and gives the event to repeat it. */
function happenings(call: Script, happening: Happening, key: string) {
  happening(call, { key });
  return call.events.slice(-1);
}

function reloaded(record: CallRecord): CallRecord {
  return readRecord(record.id, writeRecord(record));
}

function holdsFor(check: (life: Life) => void): void {
  fc.assert(fc.property(lives, check), { numRuns: scaleRuns(60) });
}

describe('every call', () => {
  test('I2: replayed from stored records by another process gives the same, byte for byte', () => {
    holdsFor((life) => {
      const { beginning, events, advances } = lived(life);
      const elsewhere = runnable(JSON.parse(JSON.stringify(life.flow.flow)) as RunnableFlow['flow']);
      let record = reloaded(beginning!.record);
      events.forEach((event, index) => {
        const replayed = advance(elsewhere, record, event);
        expect(JSON.stringify(replayed)).toBe(JSON.stringify(advances[index]));
        record = reloaded(replayed.record);
      });
    });
  });

  test('I3: keeps a record that comes back from a store byte for byte', () => {
    holdsFor((life) => {
      const { record } = lived(life);
      expect(JSON.stringify(reloaded(record))).toBe(JSON.stringify(record));
    });
  });

  test('I3: counts one for each event', () => {
    holdsFor((life) => {
      const call = lived(life);
      expect(call.record.seq).toBe(1 + call.events.length);
    });
  });

  test('I4: numbers its commands 1, 2, 3 … without a gap', () => {
    holdsFor((life) => {
      const { commands, record } = lived(life);
      expect(commands.map(({ number }) => number)).toEqual(commands.map((_, index) => index + 1));
      expect(record.context.nextCommand).toBe(commands.length + 1);
    });
  });

  test('I5: does the same when every notification comes three times', () => {
    holdsFor((life) => {
      const once = lived(life);
      const thrice = lived(life, 3);
      expect(thrice.commands).toEqual(once.commands);
      expect(thrice.record.context).toEqual(once.record.context);
      expect(thrice.record.timers).toEqual(once.record.timers);
    });
  });

  test('is placed once, or accepted until that is not refused, before anything else is asked of it', () => {
    holdsFor((life) => {
      const kinds = lived(life).commands.map(({ kind }) => kind);
      const opening = life.outbound ? 'dial' : 'accept';
      const openings = kinds.filter((kind) => kind === 'dial' || kind === 'accept');
      if (life.outbound) expect(openings.slice(1)).toEqual([]);
      expect(new Set(openings).size).toBeLessThanOrEqual(1);
      const ofCall = kinds.filter((kind) => kind === 'dial' || commandTraits[kind].needsLine);
      if (kinds.includes(opening)) expect(ofCall[0]).toBe(opening);
    });
  });

  test('asks for nothing after it has hung up but to hang up', () => {
    holdsFor((life) => {
      const kinds = lived(life).commands.map(({ kind }) => kind);
      const first = kinds.indexOf('hangup');
      if (first >= 0) expect(new Set(kinds.slice(first))).toEqual(new Set(['hangup']));
    });
  });

  test('R5: asks for nothing after its end, and stays ended', () => {
    holdsFor((life) => {
      const call = lived(life);
      call.disconnected();
      const { length } = call.commands;
      const { context, endedAt } = call.record;
      for (const { happening } of life.events) happening(call);
      expect(call.commands).toHaveLength(length);
      expect(call.record).toMatchObject({ endedAt, timers: {} });
      // What becomes of its recordings is noted still.
      const { recordingUrl } = call.record.context.call;
      const { isRecording, recording } = call.record.context.line;
      const { recording: _before, ...line } = context.line;
      expect(call.record.context).toEqual({
        ...context,
        call: { ...context.call, recordingUrl },
        line: { ...line, isRecording, ...(recording !== undefined && { recording }) },
      });
    });
  });

  test('R6: ends within its limits when nothing but time passes', () => {
    holdsFor((life) => {
      const call = lived(life);
      const since = call.at;
      while (call.record.endedAt === undefined) call.timer();
      const { durationMs, bridgeMs } = life.flow.flow.limits;
      const grace = 60_000;
      const hangup = 10 * 30_000;
      expect(call.record.endedAt).toBeLessThanOrEqual(since + durationMs + bridgeMs + grace + hangup);
    });
  });

  test('I7: shows no key that it asked for in secret', () => {
    holdsFor((life) => {
      const call = born(life);
      for (const { happening } of life.events) {
        const { secret } = call.record.context.input;
        happening(call);
        const event = call.last?.trace.event;
        if (secret && event?.type === 'digits') expect(event.digits).toMatch(/^•+$/);
      }
      const values = call.notes.flatMap((note) =>
        note.kind === 'set' && note.variable === 'pin' ? note.value : [],
      );
      expect(values.filter((value) => value !== '•••')).toEqual([]);
    });
  });

  test('gives notes that are read again from the form in which users see them', () => {
    holdsFor((life) => {
      const { beginning, advances } = lived(life);
      for (const { trace } of [beginning!, ...advances])
        expect(upgradeEntry(showEntry(trace))).toEqual(trace);
    });
  });
});
