import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/verification/testkit/index.ts';
import type { Simulation } from '../../../src/verification/testkit/index.ts';
import { ready } from './flow.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const desk = ready();
const inbound = { direction: 'inbound', from: '+4915112345678', to: '+4930555000' } as const;

const started = Date.UTC(2026, 0, 5, 9);
const minute = 60_000;

function texts(call: Simulation): string[] {
  return call.heard.map(({ text }) => text);
}

function untilListening(call: Simulation): void {
  expect(call.runUntil(() => call.line?.listens === true, call.now + minute)).toBe(true);
}

describe('an inbound call', () => {
  it('is accepted and hears the first prompt at once', () => {
    const call = simulate(desk, inbound);
    expect(call.commands.map(({ kind }) => kind)).toEqual(['accept', 'play']);
    expect(call.heard).toEqual([{ at: started, text: 'Welcome to Acme.', language: 'en-US' }]);
    expect(call.line).toMatchObject({ state: 'connected', from: inbound.from, to: inbound.to });
  });

  it('begins when it is told to', () => {
    expect(simulate(desk, { ...inbound, at: 5 }).record.startedAt).toBe(5);
  });

  it('goes where a key leads', () => {
    const call = simulate(desk, inbound);
    untilListening(call);
    call.press('2');
    untilListening(call);
    call.advanceTo(call.now + 1_000);
    expect(texts(call).at(-1)).toBe('Your account number.');
  });

  it('ends when the caller hangs up, and runs the finalizer', () => {
    const call = simulate(desk, inbound);
    expect(call.hangUp()).toBe(true);
    expect(call.hasEnded).toBe(true);
    expect(call.record.context).toMatchObject({ call: { reason: 'normal' }, vars: { tries: 1 } });
    expect(call.nextAt()).toBeUndefined();
  });

  it('takes no act after its end', () => {
    const call = simulate(desk, inbound);
    call.hangUp();
    expect([call.press('1'), call.say('hello'), call.hangUp()]).toEqual([false, false, false]);
  });

  it('is told when a command is refused', () => {
    const flow = ready(`ringflow: 1
name: wrong-number
on: { error: sorry }
steps:
  far: { connect: { to: '\${call.from}x' }, on: { busy: hangup, no_answer: hangup } }
  sorry: { say: 'Sorry, \${error.code}.', next: hangup }
`);
    const call = simulate(flow, inbound);
    expect(texts(call)).toEqual(['Sorry, INVALID_PARAM.']);
    expect(call.trace.map(({ event }) => event.type)).toContain('command_failed');
  });
});

describe('an outbound call', () => {
  const outbound = { direction: 'outbound', from: '+4930555000', to: '+4915112345678' } as const;

  it('is dialled, and the first prompt goes out with the dial (R11)', () => {
    const call = simulate(desk, outbound);
    expect(call.commands).toMatchObject([{ kind: 'dial', onConnect: { kind: 'play' }, at: started }]);
    expect(call.heard).toEqual([]);
    call.advanceTo(call.now + 2_000);
    expect(texts(call)).toEqual(['Welcome to Acme.']);
  });

  it.each([
    ['busy', 'busy'],
    ['no_answer', 'no_answer'],
    ['rejects', 'rejected'],
  ] as const)('to somebody who is %s ends as %s', (on_ring, reason) => {
    const call = simulate(desk, { ...outbound, parties: { [outbound.to]: { on_ring } } });
    call.advanceTo(call.now + 2 * minute);
    expect(call.record.context.call.reason).toBe(reason);
    expect(call.hasEnded).toBe(true);
  });

  it('that a message began knows its text, as expressions read it', () => {
    const message = { from: outbound.to, text: 'STOP' };
    expect(simulate(desk, { ...outbound, message }).record.context.message).toEqual(message);
  });

  it('that the platform refuses ends as failed', () => {
    const call = simulate(desk, { ...outbound, to: '+49' });
    expect(call.hasEnded).toBe(true);
    expect(call.record.context.call.reason).toBe('failed');
    expect(call.line).toBeUndefined();
  });
});

describe('time', () => {
  it('jumps to the next thing that happens', () => {
    const call = simulate(desk, inbound);
    const next = call.nextAt();
    expect(next).toBeGreaterThan(call.now);
    call.advanceTo(next!);
    expect(call.now).toBe(next);
    expect(call.trace.at(-1)?.at).toBe(next);
  });

  it('SIM-2: stops at the time that is asked for, and never goes back', () => {
    const call = simulate(desk, inbound);
    call.advanceTo(started + 700);
    expect(call.now).toBe(started + 700);
    call.advanceTo(started);
    expect(call.now).toBe(started + 700);
  });

  it('goes no further than a condition needs', () => {
    const call = simulate(desk, inbound);
    expect(call.runUntil(() => call.heard.length === 2, Infinity)).toBe(true);
    expect(call.heard.at(-1)?.at).toBe(call.now);
  });

  it('a condition that never holds is given up when nothing happens any more', () => {
    const call = simulate(desk, inbound);
    expect(call.runUntil(() => false, Infinity)).toBe(false);
    expect(call.hasEnded).toBe(true);
  });

  it('R3: the call’s own deadlines fire in virtual time', () => {
    const call = simulate(desk, {
      ...inbound,
      parties: { '+49301110': { on_ring: 'no_answer' }, '+49301111': { on_ring: 'no_answer' } },
    });
    untilListening(call);
    call.press('1');
    call.runUntil(() => texts(call).includes('Billing is busy.'), call.now + minute);
    const [first, second] = call.commands.filter(({ kind }) => kind === 'connect');
    expect(second!.at - first!.at).toBe(10_000);
    expect(call.trace.some(({ event }) => event.type === 'wake')).toBe(true);
  });
});

describe('the log', () => {
  it('tells in order what platform and call did', () => {
    const call = simulate(desk, inbound);
    const said = call.log.map(({ teller, entry }) =>
      teller === 'call' ? `call: ${entry.event.type}` : `platform: ${entry.kind}`,
    );
    expect(said.slice(0, 3)).toEqual(['platform: ringing', 'platform: notification', 'call: incoming']);
    expect(said.indexOf('platform: speech')).toBeGreaterThan(said.indexOf('call: connected'));
  });

  it('SIM-1: the same acts at the same times give the same log', () => {
    const act = fc.record({
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      keys: fc.stringMatching(/^[0-9*#]{1,5}$/),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 8 }), (acts) => {
        const play = () => {
          const call = simulate(desk, inbound);
          for (const { afterMs, keys } of acts) {
            call.advanceTo(call.now + afterMs);
            call.press(keys);
          }
          call.advanceTo(call.now + 120 * minute);
          return call;
        };
        const call = play();
        expect(call.hasEnded).toBe(true);
        expect(JSON.stringify(play().log)).toBe(JSON.stringify(call.log));
      }),
      { numRuns: scaleRuns(50) },
    );
  });

  it('I4: every command is sent once, in the order of its number', () => {
    const call = simulate(desk, inbound);
    call.advanceTo(call.now + 120 * minute);
    expect(call.commands.map(({ number }) => number)).toEqual(call.commands.map((_, index) => index + 1));
  });
});

describe('SIM-4: a call that has had too many events', () => {
  it('is stopped', () => {
    const call = simulate(desk, inbound, { maxEvents: 4 });
    call.advanceTo(call.now + 120 * minute);
    expect(call.isExhausted).toBe(true);
    expect(call.hasEnded).toBe(false);
    expect(call.nextAt()).toBeUndefined();
    expect(call.trace).toHaveLength(4);
  });
});
