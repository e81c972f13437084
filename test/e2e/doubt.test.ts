/** What becomes of a command whose node dies: every verb at every moment, as docs/operations.md promises (I4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandTraits } from '../../src/call/index.ts';
import type { CommandKind } from '../../src/call/index.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { EmulatorSettings, JournalEntry } from '../../src/platform/emulator/model/index.ts';
import { startWsServer } from '../platform/emulator/ws-server.ts';
import type { WsServer } from '../platform/emulator/ws-server.ts';
import { startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { callWithDeath, moments } from './two-lives.ts';
import type { Ended } from './two-lives.ts';

/** Messages of callers are for other carriers. */
type Kind = Exclude<CommandKind, 'record_message'>;

const kinds = (Object.keys(commandTraits) as CommandKind[]).filter((kind) => kind !== 'record_message');

let agent: WsServer;
let emulator: Emulator;
let redis: RedisServer;

const platform: EmulatorSettings = {
  setupMs: 0,
  charactersPerSecond: 1_000,
  redeliver: 200,
  redeliverAfterMs: 50,
  webhookErrorsEnd: 'none',
  parties: {
    '+4930301': { afterMs: 12_000, acts: [{ afterMs: 300, hangsUp: true }] },
    '+4930302': { afterMs: 0 },
    '+4930303': { on_ring: 'busy', afterMs: 0 },
  },
  sms: { anyTemplate: true },
};

beforeAll(async () => {
  agent = await startWsServer();
  redis = await startRedis();
  emulator = await startEmulator({ settings: platform });
});

afterAll(async () => {
  await emulator.close();
  await redis.stop();
  await agent.close();
});

interface Verb {
  /** The steps of a call that sends such a command. */
  steps: string;
  /** What the platform does when it carries the command out. */
  deed: (entry: JournalEntry, ended: Ended) => boolean;
  /** How often it does that where the command had reached it before the death; else once. */
  again?: number;
}

const isOf =
  (kind: JournalEntry['kind']): Verb['deed'] =>
  (entry, { record }) =>
    entry.kind === kind && entry.voice_id === record.voiceId;

const hello = '  hello: { say: Hello. }';
const bridged = `  desk:
    connect: { to: '+4930302' }
    on: { bridged: keep, busy: failed, no_answer: failed }
  keep:
    record: { start: 'r-\${call.id}' }
  enough:
    record: { stop: true }`;

const verbs: Record<Kind, Verb> = {
  dial: { steps: hello, deed: isOf('ringing') },
  accept: { steps: hello, deed: isOf('answered') },
  // Nothing is sent meanwhile that would show that it was heard.
  play: { steps: `${hello}\n  pause: { wait: 3s }`, deed: isOf('speech') },
  connect: {
    steps: `  desk:\n    connect: { to: '+4930301', ring: 60s }\n    on: { busy: failed, no_answer: failed }`,
    deed: isOf('connecting'),
  },
  hold: { steps: `${hello}\n  away: { hold: }\n  again: { resume: }`, deed: isOf('held') },
  record: { steps: bridged, deed: isOf('recording_started') },
  stop_recording: { steps: bridged, deed: isOf('recording_completed') },
  stream: { steps: '  agent: { stream: { start: AGENT } }', deed: isOf('stream_started'), again: 2 },
  stop_stream: {
    steps: '  agent: { stream: { start: AGENT } }\n  enough: { stream: { stop: true } }',
    deed: isOf('stream_stopped'),
  },
  join: { steps: '  meet: { room: { join: ROOM }, on: { joined: done } }', deed: isOf('room_joined') },
  create_room: {
    steps: "  meet: { room: { create: { name: 'Room of ${call.id}' } }, on: { joined: done } }",
    deed: (entry, { call }) =>
      entry.kind === 'room' && entry.event === 'created' && entry.name === `Room of ${call}`,
  },
  create_token: {
    steps: `  meet:
    room: { join: ROOM, invite: { sms: { template: link, campaign: c, data: { token: '\${room.token}' } } } }
    on: { joined: done }`,
    deed: (entry, { call }) =>
      entry.kind === 'request' &&
      entry.path.endsWith('/tokens') &&
      entry.idempotency_key?.startsWith(`${call}.`) === true &&
      entry.replayed === undefined,
  },
  sms: {
    steps: '  text: { sms: { template: thanks, campaign: c } }',
    deed: (entry, { call }) => entry.kind === 'sms_accepted' && entry.reference === call,
  },
  hangup: { steps: hello, deed: isOf('ended') },
};

function flowWith(steps: string): string {
  const filled = steps.replace('AGENT', `'${agent.url}'`).replace('ROOM', `'${roomId}'`);
  return `
ringflow: 1
name: doubt
on: { error: failed }
limits: { duration: 10m }
steps:
${filled}
  done:
    outcome: done
    next: hangup
  failed:
    outcome: failed
    next: hangup
`;
}

let roomId = '';

beforeAll(async () => {
  const answer = await fetch(`${emulator.url}/video/v2/rooms`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('demo:demo-key').toString('base64')}`,
    },
    body: JSON.stringify({ name: 'Help', owner_ref: 'test', settings: {} }),
  });
  roomId = ((await answer.json()) as { room: { room_id: string } }).room.room_id;
});

describe.concurrent.each(kinds)('a node that dies over %s', (kind) => {
  const { steps, deed, again = 1 } = verbs[kind];

  test.concurrent.each(moments)(
    '%s loses nothing and doubles nothing but what the table says',
    async (moment) => {
      const ended = await callWithDeath(emulator, {
        redis: redis.address,
        flow: flowWith(steps),
        kind,
        moment,
      });
      const deeds = ended.journal.filter((entry) => deed(entry, ended));
      expect(deeds).toHaveLength(moment === 'before it sent it' ? 1 : again);
      expect(ended.record.context.milestones).toEqual(['done']);
      expect(ended.trace.map(({ event }) => event.type)).not.toContain('command_failed');
    },
  );
});

describe.concurrent('where every word of it was lost', () => {
  test.concurrent.each<{
    what: string;
    kind: CommandKind;
    steps: string;
    deed: Verb['deed'];
    times: number;
    /** Where the flow ends. */
    ends?: string;
  }>([
    { what: 'a prompt is heard twice', kind: 'play', steps: hello, deed: isOf('speech'), times: 2 },
    {
      what: 'a busy party is rung twice',
      kind: 'connect',
      steps: "  desk: { connect: { to: '+4930303' }, on: { busy: done, no_answer: failed } }",
      deed: isOf('connecting'),
      times: 2,
    },
    { what: 'a party that rings is rung once', kind: 'connect', ...verbs.connect, times: 1 },
    { what: 'a call is recorded once', kind: 'record', ...verbs.record, times: 1 },
    {
      what: 'a call is in the room once, and its step fails',
      kind: 'join',
      ...verbs.join,
      times: 1,
      ends: 'failed',
    },
    { what: 'a message is sent once', kind: 'sms', ...verbs.sms, times: 1 },
  ])('$what', async ({ kind, steps, deed, times, ends = 'done' }) => {
    const flow = flowWith(steps);
    const moment = 'before the answer';
    const ended = await callWithDeath(emulator, {
      redis: redis.address,
      flow,
      kind,
      moment,
      losesWords: true,
    });
    expect(ended.journal.filter((entry) => deed(entry, ended))).toHaveLength(times);
    expect(ended.record.context.milestones).toEqual([ends]);
  });
});
