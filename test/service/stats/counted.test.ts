/** What of a call counts: every event of it is told to `countEvent`, and the sums are those that a reader would make. */
import { describe, expect, test } from 'vitest';
import { abandon } from '../../../src/call/index.ts';
import { countEvent } from '../../../src/service/stats/counted.ts';
import { callOn } from '../../call/script.ts';
import type { Script } from '../../call/script.ts';
import { callOn as callOnSeveral } from '../../call/several-flows.ts';

/** Sums of a call, as `name=count` in the order in which they were met; `sheet` chooses which. */
function counting(call: Script) {
  const sums = { calls: new Map<string, number>(), steps: new Map<string, number>() };
  const told = (sheet: keyof typeof sums) => [...sums[sheet]].map(([name, count]) => `${name}=${count}`);
  return {
    /** Makes something happen, and counts what came of it. */
    after(act: () => unknown) {
      act();
      if (call.last !== undefined)
        countEvent(call.last.record, call.last.trace, (sheet, name) =>
          sums[sheet].set(name, (sums[sheet].get(name) ?? 0) + 1),
        );
      return this;
    },
    get calls() {
      return told('calls');
    },
    get steps() {
      return told('steps');
    },
  };
}

const desk = `
  on: { error: sorry }
  steps:
    hello: { say: Hello. }
    main:
      menu: { prompt: Press 1., choices: [{ key: 1, goto: person }, { key: 2, goto: sold }], attempts: 3 }
      on: { exhausted: hangup }
    person: { connect: { to: "+4930333" }, on: { busy: main, no_answer: main }, next: main }
    sold: { outcome: sold }
    bye: { say: Bye., next: hangup }
    sorry: { say: Sorry., next: hangup }
`;

function atMenu() {
  const call = callOn(desk);
  const counts = counting(call);
  counts
    .after(() => call.incoming())
    .after(() => call.connected())
    .after(() => call.played());
  return { call, counts };
}

describe('the end of a call', () => {
  test('by the caller, who has come to nothing, is a hang-up', () => {
    const { call, counts } = atMenu();
    counts.after(() => call.disconnected());
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1', 'hung_up=1']);
  });

  test('by the caller after an outcome is none', () => {
    const { call, counts } = atMenu();
    counts.after(() => call.presses('2')).after(() => call.disconnected());
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1', 'outcome sold=1']);
  });

  test('out of a conversation is none, nor after one', () => {
    for (const isBack of [false, true]) {
      const { call, counts } = atMenu();
      counts.after(() => call.presses('1')).after(() => call.bridged());
      if (isBack) counts.after(() => call.unbridged());
      counts.after(() => call.disconnected());
      expect(counts.calls).toEqual(['begun=1', 'bridged=1', 'ended=1', 'ended normal=1', 'talked=1']);
      expect(counts.steps.join()).not.toContain('hung_up');
    }
  });

  test('by the caller counts for the step at which it happened, not for a finalizer that runs after it', () => {
    const call = callOn(`
      on: { end: note }
      steps:
        hello: { say: Hello. }
        main: { menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }] }, on: { exhausted: hangup } }
        note: { set: { n: "1" } }
      vars: { n: "" }
    `);
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.played())
      .after(() => call.disconnected());
    expect(counts.steps).toContain('visit note=1');
    expect(counts.steps.filter((sum) => sum.startsWith('hung_up'))).toEqual(['hung_up main=1']);
  });

  test('by the caller in a flow that another one runs counts for that step, by both names', () => {
    const call = callOnSeveral(
      'name: outer\nsteps: { ask: { run: { flow: inner } }, bye: { say: Bye., next: hangup } }',
      'name: inner\nreturns: {}\nsteps: { hello: { say: Inner. }, more: { say: More., next: return } }',
    );
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.played())
      .after(() => call.disconnected());
    expect(counts.steps.filter((sum) => sum.startsWith('hung_up'))).toEqual(['hung_up inner/more=1']);
  });

  test('by the caller in a trace of an earlier release, which names no step, counts without one', () => {
    const { call, counts } = atMenu();
    counts.after(() => {
      call.disconnected();
      for (const note of call.last?.trace.notes ?? []) if (note.kind === 'ended') delete note.step;
    });
    expect(counts.calls).toContain('hung_up=1');
    expect(counts.steps.join()).not.toContain('hung_up');
  });

  test('after a party that was busy is one', () => {
    const { call, counts } = atMenu();
    counts
      .after(() => call.presses('1'))
      .after(() => call.unbridged('busy'))
      .after(() => call.disconnected());
    expect(counts.calls).toContain('hung_up=1');
    expect(counts.steps).toContain('left person busy=1');
  });

  test('by the flow is none', () => {
    const { call, counts } = atMenu();
    for (let attempt = 0; attempt < 3; attempt += 1) counts.after(() => call.timer());
    counts.after(() => call.disconnected());
    expect(counts.steps).toContain('left main silent=1');
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1']);
  });

  test('that is told again, or after which something comes, counts once', () => {
    const { call, counts } = atMenu();
    counts
      .after(() => call.disconnected())
      .after(() => call.disconnected())
      .after(() => call.presses('1'))
      .after(() => call.bridged());
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1', 'hung_up=1']);
  });

  test('tells an outcome once, however often the call came to it', () => {
    const call = callOn(`
      vars: { n: 0 }
      steps:
        booked: { outcome: booked }
        count: { set: { n: "\${vars.n + 1}" } }
        again: { switch: [{ when: vars.n < 2, goto: booked }] }
        bye: { hangup: }
    `);
    const counts = counting(call);
    counts.after(() => call.incoming()).after(() => call.disconnected());
    expect(counts.calls).toContain('outcome booked=1');
    expect(counts.steps).toContain('visit booked=2');
  });
});

