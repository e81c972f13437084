/** I2 and I3 replay and sequence, I5 notifications that mislead, I7 secrets. (Random calls: test/properties.) */
import { describe, expect, test } from 'vitest';
import { abandon } from '../../src/call/index.ts';
import type { CallEvent } from '../../src/call/index.ts';
import { callOn } from './script.ts';
import type { Script } from './script.ts';

const FLOW = `
  vars: { pin: { type: string, secret: true }, seen: "" }
  always: { keys: { "*": repeat } }
  steps:
    ask:
      collect: { prompt: PIN?, digits: 4, save: pin }
      on: { exhausted: hangup }
    check: { switch: [{ when: 'vars.pin.startsWith("00")', goto: menu }], next: ask }
    menu:
      menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }] }
      on: { exhausted: hangup }
`;

function asked(): Script {
  const call = callOn(FLOW);
  call.incoming('i');
  call.connected({ key: 'c' });
  return call;
}

describe('I2: a call moves only by `advance`', () => {
  test('I2: which leaves the record it was given as it was', () => {
    const call = asked();
    const before = structuredClone(call.record);
    const { record } = call;
    call.presses('0042');
    expect(record).toEqual(before);
  });

  test('I2: the same events give the same records and commands, byte for byte', () => {
    const live = () => {
      const call = asked();
      const advances = [call.presses('9', { of: 2 }), call.timer(), call.presses('0042'), call.silence()];
      return JSON.stringify([...advances, call.disconnected(), call.commands]);
    };
    expect(live()).toBe(live());
  });
});

describe('I3: every event makes one new record', () => {
  test('I3: whose sequence number is one higher, whatever the event meant', () => {
    const call = asked();
    call.takesPlays = false;
    const seqs = [
      call.happens({ type: 'unknown', state: 'odd' }),
      call.happens({ type: 'ringing' }),
      call.connected({ key: 'c' }),
      call.presses('0042'),
      call.wakes(),
      call.disconnected(),
      call.disconnected(),
    ].map(({ record, trace }) => [record.seq, trace.seq]);
    expect(seqs).toEqual([4, 5, 6, 7, 8, 9, 10].map((seq) => [seq, seq]));
  });

  test('I3: and the first one has number 1', () => {
    expect(callOn(FLOW).incoming()).toMatchObject({ record: { seq: 1 }, trace: { seq: 1, at: 0 } });
  });

  test('I3: nothing of the event stays in the record to be done again', () => {
    const call = asked();
    call.presses('0042');
    expect(call.record.context.out).toEqual({ commands: [], requests: [], notes: [] });
  });
});

describe('I4: commands', () => {
  test('I4: are numbered, and named after their call and number', () => {
    const call = asked();
    call.presses('0042');
    expect(call.commands.map(({ number, id }) => [number, id])).toEqual([
      [1, 'default.call-1.1'],
      [2, 'default.call-1.2'],
      [3, 'default.call-1.3'],
    ]);
  });

  test('I4: stand in the trace by number and kind', () => {
    expect(asked().last?.trace.commands).toEqual([{ number: 2, kind: 'play' }]);
  });
});

describe('I5: notifications that mislead', () => {
  test('I5: one with a key seen before changes nothing and is kept in the trace', () => {
    const call = asked();
    call.presses('9999', { key: 'd' });
    const { context } = call.record;
    const { commands, trace, record } = call.presses('9999', { key: 'd' });
    expect(commands).toEqual([]);
    expect(record.context).toEqual(context);
    expect(trace.notes).toEqual([{ kind: 'ignored', why: 'repeated' }]);
  });

  test('I5: the notification that began the call is known when it comes again', () => {
    const call = asked();
    const again = call.happens({ type: 'incoming' }, { key: 'i' });
    expect(again.trace.notes).toEqual([{ kind: 'ignored', why: 'repeated' }]);
  });

  test('I5: an `incoming` of a known call is ignored even without a key', () => {
    const { commands, trace } = asked().happens({ type: 'incoming' });
    expect(commands).toEqual([]);
    expect(trace.notes).toEqual([{ kind: 'ignored', why: 'call_known' }]);
  });

  test('I5: keys are remembered for a while, not for ever', () => {
    const call = asked();
    for (let count = 0; count < 100; count += 1) call.happens({ type: 'ringing' }, { key: `r${count}` });
    expect(call.record.seen).toHaveLength(32);
    expect(call.record.seen.at(-1)).toBe('r99');
  });

  test('I5: one that we do not know is told by its name', () => {
    const { trace } = asked().happens({ type: 'unknown', state: 'machine_detected' });
    expect(trace.notes).toEqual([{ kind: 'ignored', why: 'unused', state: 'machine_detected' }]);
  });

  test('I5: one that nothing waits for is noted', () => {
    const { commands, trace } = asked().bridged();
    expect(commands).toEqual([]);
    expect(trace.notes).toEqual([{ kind: 'unawaited', event: 'bridged' }]);
  });
});

