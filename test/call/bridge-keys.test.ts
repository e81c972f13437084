import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance } from '../../src/call/index.ts';
import type { Advance } from '../../src/call/index.ts';
import { overhear } from '../../src/call/keys.ts';
import { callOn } from './script.ts';
import type { Script } from './script.ts';
import { scaleRuns } from '../setup/property-runs.ts';

function talking(keys: string): Script {
  const call = callOn(`
    on: { error: sorry }
    steps:
      desk:
        connect: { to: "+4930333"${keys === '' ? '' : `, keys: { ${keys} }, inter_digit: 2s`} }
        on: { busy: sorry, no_answer: sorry }
      bye: { say: Bye., next: hangup }
      urgent: { sms: { template: urgent, campaign: desk, to: "+4930444" } }
      talk: { wait: { for: bridge_end }, next: bye }
      sorry: { say: Sorry., next: hangup }
  `);
  call.incoming();
  call.connected();
  call.bridged();
  return call;
}

const all = '"*1": record, "*2": hold, "*9": urgent, "##": end';

describe('keys while two people talk', () => {
  test('record, and record no more, each time under a name of its own', () => {
    const call = talking(all);
    call.pressesOnBridge('*1');
    call.pressesOnBridge('*1');
    call.pressesOnBridge('*1');
    expect(call.told.slice(2)).toEqual([
      'record as default.call-1.3',
      'stop_recording',
      'record as default.call-1.5',
    ]);
  });

  test('hold, and take up again', () => {
    const call = talking(all);
    call.pressesOnBridge('*2');
    call.pressesOnBridge('*2');
    expect(call.told.slice(2)).toEqual(['hold', 'resume']);
  });

  test('may come one by one, or several at once', () => {
    const call = talking(all);
    call.pressesOnBridge('*');
    expect(call.state).toBe('desk.bridged.gathering');
    call.pressesOnBridge('2');
    call.pressesOnBridge('*1*2');
    expect(call.told.slice(2)).toEqual(['hold', 'record as default.call-1.4', 'resume']);
    expect(call.state).toBe('desk.bridged.talking');
  });

  test('that mean nothing are for the other party', () => {
    const call = talking(all);
    call.pressesOnBridge('4711#');
    expect(call.state).toBe('desk.bridged.gathering');
    call.pressesOnBridge('123*1');
    expect(call.told.slice(2)).toEqual(['record as default.call-1.3']);
  });

  test('lead to a step with the bridge standing', () => {
    const call = talking(all);
    call.pressesOnBridge('*9');
    expect(call.told.at(-1)).toBe('sms urgent to +4930444');
    call.done();
    expect(call.state).toBe('talk.waiting');
    expect(call.record.context.leg).toBe('bridged');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  test('end the call, since a bridge cannot be ended alone', () => {
    const call = talking(all);
    call.pressesOnBridge('##');
    expect(call.told.at(-1)).toBe('hangup');
  });

  test('R4: one that begins a longer one waits for it, and no longer than inter_digit', () => {
    const call = talking('"*1": record, "*12": hold');
    call.pressesOnBridge('*1');
    expect(call.state).toBe('desk.bridged.gathering');
    call.wait(2_000).wakes();
    expect(call.told.at(-1)).toBe('record as default.call-1.3');
    call.pressesOnBridge('*1');
    call.pressesOnBridge('2');
    expect(call.told.at(-1)).toBe('hold');
  });

  test('that are refused by the platform change nothing, and are asked for again', () => {
    const call = talking(all);
    call.pressesOnBridge('*1');
    call.fails('6119');
    expect(call.state).toBe('desk.bridged.talking');
    call.pressesOnBridge('*1');
    expect(call.told.slice(2)).toEqual(['record as default.call-1.3', 'record as default.call-1.4']);
    call.pressesOnBridge('*2');
    call.fails('6111');
    call.pressesOnBridge('*2');
    expect(call.told.slice(4)).toEqual(['hold', 'hold']);
  });

  test('I5: hold or not as the platform has answered, though it was asked again meanwhile', () => {
    const call = talking(all);
    call.pressesOnBridge('*2');
    call.pressesOnBridge('*2');
    call.fails('6111', { command: 3 });
    call.done();
    call.pressesOnBridge('*2');
    expect(call.told.slice(2)).toEqual(['hold', 'resume', 'hold']);
  });

  test('I5: take up a call that is held, though it was refused to hold it twice', () => {
    const call = callOn(`
      on: { error: desk }
      steps:
        once: { hold: }
        twice: { hold: }
        desk: { connect: { to: "+4930333", keys: { "*2": hold } }, on: { busy: hangup, no_answer: hangup, failed: hangup } }
    `);
    call.incoming();
    call.connected();
    call.done();
    call.fails('6111');
    call.bridged();
    call.pressesOnBridge('*2');
    expect(call.told.at(-1)).toBe('resume');
  });

  test('R5: once the call has ended, no refusal changes anything', () => {
    const call = talking(all);
    call.pressesOnBridge('*1*2');
    call.disconnected();
    const { context } = call.record;
    call.fails('6119', { command: 3 });
    call.fails('6111', { command: 4 });
    expect(call.record.context).toEqual(context);
  });

  test('I5: a refusal that comes after the bridge is heeded by the next one', () => {
    const call = callOn(`
      on: { error: bye }
      steps:
        one: { connect: { to: "+4930333", keys: { "*1": record } }, on: { busy: bye, no_answer: bye } }
        two: { connect: { to: "+4930444", keys: { "*1": record } }, on: { busy: bye, no_answer: bye } }
        bye: { say: Bye., next: hangup }
    `);
    call.incoming();
    call.connected();
    call.bridged();
    call.pressesOnBridge('*1');
    call.unbridged();
    expect(call.state).toBe('two.dialing');
    call.fails('6119', { command: 3 });
    expect(call.state).toBe('two.dialing');
    call.bridged();
    call.pressesOnBridge('*1');
    expect(call.told.at(-1)).toBe('record as default.call-1.5');
  });

  test('know what the platform says of recordings', () => {
    const call = talking(all);
    call.happens({ type: 'recording', state: 'started' });
    call.pressesOnBridge('*1');
    expect(call.told.at(-1)).toBe('stop_recording');
  });

  test('mean nothing when the bridge has ended', () => {
    const call = talking(all);
    call.unbridged();
    call.pressesOnBridge('##');
    expect(call.told.at(-1)).toBe('play Bye.');
  });
});

describe('I7: keys that two people press who talk', () => {
  const shownIn = ({ trace }: Advance) => (trace.event as { digits?: string }).digits;

  test.each<[what: string, keys: string, pressed: string[], shown: string[]]>([
    ['that no step asks for are a number of keys', '', ['4711', '#'], ['••••', '•']],
    ['that are none of the step are a number of keys', all, ['4711'], ['••••']],
    ['that are one are kept, without those around it', all, ['47*105'], ['••*1••']],
    ['that are several at once are kept', all, ['1*1*22##9'], ['•*1*2•##•']],
    ['that may become one are kept', all, ['47*', '12'], ['••*', '1•']],
    [
      'that could have become one are kept, those that did not are a number',
      all,
      ['*', '*', '7'],
      ['*', '*', '•'],
    ],
    ['behind one that leads elsewhere are a number', all, ['*94711'], ['*9••••']],
    [
      'behind one that is the beginning of a longer one',
      '"*1": record, "*12": hold',
      ['*1', '34'],
      ['*1', '••'],
    ],
  ])('%s', (_what, keys, pressed, shown) => {
    const call = talking(keys);
    const advances = pressed.map((digits) => call.pressesOnBridge(digits));
    expect(advances.map(shownIn)).toEqual(shown);
  });

  test('stand neither in the record nor in what is said of them', () => {
    const call = talking(all);
    for (const digits of ['48484', '48*1484', '*2', '48##484']) call.pressesOnBridge(digits);
    expect(JSON.stringify([call.record, call.commands, call.notes])).not.toMatch(/48/);
  });

  test.each([
    ['before the two talk', (call: Script) => (call.unbridged(), call.pressesOnBridge('4711'))],
    ['after the call', (call: Script) => (call.disconnected(), call.pressesOnBridge('4711'))],
    ['where nothing listens', (call: Script) => (call.unbridged(), call.presses('4711', { of: 'none' }))],
  ])('are a number of keys when they come %s', (_when, presses) => {
    expect(shownIn(presses(talking(all)))).toBe('••••');
  });

  test('I2: what the trace shows of them gives the same records and commands, byte for byte', () => {
    const keys = fc.array(
      fc.string({ unit: fc.constantFrom('0', '1', '2', '9', '*', '#'), minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(keys, (pressed) => {
        const call = talking(all);
        const before = call.record;
        const lived = pressed.map((digits) => call.pressesOnBridge(digits));
        let record = before;
        const again = lived.map(({ trace }) => {
          const made = advance(call.flow, record, trace.event);
          record = made.record;
          return made;
        });
        expect(JSON.stringify(again)).toBe(JSON.stringify(lived));
      }),
      { numRuns: scaleRuns(200) },
    );
  });
});

describe('keys of a step that waits for the end of the bridge', () => {
  function talkingOn(): Script {
    const call = callOn(`
      on: { error: sorry }
      steps:
        desk:
          connect: { to: "+4930333", keys: { "*1": note, "*2": hold } }
          on: { busy: sorry, no_answer: sorry }
          next: bye
        note: { outcome: noted }
        talk:
          wait: { for: bridge_end, timeout: 1h, keys: { "*1": note, "*2": hold, "*3": record, "##": end }, inter_digit: 2s }
          on: { timeout: sorry }
        bye: { say: Bye., next: hangup }
        sorry: { say: Sorry., next: hangup }
    `);
    call.incoming();
    call.connected();
    call.bridged();
    call.pressesOnBridge('*1');
    return call;
  }

  test('are heard once the first one has led to a step, as often as they are pressed', () => {
    const call = talkingOn();
    expect(call.state).toBe('talk.waiting.talking');
    call.pressesOnBridge('*2*3');
    call.pressesOnBridge('*1');
    call.pressesOnBridge('*2');
    expect(call.told.slice(2)).toEqual(['hold', 'record as default.call-1.4', 'resume']);
    expect(call.record.context.milestones).toEqual(['noted']);
    expect(call.state).toBe('talk.waiting.talking');
  });

  test('wait for a longer one no longer than inter_digit', () => {
    const call = talkingOn();
    call.pressesOnBridge('*');
    expect(call.state).toBe('talk.waiting.gathering');
    call.wait(2_000).wakes();
    expect(call.state).toBe('talk.waiting.talking');
  });

  test('change nothing when the platform refuses them', () => {
    const call = talkingOn();
    call.pressesOnBridge('*3');
    call.fails('6119');
    expect(call.state).toBe('talk.waiting.talking');
  });

  test('end with the bridge, and with the call', () => {
    const over = talkingOn();
    over.unbridged();
    expect(over.told.at(-1)).toBe('play Bye.');
    const ended = talkingOn();
    ended.pressesOnBridge('##');
    expect(ended.told.at(-1)).toBe('hangup');
  });

  test('do not put off the time limit', () => {
    const call = talkingOn();
    call.wait(3_599_000).wakes();
    call.pressesOnBridge('*2');
    call.wait(1_000).wakes();
    expect(call.record.context.step).toBe('sorry');
  });
});

describe('an edge for "bridged"', () => {
  const flow = `
    on: { error: sorry }
    steps:
      desk:
        connect: { to: "+4930333", ring: 10s }
        on: { bridged: talk, busy: sorry, no_answer: sorry }
      talk: { wait: { for: bridge_end } }
      bye: { say: Bye., next: hangup }
      sorry: { say: Sorry., next: hangup }
  `;

  test('is taken as soon as the two talk', () => {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    call.bridged();
    expect(call.state).toBe('talk.waiting');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  test('is taken by a party that answers after its ring time (R2)', () => {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    call.wait(10_000).wakes();
    expect(call.told.at(-1)).toBe('play Sorry.');
    call.bridged();
    expect(call.state).toBe('talk.waiting');
  });

  test('leaves no outcome "completed"', () => {
    const { flow: compiled } = callOn(flow).flow;
    expect(compiled.steps.desk?.outcomes).toEqual(['bridged', 'busy', 'no_answer', 'failed']);
  });
});

describe('what keys on a bridge mean', () => {
  const keys = ['*1', '*12', '##'];

  test.each<[digits: string, final: boolean, as: string, rest: string]>([
    ['##', false, '##', ''],
    ['##5', false, '##', '5'],
    ['*1', false, 'more', '*1'],
    ['*1', true, '*1', ''],
    ['*13', false, '*1', '3'],
    ['*12', false, '*12', ''],
    ['5*', false, 'more', '*'],
    ['5*', true, 'nothing', ''],
    ['*5##', false, '##', ''],
    ['###', false, '##', '#'],
    ['', true, 'nothing', ''],
  ])('%s (final: %s) is %s', (digits, final, as, rest) => {
    expect(overhear(keys, digits, final)).toEqual({ as, rest });
  });
});
