/** What has become of live calls, by Asterisk's answers. */
import { expect, test } from 'vitest';
import { callId, commandId, projectId, voiceId } from '../../../src/call/index.ts';
import { listOrphans, listQuestions, reconcile } from '../../../src/carriers/asterisk/reconcile.ts';
import { readWaiting } from '../../../src/carriers/asterisk/events.ts';
import { CallTracker } from '../../../src/carriers/asterisk/tracker.ts';
import type { LiveCall } from '../../../src/engine/ports/index.ts';

const project = projectId('default');
const call = callId('default.asterisk-1.2');
const now = Date.parse('2026-11-24T00:00:00Z');
const live: LiveCall = { project, call, voiceId: voiceId('asterisk-1.2'), leg: 'connected' };

function toChannel(id: string, state = 'Up', creationtime = '2026-11-23T23:00:00.000+0000') {
  return { id, state, creationtime, dialplan: { app_data: 'ringflow,inbound' } };
}

function decide(calls: LiveCall[], channels: object[], bodies: Record<string, object> = {}) {
  const known = new Map(Object.entries({ '/channels': channels, ...bodies }));
  const answers = new Map(
    listQuestions(calls).map((path) => {
      const body = known.get(path);
      return [path, { status: body === undefined ? 404 : 200, body }] as const;
    }),
  );
  const scene = {
    project,
    app: 'ringflow',
    now,
    toRecordingUrl: (name: string) => `/${name}`,
  };
  const findings = reconcile(calls, answers, scene);
  return {
    events: findings.flatMap(({ arrivals = [] }) => arrivals.map(({ event }) => event)),
    orphans: listOrphans(calls, answers, scene),
    requests: findings.flatMap(({ steps = [] }) =>
      steps.flatMap((step) => step).map(({ request: { method, path } }) => `${method} ${path}`),
    ),
  };
}

test('a call whose channel is gone has ended', () => {
  const { events } = decide([live], []);
  expect(events).toEqual([{ type: 'disconnected', reason: 'unknown', detail: 'gone', isInferred: true }]);
});

test('the recording of a call that has ended unheard is reported before its end', () => {
  const recorded = { ...live, recording: commandId(call, 5) };
  const stored = { '/recordings/stored/default.asterisk-1.2.5': {} };
  expect(decide([recorded], [], stored).events).toMatchObject([
    { type: 'recording', state: 'completed' },
    { type: 'disconnected' },
  ]);
});

test('a call that is about to be placed is left alone', () => {
  expect(decide([{ ...live, voiceId: undefined, leg: 'dialing' }], []).events).toEqual([]);
});

test('an answer and the end of a play that were missed are reported', () => {
  const missed = { ...live, leg: 'accepting', playing: commandId(call, 4) } as const;
  expect(decide([missed], [toChannel('asterisk-1.2')]).events).toEqual([
    { type: 'connected' },
    { type: 'played', promptRef: commandId(call, 4) },
  ]);
  const heard = { '/playbacks/default.asterisk-1.2.4.k': {} };
  expect(decide([{ ...missed, leg: 'connected' }], [toChannel('asterisk-1.2')], heard).events).toEqual([]);
});

test('a party that answered unheard is joined; one of a held call is left; one that is gone is reported', () => {
  const party = commandId(call, 3);
  const channels = [toChannel('asterisk-1.2'), toChannel('default.asterisk-1.2.3.party')];
  const found = decide([{ ...live, party }], channels);
  expect(found.events).toEqual([{ type: 'bridged', command: party }]);
  expect(found.requests).toEqual([
    'POST /bridges/default.asterisk-1.2.3.bridge',
    'POST /bridges/default.asterisk-1.2.3.bridge/addChannel',
  ]);
  const held = { '/bridges/default.asterisk-1.2.3.bridge': { channels: ['default.asterisk-1.2.3.party'] } };
  expect(decide([{ ...live, leg: 'bridged', party }], channels, held)).toEqual({
    events: [],
    orphans: [],
    requests: [],
  });
  expect(decide([{ ...live, leg: 'bridged', party }], [toChannel('asterisk-1.2')]).events).toEqual([
    { type: 'unbridged', reason: 'unknown', command: party },
  ]);
});