describe('I7: a secret variable', () => {
  const secrets = /0042|1234|567/;

  test('I7: shows in no trace: not as keys, not as input that does not fit, not as a value', () => {
    const call = asked();
    const traces = [
      call.presses('567#'),
      call.presses('12'),
      call.presses('34'),
      call.presses('0042', { key: 'd' }),
      call.presses('0042', { key: 'd' }),
      call.presses('1234', { of: 3 }),
    ].map(({ trace }) => trace);
    expect(call.record.context.vars.pin).toBe('0042');
    expect(JSON.stringify(traces)).not.toMatch(secrets);
    expect(traces[0]).toMatchObject({
      event: { digits: '••••' },
      notes: [{ kind: 'no_match', input: '••••' }, { kind: 'says' }],
    });
    expect(traces[3]?.notes).toContainEqual({ kind: 'set', variable: 'pin', value: '•••' });
  });

  test('I7: keys of other steps are shown where they are a choice', () => {
    const call = asked();
    call.presses('0042');
    expect(call.presses('9').trace).toMatchObject({
      event: { digits: '•' },
      notes: [{ kind: 'no_match', input: '•' }, { kind: 'says' }],
    });
    expect(call.presses('1').trace).toMatchObject({ event: { digits: '1' } });
  });
});

describe('I7: a message that is kept in a secret variable', () => {
  const asking = (secret: boolean) =>
    callOn(`
      vars: { code: { type: string, secret: ${String(secret)} } }
      steps:
        ask: { wait: { for: message, save: code }, on: { timeout: hangup } }
        check: { switch: [{ when: 'vars.code == "1"', goto: hangup }], next: hangup }
    `);
  const message = { type: 'message', from: '+4930111', text: 'S3CRET' } as const;

  test('I7: shows in no trace: not when it is taken, not when it comes again', () => {
    const call = asking(true);
    call.incoming();
    const traces = [call.happens(message, { key: 'm' }), call.happens(message, { key: 'm' })];
    expect(call.record.context.vars.code).toBe('S3CRET');
    expect(JSON.stringify(traces.map(({ trace }) => trace))).not.toContain('S3CRET');
    expect(traces[0]?.trace.event).toMatchObject({ type: 'message', from: '+4930111', text: '•••' });
  });

  test('I7: is shown where the variable is none', () => {
    const call = asking(false);
    call.incoming();
    expect(call.happens(message).trace.event).toMatchObject({ text: 'S3CRET' });
  });
});

describe('a call that is given up', () => {
  const event: CallEvent = { type: 'connected', at: 7 };

  test('is hung up, and ends without its finalizer', () => {
    const { record, commands, trace } = abandon(asked().record, event, 'a bug');
    expect(commands).toEqual([{ kind: 'hangup', number: 3, id: 'default.call-1.3' }]);
    expect(record).toMatchObject({
      seq: 4,
      endedAt: 7,
      timers: {},
      context: { leg: 'ended', nextCommand: 4 },
    });
    expect(trace.notes).toEqual([
      { kind: 'failed', step: 'ask', code: 'internal', message: 'a bug' },
      { kind: 'ended', reason: 'failed', failed: true },
    ]);
  });

  test('I7: shows no keys, which may be secret ones', () => {
    const keys: CallEvent = { type: 'digits', digits: '0042', lossy: false, at: 7, key: 'k' };
    expect(abandon(asked().record, keys, 'a bug').trace.event).toEqual({
      type: 'digits',
      digits: '••••',
      lossy: false,
      at: 7,
    });
  });

  test('after its end gets no further command', () => {
    const call = asked();
    call.disconnected('busy');
    const { record, commands } = abandon(call.record, event, 'a bug');
    expect(commands).toEqual([]);
    expect(record).toMatchObject({ endedAt: 0, context: { call: { reason: 'busy' } } });
  });
});
