/** Many calls with one request: what the platform is asked for, once, and what becomes of the calls when it is not. */
import { beforeEach, describe, expect, test } from 'vitest';
import { carrierWith } from './carrier-with.ts';
import { CarrierError } from '../../src/engine/ports/index.ts';
import type { Broadcast } from '../../src/engine/ports/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { toKeyedCallId } from '../../src/engine/index.ts';
import { flowOf, project, useScene } from './scene.ts';

const reminder = flowOf(`
ringflow: 1
name: reminder
languages: [en-US]
params: { day: { type: string } }
on: { error: sorry }
steps:
  hello: { say: "See you on \${params.day}." }
  bye: { say: Goodbye., next: hangup }
  sorry: { say: Sorry., next: hangup }
`);
const looksUpFirst = flowOf(`
ringflow: 1
name: looks-up-first
languages: [en-US]
on: { error: sorry }
steps:
  look: { http: { get: "https://crm.example.com/x" }, on: { ok: hello, client_error: sorry, server_error: sorry, timeout: sorry, failed: sorry } }
  hello: { say: Hello., next: hangup }
  sorry: { say: Sorry., next: hangup }
`);
const numbers = ['+49301', '+49302', '+49303'];
const keyOf = (to: string) => `campaign ${to}`;
const idOf = (to: string) => toKeyedCallId(project, keyOf(to));

/** A broadcast of one call to each number. */
function wanted(more: object = {}, to = numbers) {
  const calls = to.map((number) => ({ to: number, key: keyOf(number), params: { day: 'Monday' } }));
  return { project, flow: 'reminder', from: '+4930555', key: 'b1', calls, ...more };
}

const scene = useScene();
let engine: Engine;
let asked: Broadcast[];
let performed: string[];
let failure: Error | undefined;

beforeEach(async () => {
  [asked, performed, failure] = [[], [], undefined];
  const platform = carrierWith({
    perform: (_target: unknown, { kind }: { kind: string }) => {
      performed.push(kind);
      return Promise.resolve({});
    },
    broadcast: async (order: Broadcast) => {
      for (const { call } of order.recipients) expect(await scene().store.load(call)).toBeDefined();
      asked.push(order);
      if (failure !== undefined) throw failure;
    },
  });
  engine = await scene().bare({ findCarrier: () => platform });
  for (const flow of [reminder, looksUpFirst]) await engine.flows.deploy(flow);
});

const refusal = (retryable: boolean) =>
  new CarrierError('INVALID_PARAM', 'from is not yours', { retryable, httpStatus: 400 });