describe('a call has failed', () => {
  test('that ended on its error path, whoever hung up', () => {
    for (const hearsOut of [false, true]) {
      const { call, counts } = atMenu();
      counts.after(() => call.presses('1')).after(() => call.fails('1000'));
      if (hearsOut) counts.after(() => call.played());
      counts.after(() => call.disconnected());
      expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1', 'failed=1']);
      expect(counts.steps).toContain('left person failed=1');
    }
  });

  test('once, where the error path fails too', () => {
    const { call, counts } = atMenu();
    counts
      .after(() => call.presses('1'))
      .after(() => call.fails('1000'))
      .after(() => call.fails('1000'))
      .after(() => call.disconnected());
    expect(counts.calls).toContain('failed=1');
  });

  test('where the flow has no error path', () => {
    const call = callOn(
      'steps: { person: { connect: { to: "+4930333" }, on: { busy: hangup, no_answer: hangup }, next: hangup } }',
    );
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.fails('1000'))
      .after(() => call.disconnected());
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1', 'failed=1']);
  });

  test('that outlived its limit', () => {
    const call = callOn('limits: { duration: 1m }\nsteps: { a: { say: Hello. }, b: { wait: 10m } }');
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.played())
      .after(() => call.wait(60_000).wakes())
      .after(() => call.disconnected());
    expect(counts.calls).toContain('failed=1');
  });

  test('that the platform could not carry on', () => {
    const { call, counts } = atMenu();
    counts.after(() => call.disconnected('failed'));
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended failed=1', 'failed=1']);
  });

  test('that was given up because of a mistake of ours, once', () => {
    const { call, counts } = atMenu();
    const giveUp = (at: number) => {
      call.last = abandon(call.record, { type: 'wake', at }, 'a bug');
    };
    counts.after(() => {
      giveUp(5);
    });
    counts.after(() => {
      giveUp(6);
    });
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended failed=1', 'failed=1']);
  });

  test('but not one whose failure a step makes up for', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        person: { connect: { to: "+4930333" }, on: { failed: bye, busy: bye, no_answer: bye }, next: hangup }
        bye: { say: Bye., next: hangup }
        sorry: { say: Sorry., next: hangup }
    `);
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.fails('1000'))
      .after(() => call.played())
      .after(() => call.disconnected());
    expect(counts.calls).toEqual(['begun=1', 'ended=1', 'ended normal=1']);
  });
});

describe('a step', () => {
  test('counts its visits, its outcomes, and the answers that were none', () => {
    const { call, counts } = atMenu();
    counts
      .after(() => call.timer())
      .after(() => call.presses('9'))
      .after(() => call.presses('7'))
      .after(() => call.disconnected());
    expect(counts.steps).toEqual([
      'visit hello=1',
      'left hello done=1',
      'visit main=1',
      'no_input main=1',
      'no_match main=2',
      'left main exhausted=1',
    ]);
  });

  test('counts words that nobody could tell', () => {
    const call = callOn(`
      steps:
        main:
          menu: { prompt: Yes or no., choices: [{ phrases: ['yes'], goto: hangup }], attempts: 9 }
          on: { exhausted: hangup }
    `);
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.mumbles())
      .after(() => call.says('tomato'))
      .after(() => call.saysNothing())
      .after(() => call.says('yes'));
    expect(counts.steps).toContain('no_match main=2');
    expect(counts.steps).toContain('no_input main=1');
  });

  test('of a flow that another one runs is told by both names, on the way there and back', () => {
    const call = callOnSeveral(
      'name: outer\nsteps: { hello: { say: Hello. }, ask: { run: { flow: inner } }, bye: { say: Bye., next: hangup } }',
      'name: inner\nreturns: {}\nsteps: { hello: { say: Inner. }, more: { say: More., next: return } }',
    );
    const counts = counting(call);
    counts
      .after(() => call.incoming())
      .after(() => call.connected())
      .after(() => call.played())
      .after(() => call.played())
      .after(() => call.played())
      .after(() => call.played())
      .after(() => call.disconnected());
    expect(counts.steps).toEqual([
      'visit hello=1',
      'left hello done=1',
      'visit ask=1',
      'visit inner/hello=1',
      'left inner/hello done=1',
      'visit inner/more=1',
      'left inner/more done=1',
      'left ask done=1',
      'visit bye=1',
      'left bye done=1',
    ]);
  });
});