test('the party and the stream of a call that has gone end with it', () => {
  const lost = { ...live, leg: 'bridged', party: commandId(call, 3), stream: commandId(call, 4) } as const;
  const parts = [toChannel('default.asterisk-1.2.3.party'), toChannel('default.asterisk-1.2.4.stream')];
  expect(decide([lost], parts)).toEqual({
    events: [{ type: 'disconnected', reason: 'unknown', detail: 'gone', isInferred: true }],
    orphans: [],
    requests: [
      'DELETE /channels/default.asterisk-1.2.3.party',
      'DELETE /channels/default.asterisk-1.2.4.stream',
    ],
  });
  expect(decide([lost], []).requests).toEqual([]);
});

test('a recording that has ended is complete if its file is there', () => {
  const recorded = { ...live, recording: commandId(call, 5) };
  const stored = { '/recordings/stored/default.asterisk-1.2.5': {} };
  expect(decide([recorded], [toChannel('asterisk-1.2')], stored).events).toEqual([
    {
      type: 'recording',
      state: 'completed',
      url: '/default.asterisk-1.2.5',
      command: commandId(call, 5),
    },
  ]);
  expect(decide([recorded], [toChannel('asterisk-1.2')]).events).toMatchObject([{ state: 'failed' }]);
});

test('a stream that has ended unheard is reported', () => {
  const streaming = { ...live, stream: commandId(call, 5) };
  const channels = [toChannel('asterisk-1.2'), toChannel('default.asterisk-1.2.5.stream')];
  expect(decide([streaming], channels).events).toEqual([]);
  expect(decide([streaming], [toChannel('asterisk-1.2')]).events).toEqual([
    { type: 'stream_ended', failed: true, detail: 'gone' },
  ]);
});

test('channels of the application without a live call are found; those of others are not', () => {
  const { orphans } = decide(
    [],
    [
      toChannel('asterisk-1.9'),
      toChannel('default.asterisk-1.8.3.party'),
      toChannel('asterisk-1.7', 'Ring', '2026-11-23T23:59:55.000+0000'),
      { ...toChannel('asterisk-1.6'), dialplan: { app_data: 'other,inbound' } },
      // Another service on this Asterisk, whose project has the same name.
      { ...toChannel('default.asterisk-1.5.3.party'), dialplan: { app_data: 'other,party' } },
      { ...toChannel('default.asterisk-1.4.3.party', 'Ringing'), dialplan: { app_data: '(Outgoing Line)' } },
    ],
  );
  expect(orphans.map(({ channel, isOld, isWaiting }) => [channel.id, isOld, isWaiting])).toEqual([
    ['asterisk-1.9', true, false],
    ['default.asterisk-1.8.3.party', true, false],
    ['asterisk-1.7', false, true],
  ]);
});

test.each(['anonymous', 'Restricted', 'unavailable', ''])(
  'the withheld number "%s" is empty',
  (callerNumber) => {
    const channel = {
      id: 'asterisk-1.7',
      state: 'Ring',
      callerNumber,
      extension: '+492',
      appData: '',
      createdAt: 0,
    };
    const toRecordingUrl = () => '';
    const options = { project, tracker: new CallTracker(), toRecordingUrl, readsHeaders: false };
    expect(readWaiting(channel, options).arrival).toMatchObject({ from: '', to: '+492' });
  },
);

test('a caller who waits is read as one who has just come', () => {
  const channel = {
    id: 'asterisk-1.7',
    state: 'Ring',
    callerNumber: '+491',
    extension: '+492',
    appData: '',
    createdAt: 0,
  };
  const toRecordingUrl = () => '';
  const read = () =>
    readWaiting(channel, { project, tracker: new CallTracker(), toRecordingUrl, readsHeaders: false });
  const { arrival } = read();
  expect(arrival).toMatchObject({ event: { type: 'incoming' }, from: '+491', to: '+492' });
  expect(read().arrival?.key).toBe(arrival?.key);
});
