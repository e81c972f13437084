/** Calls and connections reach only the numbers that a project may call. */
import { describe, expect, test } from 'vitest';
import { carrierWith } from '../../engine/carrier-with.ts';
import { callId, commandId, voiceId } from '../../../src/call/index.ts';
import type { CommandAction } from '../../../src/call/index.ts';
import type { Broadcast } from '../../../src/engine/ports/index.ts';
import { limitNumbers } from '../../../src/service/egress/index.ts';

const call = callId('default.v1');
const target = { call, voiceId: voiceId('v1') };

function createScene() {
  const asked: unknown[] = [];
  const take = (_: unknown, what: unknown) => {
    asked.push(what);
    return Promise.resolve({});
  };
  const broadcast = async (order: Broadcast) => {
    await take(undefined, order);
  };
  const carrier = limitNumbers(carrierWith({ perform: take, broadcast }), ['+4930', 'sip:desk@']);
  const perform = (action: CommandAction) =>
    carrier.perform(target, { ...action, number: 1, id: commandId(call, 1) });
  return { carrier, perform, asked };
}

const from = '+4930111';

describe.each<[string, (to: string) => CommandAction]>([
  ['a call', (to) => ({ kind: 'dial', from, to })],
  ['a connection', (to) => ({ kind: 'connect', from, to })],
  [
    'a call that is connected when it is answered',
    (to) => ({ kind: 'dial', from, to: '+4930222', onConnect: { kind: 'connect', from, to } }),
  ],
])('%s', (_what, action) => {
  test.each(['+4930222', 'sip:desk@example.com'])('to %s is made', async (to) => {
    const { perform, asked } = createScene();
    await perform(action(to));
    expect(asked).toHaveLength(1);
  });

  test.each(['+49900123456', '004930222', '4930222', 'sip:other@example.com', ' +4930222', ''])(
    'to "%s" is refused, and the carrier is not asked',
    async (to) => {
      const { perform, asked } = createScene();
      await expect(perform(action(to))).rejects.toMatchObject({
        code: 'number_refused',
        retryable: false,
        callEnded: false,
      });
      expect(asked).toEqual([]);
    },
  );
});

test('a broadcast is made if it has no other number, and refused whole if it has', async () => {
  const { carrier, asked } = createScene();
  const order = (...numbers: string[]): Broadcast => ({
    ...{ key: 'k', from },
    recipients: numbers.map((to) => ({ call, to })),
  });
  await carrier.broadcast?.(order('+4930222', '+4930333'));
  await expect(carrier.broadcast?.(order('+4930222', '+4989333'))).rejects.toMatchObject({
    code: 'number_refused',
  });
  expect(asked).toHaveLength(1);
});

test('everything else passes', async () => {
  const { perform, asked } = createScene();
  await perform({ kind: 'accept' });
  await perform({ kind: 'stream', to: 'wss://agent.example.com' });
  expect(asked).toHaveLength(2);
});