describe('a broadcast', () => {
  test('BROADCASTS-1 asks once for all its calls, which are stored by then, each with what it says first', async () => {
    expect(await engine.broadcast(wanted())).toEqual([]);
    expect(asked).toEqual([
      {
        key: 'b1',
        from: '+4930555',
        recipients: numbers.map((to) => ({
          call: idOf(to),
          to,
          play: {
            media: expect.objectContaining({ kind: 'text', text: 'See you on Monday.' }) as unknown,
            promptRef: expect.stringMatching(new RegExp(`^${idOf(to)}\\.\\d+$`)) as unknown,
          },
        })),
      },
    ]);
    for (const to of numbers)
      expect(await scene().store.load(idOf(to))).toMatchObject({
        outbox: [],
        record: { context: { leg: 'dialing' } },
      });
    expect(performed).toEqual([]);
  });

  test('its calls go on as others do when they are answered', async () => {
    await engine.broadcast(wanted());
    const [first] = asked[0]?.recipients ?? [];
    const about = { project, voiceId: 'v1' as never, callHint: idOf('+49301') };
    await engine.receive({ ...about, event: { type: 'connected' } });
    await engine.receive({ ...about, event: { type: 'played', promptRef: first?.play?.promptRef ?? '' } });
    await scene().until(() => performed.length === 1);
    expect(performed).toEqual(['play']);
    expect(await engine.loadCall(idOf('+49301'))).toMatchObject({ voiceId: 'v1', context: { step: 'bye' } });
  });

  test('is asked for in the same way as long as nothing says that it was', async () => {
    await engine.broadcast(wanted());
    await engine.broadcast(
      wanted({ calls: wanted().calls.map((call) => ({ ...call, params: { day: 'Tuesday' } })) }),
    );
    expect(asked[1]).toEqual(asked[0]);
  });

  test('BROADCASTS-3 is not asked for again once one of its calls has moved', async () => {
    await engine.broadcast(wanted());
    await engine.receive({
      project,
      voiceId: 'v1' as never,
      callHint: idOf('+49302'),
      event: { type: 'ringing' },
    });
    await engine.broadcast(wanted());
    expect(asked).toHaveLength(1);
  });

  test('BROADCASTS-2 asks for no call that another one has stored', async () => {
    await engine.broadcast(wanted({}, numbers.slice(0, 2)));
    await engine.broadcast(wanted({ key: 'b2' }));
    await engine.dial({
      project,
      flow: 'reminder',
      from: '+4930555',
      to: '+49304',
      params: { day: 'x' },
      key: keyOf('+49304'),
    });
    await engine.broadcast(wanted({ key: 'b3' }, ['+49304']));
    expect(asked.map(({ key, recipients }) => [key, recipients.map(({ to }) => to)])).toEqual([
      ['b1', ['+49301', '+49302']],
      ['b2', ['+49303']],
    ]);
  });

  test('BROADCASTS-2 of two nodes that place it at once both ask under its key, for the same calls', async () => {
    await Promise.all([engine.broadcast(wanted()), engine.broadcast(wanted())]);
    expect(new Set(asked.map((order) => JSON.stringify(order))).size).toBe(1);
  });

  test('BROADCASTS-4 that is refused ends each of its calls', async () => {
    failure = refusal(false);
    expect(await engine.broadcast(wanted())).toEqual([]);
    for (const to of numbers) {
      const record = await engine.loadCall(idOf(to));
      expect(record).toMatchObject({ context: { call: { reason: 'failed' } } });
      expect(record?.endedAt).toBeDefined();
    }
    await engine.broadcast(wanted());
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['an answer that was lost', refusal(true)],
    ['a bug', new Error('oops')],
  ])('after %s is told to whoever asks, and nothing of it to its calls', async (_what, error) => {
    failure = error;
    await expect(engine.broadcast(wanted())).rejects.toBe(error);
    expect(await engine.loadCall(idOf('+49301'))).toMatchObject({ context: { leg: 'dialing' } });
    failure = undefined;
    await engine.broadcast(wanted());
    expect(asked[1]).toEqual(asked[0]);
  });

  test('leaves out whose parameters do not fit, and tells who that is', async () => {
    const [first, ...others] = wanted().calls;
    const unfit = { to: '+49301', key: first?.key ?? '', params: {} };
    expect(await engine.broadcast(wanted({ calls: [unfit, ...others] }))).toEqual([
      { key: keyOf('+49301'), problem: 'parameter "day" is missing' },
    ]);
    expect(await scene().store.load(idOf('+49301'))).toBeUndefined();
    expect(asked[0]?.recipients.map(({ to }) => to)).toEqual(numbers.slice(1));
  });

  test('of which nobody is left asks for nothing', async () => {
    const unfit = numbers.map((to) => ({ to, key: keyOf(to), params: {} }));
    expect(await engine.broadcast(wanted({ calls: unfit }))).toHaveLength(3);
    expect(asked).toEqual([]);
  });

  test.each([
    [
      'that does something else first',
      { flow: 'looks-up-first', calls: [{ to: '+49301', key: 'k', params: {} }] },
      'invalid_broadcast',
    ],
    ['that is not in service', { flow: 'other' }, 'unknown_flow'],
  ])('with a flow %s is refused, with nothing stored', async (_what, more, code) => {
    await expect(engine.broadcast(wanted(more))).rejects.toMatchObject({ code, retryable: false });
    expect(await scene().store.count({})).toBe(0);
    expect(asked).toEqual([]);
  });

  test('is refused where the platform takes none', async () => {
    const other = await scene().bare({
      findCarrier: () => carrierWith({}),
    });
    await expect(other.broadcast(wanted())).rejects.toMatchObject({ code: 'invalid_broadcast' });
  });
});
