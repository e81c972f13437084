/** Streams of a call's audio, which the platform opens: it is told only of places that flows may use. */
import { describe, expect, test } from 'vitest';
import { carrierWith } from '../../engine/carrier-with.ts';
import { callId, commandId, voiceId } from '../../../src/call/index.ts';
import type { Command, CommandAction } from '../../../src/call/index.ts';
import { createEgress, guardCarrier, parseEgress } from '../../../src/service/egress/index.ts';

const call = callId('default.v1');
const target = { call, voiceId: voiceId('v1') };

function scene(rules: string) {
  const performed: Command[] = [];
  const platform = guardCarrier(
    carrierWith({
      perform: (_target, command) => {
        performed.push(command);
        return Promise.resolve({});
      },
    }),
    createEgress(parseEgress(rules) ?? []),
  );
  const perform = (action: CommandAction) =>
    platform.perform(target, { ...action, number: 1, id: commandId(call, 1) });
  return { perform, performed };
}

const stream = (to: string): CommandAction => ({ kind: 'stream', to });
const dial = (to: string): CommandAction => ({
  kind: 'dial',
  from: '+4930111',
  to: '+4930222',
  onConnect: { kind: 'stream', to },
});

describe.each([
  ['a stream', stream],
  ['a call that begins with a stream', dial],
])('%s', (_what, action) => {
  test('to a host that is named is begun', async () => {
    const { perform, performed } = scene('agent.example.com');
    await perform(action('wss://agent.example.com/audio'));
    expect(performed).toHaveLength(1);
  });

  test.each(['wss://other.example.com', 'ws://10.0.0.1/', 'ws://[::1]/', 'ws://0x7f.1/', 'nowhere'])(
    'to %s is refused, and the platform is not asked',
    async (to) => {
      const { perform, performed } = scene('agent.example.com,*');
      const strict = scene('agent.example.com');
      await expect(strict.perform(action(to))).rejects.toMatchObject({
        code: 'egress_denied',
        retryable: false,
        callEnded: false,
      });
      if (!to.includes('other')) await expect(perform(action(to))).rejects.toThrow();
      expect([...performed, ...strict.performed]).toEqual([]);
    },
  );
});

test('everything else passes', async () => {
  const { perform, performed } = scene('agent.example.com');
  await perform({ kind: 'connect', from: '+4930111', to: 'sip:a@10.0.0.1' });
  await perform({ kind: 'dial', from: '+4930111', to: '+4930222' });
  expect(performed.map(({ kind }) => kind)).toEqual(['connect', 'dial']);
});
