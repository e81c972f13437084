/** voice.md 7.3: numeric codes. */
import assert from 'node:assert/strict';
import { failed, ok } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { bridged, connected, dial, dialled, onCall, record, rungIn } from './calls.ts';
import type { Case } from './calls.ts';
import { untriggered } from './untriggered.ts';

const out = ['numbers', 'webhook'] as const;
const people = [...out, 'control plane'] as const;

/** Which condition leads to a code is not shown beyond its name. */
const numeric: Case[] = [
  {
    code: '6101',
    when: 'voice service not subscribed',
    needs: ['numbers'],
    project: { streaming: false },
    ask: (platform) =>
      dial(platform, { action_on_connect: { stream: { wss_host: 'wss://media.invalid/' } } }),
  },
  {
    code: '6111',
    when: 'call not established',
    needs: people,
    ask: async (platform) => onCall(platform, await rungIn(platform), 'play', { text: 'Hello' }),
  },
  {
    code: '6112',
    when: 'call is bridged and cannot play media',
    ask: async (platform) => onCall(platform, await bridged(platform), 'play', { text: 'Hello' }),
  },
  {
    code: '6113',
    when: 'error creating a bridge',
    ask: async (platform) => {
      const { from, second: to } = platform.numbers;
      return onCall(platform, await bridged(platform), 'connect', { from, to });
    },
  },
  {
    code: '6117',
    when: 'text-to-speech not supported for the service',
    project: { textToSpeech: false },
    ask: async (platform) => onCall(platform, await connected(platform), 'play', { text: 'Hello' }),
  },
  {
    code: '6118',
    when: 'phone number not found for the service',
    needs: [...out, 'unprovisioned'],
    ask: async (platform) => {
      const { second: to } = platform.numbers;
      return onCall(platform, await connected(platform), 'connect', { from: platform.unprovisioned, to });
    },
  },
  {
    code: '6122',
    when: 'play request pending',
    ask: async (platform) => {
      const voiceId = await connected(platform);
      ok(await onCall(platform, voiceId, 'play', { text: 'Hello '.repeat(100) }));
      return onCall(platform, voiceId, 'play', { text: 'Hello' });
    },
  },
  {
    code: '6128',
    when: 'text-to-speech request longer than 1024 characters',
    ask: async (platform) => onCall(platform, await connected(platform), 'play', { text: 'x'.repeat(1_025) }),
  },
  {
    code: '6132',
    when: 'error answering an incoming call',
    ask: async (platform) => onCall(platform, await dialled(platform), 'accept', {}),
  },
  {
    code: '6135',
    when: 'invalid parameter in recording request',
    ask: async (platform) => record(platform, await bridged(platform), {}),
  },
  {
    code: '6138',
    when: 'recording resource not found',
    needs: [],
    ask: (platform) => platform.get('/voice/v1/recordings/none.wav'),
  },
  {
    code: '6139',
    when: 'unable to stop the recording',
    ask: async (platform) => record(platform, await bridged(platform), { stop: true }),
  },
  {
    code: '6141',
    when: 'SIP gateway unavailable',
    needs: people,
    settings: { gatewaysDown: ['pbx.invalid'] },
    ask: async (platform) => {
      const { from } = platform.numbers;
      return onCall(platform, await connected(platform), 'connect', { from, to: 'sip:desk@pbx.invalid' });
    },
  },
];

export const numericRules: Rule[] = [
  ...([400, 401, 404, 405] as const).map((status): Rule => ({
    section: '7.3',
    rule: `${status} as HTTP status`,
    check: async (platform) => {
      const requests = {
        400: () => platform.post('/voice/v1/call', '{'),
        401: () => platform.post('/voice/v1/call', {}, { authorization: null }),
        404: () => platform.delete('/voice/v1/call/no-such-call'),
        405: () => platform.patch('/voice/v1/call', {}),
      };
      assert.equal((await requests[status]()).status, status);
    },
  })),
  ...numeric.map(({ code, when, ask, ...rest }): Rule => ({
    section: '7.3',
    rule: `${code}: ${when}`,
    needs: out,
    isChosen: true,
    ...rest,
    check: async (platform) => {
      failed(await ask(platform), code);
    },
  })),
  ...untriggered.map(({ code, meaning, reason }): Rule => ({
    section: '7.3',
    rule: `${code}: ${meaning}`,
    unchecked: reason,
  })),
];
