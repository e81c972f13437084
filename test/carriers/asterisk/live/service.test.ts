/** A service in front of a real Asterisk: calls by SIP are answered by flows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallRecord, TraceEntry } from '../../../../src/call/index.ts';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { configOf } from '../../../builders/config.ts';
import { flowOf } from '../../../builders/flow.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { call, startAgent } from '../../../setup/asterisk/telephone.ts';
import { freePort } from '../../../setup/free-port.ts';

const TOKEN = 'a-token-of-the-carrier';

const flow = flowOf(`
  on: { error: goodbye }
  steps:
    ask:
      menu:
        prompt: For the desk, press 1. For the opening hours, press 2.
        timeout: 5s
        choices:
          - { key: 1, goto: desk }
          - { key: 2, goto: hours }
      on: { exhausted: goodbye }
    hours:
      say: We are open from nine to five.
      next: goodbye
    desk:
      connect: { to: '+4930555111' }
      on: { completed: goodbye, unreached: goodbye }
    goodbye:
      say: Goodbye.
      next: end
    end:
      hangup:
`);

const log = new RecordingLog();
const traced: { call: CallRecord; entry: TraceEntry }[] = [];
let asterisk: AsteriskServer;
let service: Service;
let port: number;

beforeAll(async () => {
  port = await freePort();
  asterisk = await startAsterisk({
    eventsUrl: `ws://127.0.0.1:${port}/carriers/desk/default/${TOKEN}/events`,
  });
  const { ari, application: app, systemName: name, prompts } = asterisk;
  const { platform: _none, ...config } = configOf('http://127.0.0.1:1', {
    port,
    defaultFlow: 'case',
    carriers: [
      {
        ...{ name, kind: 'asterisk', app, prompts, streams: [], headers: [], sipHosts: [], ...ari },
        eventsToken: TOKEN,
        dial: 'PJSIP/{number}@agent',
      },
    ],
    speech: {
      cache: { directory: prompts, maxBytes: 100_000_000 },
      engine: { kind: 'command', command: ['espeak-ng', '-v', '{voice}', '-m', '--stdin', '--stdout'] },
      voices: new Map(),
    },
  });
  service = await startService({
    config: { ...config, platform: undefined },
    flows: [flow],
    log,
    onTrace: (record, entry) => traced.push({ call: record, entry }),
  });
});

afterAll(async () => {
  await service.stop();
  await asterisk.stop();
});

beforeEach(() => {
  traced.splice(0);
});

const listEvents = () => traced.map(({ entry }) => entry.event.type);
const listSteps = () => [...new Set(traced.map(({ call: { context } }) => context.step))];

/** Resolves when so many calls have ended. */
async function untilEnded(count = 1): Promise<void> {
  await until(() => listEvents().filter((type) => type === 'disconnected').length >= count);
}

describe('a caller', () => {
  test('hears the menu, presses a key, hears the answer and is hung up on', async () => {
    await call(asterisk, {
      acts: [{ kind: 'wait', ms: 1_500 }, { kind: 'press', keys: '2' }, { kind: 'until hung up' }],
    }).over;
    await untilEnded();
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(listSteps()).toEqual(['ask', 'hours', 'goodbye', 'end']);
    expect(listEvents()).toEqual(
      expect.arrayContaining(['incoming', 'connected', 'digits', 'played', 'disconnected']),
    );
    expect(traced[0]?.call).toMatchObject({ carrier: 'desk', context: { call: { direction: 'inbound' } } });
  });

  test('is connected to a person until one of them hangs up', async () => {
    const agent = startAgent(asterisk);
    await call(asterisk, {
      acts: [
        { kind: 'wait', ms: 1_500 },
        { kind: 'press', keys: '1' },
        { kind: 'wait', ms: 2_500 },
        { kind: 'hang up' },
      ],
    }).over;
    await agent.over;
    await untilEnded();
    expect(listEvents()).toEqual(expect.arrayContaining(['bridging', 'bridged', 'disconnected']));
  });

  test('who hangs up ends the call', async () => {
    await call(asterisk, { acts: [{ kind: 'wait', ms: 800 }, { kind: 'hang up' }] }).over;
    await untilEnded();
    expect(traced.at(-1)?.entry.event).toMatchObject({ type: 'disconnected', reason: 'normal' });
  });
});
