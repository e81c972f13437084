/** The verbs around the line over HTTP: a service, the emulator, and a WebSocket server that takes the audio. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import type { Service } from '../../src/service/start.ts';
import { callId } from '../../src/call/index.ts';
import type { CallId } from '../../src/call/index.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { startWsServer } from '../platform/emulator/ws-server.ts';
import type { WsServer } from '../platform/emulator/ws-server.ts';
import { until } from '../engine/until.ts';
import { configOf } from '../builders/config.ts';

const caller = '+4917100001';
const ours = '+4930555000';
const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const flow = `
ringflow: 1
name: line
on: { error: failed, end: after }
env: { AGENT: The voice agent. }
steps:
  link:
    sms: { template: link, campaign: service, wait: delivered, data: { code: 4711 } }
    on: { undelivered: failed, timeout: failed }
  agent:
    stream: { to: "\${env.AGENT}" }
  room:
    room: { create: { name: Help }, invite: { sms: { template: room, campaign: service, data: { token: "\${room.token}" } } } }
    on: { joined: met }
  met:
    outcome: met
    next: hangup
  failed:
    outcome: failed
    next: hangup
  after:
    sms: { template: thanks, campaign: service }
    on: { failed: hangup }
    next: hangup
`;

let agent: WsServer;
let emulator: Emulator;
let service: Service;

beforeEach(async () => {
  agent = await startWsServer();
  const sms = { anyTemplate: true, sendMs: 0, phones: { [caller]: { afterMs: 0 } } };
  emulator = await startEmulator({ settings: { setupMs: 0, sms } });
  const { flow: compiled, diagnostics } = compileFlow({ file: 'line.yaml', text: flow });
  if (compiled === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  service = await startService({
    config: configOf(emulator.url, { defaultFlow: 'line', env: { AGENT: agent.url } }),
    flows: [compiled],
    log: silent,
  });
  emulator.act(({ control }) => {
    control.setNumber(ours, { webhook: service.hookUrl });
    control.setWebhooks('demo', {
      smsWebhook: service.noticeUrls.sms,
      videoWebhook: service.noticeUrls.video,
    });
  });
});

afterEach(async () => {
  await service.stop();
  await emulator.close();
  await agent.close();
});

test('a call waits for its message, talks to an agent, joins a room and says thanks', async () => {
  const voiceId = emulator.act(({ people }, now) => people.ring({ from: caller, to: ours }, now));
  const call: CallId = callId(`default.${voiceId}`);
  await agent.get(({ event }) => event === 'start_media');
  agent.hangUp();
  const record = await until(async () => {
    const found = await service.engine.loadCall(call);
    return found?.endedAt === undefined ? undefined : found;
  });
  expect(record.context.milestones).toEqual(['met']);
  expect(record.context.error.code).toBe('');
  const inbox = await until(() => {
    const { inbox: texts } = emulator.act(({ phones }, now) => phones.view(caller, now));
    return texts.length === 3 ? texts : undefined;
  });
  expect(inbox.map(({ text }) => text.replace(/token: .*/, 'token: …'))).toEqual([
    '[link] code: 4711',
    '[room] token: …',
    '[thanks]',
  ]);
  const steps = (await service.engine.loadTrace(call)).flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'outcome' ? [`${note.step} ${note.outcome}`] : [])),
  );
  expect(steps).toEqual(['link delivered', 'agent ended', 'room joined', 'met done', 'after accepted']);
});
