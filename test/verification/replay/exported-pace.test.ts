/** Calls at a platform that speaks, waits and answers at another pace than its model does: their scenarios go the same way. */
import { describe, expect, it } from 'vitest';
import { runnable } from '../../../src/call/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import { runText } from '../../../src/verification/replay/run-text.ts';
import { flowOf } from '../../builders/flow.ts';
import { callOfEvents } from './of-events.ts';
import type { Told } from './of-events.ts';
import { callOf } from './recorded.ts';

const flow = flowOf(`
  vars: { code: '' }
  on: { error: sorry }
  steps:
    ask:
      collect: { prompt: Your code?, save: code, digits: 6, timeout: 8s, inter_digit: 4s, attempts: 2 }
      on: { exhausted: sorry }
    soon: { say: 'One moment, please, until I have found somebody for you.' }
    desk:
      connect: { to: '+4930301', ring: 20s }
      on: { busy: sorry, no_answer: sorry, failed: sorry }
      next: hangup
    sorry: { say: Sorry., next: hangup }`);

const digits = (keys: string) => ({ type: 'digits', digits: keys, lossy: false }) as const;
const refused = { code: 'http_503', message: 'HTTP 503', callEnded: false };
const leaves = { type: 'disconnected', reason: 'normal' } as const;

const asked: Told[] = [
  [3, { type: 'connected' }],
  [10, { type: 'initiated' }, 2],
];
const answered: Told[] = [...asked, [900, digits('123456'), 2], [905, { type: 'initiated' }, 3]];

/** The scenario of the call; that it passes, and goes the way of the call, is expected of each. */
function exportedAt(events: readonly Told[], own: CompiledFlow = flow): string {
  const { text, lost, replayed } = exportScenario(callOfEvents(own, events), own, { keepNumbers: true });
  expect({ lost, parting: replayed.parting }).toEqual({});
  expect(runText(text, own, runnable).failure).toBeUndefined();
  return text;
}

describe('a call at a platform of another pace is exported', () => {
  it('where it soon stops waiting for keys, and listens anew', () => {
    exportedAt([
      ...asked,
      [500, { type: 'silence' }, 2],
      [510, { type: 'initiated' }, 3],
      [900, digits('12'), 3],
      [905, { type: 'initiated' }, 4],
      [1_200, { type: 'silence' }, 4],
      [1_205, { type: 'initiated' }, 5],
      [2_100, digits('3456'), 5],
      [2_110, { type: 'initiated' }, 6],
      [2_600, leaves],
    ]);
  });

  it('where somebody hung up after what was heard sooner than in the model', () => {
    const text = exportedAt([...answered, [1_200, { type: 'played' }, 3], [1_900, leaves]]);
    expect(text).toContain('- hangs_up');
  });

  it('where somebody hung up before the call was accepted', () => {
    expect(exportedAt([[142, leaves]])).toContain("{ command: accept, nth: 1, code: '500', attempts: 3 }");
  });

  it('where keys on a bridge came as text', () => {
    exportedAt([
      ...answered,
      [1_200, { type: 'played' }, 3],
      [4_000, { type: 'bridged' }],
      [5_000, { type: 'bridge_digits', digits: '4711', lossy: false }],
      [6_000, { type: 'unbridged', reason: 'normal' }],
      [6_001, leaves],
    ]);
  });
});

describe('refusals of a proxy before the platform are exported', () => {
  it('by their status, of a command and of hanging up, after which it is up to the caller', () => {
    const text = exportedAt([
      [7, { type: 'command_failed', number: 1, kind: 'accept', failure: refused }],
      [21, { type: 'command_failed', number: 2, kind: 'accept', failure: refused }],
      [36, { type: 'command_failed', number: 3, kind: 'hangup', failure: refused }],
      [5_700, leaves],
    ]);
    expect(text).toContain('{ command: hangup, nth: 1, code: http_503 }');
    expect(text).toContain('- hangs_up');
  });
});

it('whoever hangs up while it rings for longer than usual is rung until then', () => {
  const { call } = callOf(
    flow,
    "scenarios: [{ name: a, start: { direction: outbound, to: '+4915112345678' }, parties: { '+4915112345678': { no_answer: 70s } }, script: [waits: 62s, hangs_up] }]",
  );
  expect(call.trace.at(-1)?.at).toBe(call.startedAt + 62_000);
  expect(exportScenario(call, flow).replayed.parting).toBeUndefined();
});
