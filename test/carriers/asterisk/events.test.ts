/** Asterisk's events, recorded from Asterisk 22.10, as events of calls. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callId, commandId, projectId, voiceId } from '../../../src/call/index.ts';
import { parseAriEvent, type AriEvent } from '../../../src/carriers/asterisk/ari-event.ts';
import { readEvent } from '../../../src/carriers/asterisk/events.ts';
import type { Reading } from '../../../src/carriers/asterisk/reading.ts';
import type { Step, Steps } from '../../../src/carriers/asterisk/steps.ts';
import { CallTracker } from '../../../src/carriers/asterisk/tracker.ts';

const project = projectId('default');

function loadFrames(name: string): AriEvent[] {
  const text = readFileSync(new URL(`frames/${name}.jsonl`, import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => parseAriEvent(line) ?? []);
}

function createReader(tracker = new CallTracker()) {
  return (event: AriEvent): Reading =>
    readEvent(event, { project, tracker, toRecordingUrl: (name) => `/${name}`, readsHeaders: true });
}

function readFrames(name: string): Reading[] {
  return loadFrames(name).map(createReader());
}

function flatten(steps: Steps): Step[] {
  return steps.flatMap((step) => step);
}

function listRequests(steps: Steps = []): string[] {
  return flatten(steps).map(({ request: { method, path } }) => `${method} ${path}`);
}

const inbound = 'default.asterisk-1795480174.0';

test('a call with keys, recordings and a party is reported as it went', () => {
  const arrivals = readFrames('inbound').flatMap(({ arrival }) => arrival ?? []);
  expect(arrivals.every(({ callHint }) => callHint === inbound)).toBe(true);
  expect(arrivals.map(({ event: { type } }) => type)).toEqual([
    'incoming',
    'connected',
    'digits',
    'played',
    'command_failed',
    'command_failed',
    'recording',
    'digits',
    'digits',
    'recording',
    'bridging',
    'bridged',
    'recording',
    'recording',
    'disconnected',
  ]);
  expect(arrivals[0]).toMatchObject({
    from: '+491700001',
    to: '+4930555000',
    voiceId: 'asterisk-1795480174.0',
  });
  expect(arrivals[2]?.event).toEqual({
    type: 'digits',
    digits: '1',
    lossy: false,
    promptRef: `${inbound}.2`,
  });
  expect(arrivals.at(-1)?.event).toMatchObject({ reason: 'normal' });
});

test('every event has a key of its own', () => {
  for (const name of ['inbound', 'parties']) {
    const keys = readFrames(name).flatMap(({ arrival }) => arrival?.key ?? []);
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test('a key ends the question at once', () => {
  const key = readFrames('inbound').find(({ arrival }) => arrival?.event.type === 'digits');
  expect(listRequests(key?.meanwhile)).toEqual([`DELETE /playbacks/${inbound}.2.k`]);
});

test('the call and its party are joined before the call learns of it', () => {
  const bridged = readFrames('inbound').find(({ arrival }) => arrival?.event.type === 'bridged');
  expect(listRequests(bridged?.before)).toEqual([
    'DELETE /channels/asterisk-1795480174.0/ring',
    `POST /bridges/${inbound}.9.bridge`,
    `POST /bridges/${inbound}.9.bridge/addChannel`,
  ]);
  expect(listRequests(bridged?.otherwise)).toEqual([`DELETE /channels/${inbound}.9.party`]);
});

test('callers hear that their party rings', () => {
  const bridging = readFrames('inbound').find(({ arrival }) => arrival?.event.type === 'bridging');
  expect(listRequests(bridging?.meanwhile)).toEqual(['POST /channels/asterisk-1795480174.0/ring']);
});

test('the end of a call ends its party and their bridge', () => {
  const end = readFrames('inbound').find(({ arrival }) => arrival?.event.type === 'disconnected');
  expect(listRequests(end?.meanwhile)).toEqual(
    expect.arrayContaining([`DELETE /channels/${inbound}.9.party`, `DELETE /bridges/${inbound}.9.bridge`]),
  );
});

test('a caller whom Asterisk refuses because nobody took the call was not answered', () => {
  const frames = loadFrames('inbound');
  const start = frames.find(({ type, args }) => type === 'StasisStart' && args[0] === 'inbound');
  const end = frames.find(
    ({ type, channel }) => type === 'StasisEnd' && channel?.id === 'asterisk-1795480174.0',
  );
  if (start === undefined || end?.channel === undefined) throw new Error('a frame is missing');
  const refused = { ...end, channel: { ...end.channel, state: 'Ring' } };
  const read = createReader();
  read(start);
  expect(read(refused).arrival?.event).toEqual({
    type: 'disconnected',
    reason: 'no_answer',
    detail: 'refused by Asterisk: not taken in time, cause 19',
  });

  const readCancelled = createReader();
  readCancelled(start);
  readCancelled({ ...refused, type: 'ChannelHangupRequest', cause: 127, techCause: 487 });
  expect(readCancelled(refused).arrival?.event).toMatchObject({ reason: 'normal' });
});

test('a party that appears after the end of its call is ended', () => {
  const frames = loadFrames('inbound');
  const end = frames.findIndex(
    ({ type, channel }) => type === 'StasisEnd' && channel?.id === 'asterisk-1795480174.0',
  );
  const party = frames.find(
    ({ type, channel }) => type === 'StasisStart' && channel?.id.endsWith('.party') === true,
  );
  const read = createReader();
  for (const frame of frames.slice(0, end + 1)) read(frame);
  const late = party && read(party);
  expect(late?.arrival).toBeUndefined();
  expect(listRequests(late?.meanwhile)).toEqual([`DELETE /channels/${inbound}.9.party`]);
});

test('parties that are busy, decline or do not answer are told apart', () => {
  const ends = readFrames('parties').flatMap(({ arrival }) =>
    arrival?.event.type === 'unbridged' ? [arrival.event.reason] : [],
  );
  expect(ends).toEqual(['busy', 'rejected', 'no_answer', 'no_answer']);
});

test('a placed call that is answered plays what it brought along', () => {
  const answered = readFrames('parties').find(
    ({ arrival }) => arrival?.callHint === 'default.0ffee' && arrival.event.type === 'connected',
  );
  expect(listRequests(answered?.meanwhile)).toEqual(['POST /channels/default.0ffee/play/default.0ffee.2']);
});

test('a play that ends by the end of the call is no failure', () => {
  const failures = readFrames('parties').filter(({ arrival }) => arrival?.event.type === 'command_failed');
  expect(failures).toEqual([]);
});

test('the end of a call follows the end of its recording, and is reported once', () => {
  const frames = loadFrames('inbound').filter(({ recording, channel }) => recording ?? channel);
  const isFinish = ({ type }: AriEvent) => type === 'RecordingFinished';
  const finish = frames.findLast(isFinish);
  if (finish === undefined) throw new Error('no recording has finished');
  const read = createReader();
  const readings = frames.filter((frame) => frame !== finish).map((frame) => read(frame));
  expect(readings.filter(({ arrival }) => arrival?.event.type === 'disconnected')).toEqual([]);
  const held = readings.find(({ later }) => later?.reading.followedBy !== undefined)?.later;
  expect(held?.isDue()).toBe(true);
  // Its end was not told: whether the file is there decides.
  expect(listRequests(held?.reading.before)).toEqual([expect.stringMatching(/^GET \/recordings\/stored\//)]);
  expect(held?.reading).toMatchObject({
    arrival: { event: { type: 'recording', state: 'completed' } },
    otherwiseArrival: { event: { type: 'recording', state: 'failed' } },
    followedBy: { event: { type: 'disconnected', reason: 'normal' } },
  });

  const again = createReader();
  for (const frame of frames) if (frame !== finish) again(frame);
  expect(again(finish)).toMatchObject({
    arrival: { event: { type: 'recording', state: 'completed' } },
    followedBy: { event: { type: 'disconnected', reason: 'normal' } },
  });
  expect(again(finish).followedBy).toBeUndefined();
});

test('after a lost socket the live calls say whose party talks and what is played', () => {
  const tracker = new CallTracker();
  const call = callId(inbound);
  const voice = voiceId('asterisk-1795480174.0');
  const playing = commandId(call, 2);
  tracker.restore([{ project, call, voiceId: voice, leg: 'connected', playing }]);
  const key = loadFrames('inbound').find(({ type }) => type === 'ChannelDtmfReceived');
  const reading = key && createReader(tracker)(key);
  expect(reading?.arrival?.event).toMatchObject({ promptRef: `${inbound}.2` });
  expect(listRequests(reading?.meanwhile)).toEqual([`DELETE /playbacks/${inbound}.2.k`]);
});

test.each(['', '{', '[]', 'null', '{"type":7}', '{"type":"StasisStart"}', '{"type":"Dial","peer":{"id":3}}'])(
  'the message %s does no harm',
  (text) => {
    const event = parseAriEvent(text);
    expect(event === undefined ? {} : createReader()(event)).toEqual({});
  },
);

test.each([
  ['before another one answered is ended', '2026-11-30T12:00:00.500Z', true],
  ['while another one talks takes its place', '2026-11-30T12:00:20.000Z', false],
])('a party that is called %s', (_which, createdAt, isEnded) => {
  const call = callId('default.asterisk-1.2');
  const read = createReader();
  const toEvent = (number: number, created: string, timestamp: string): AriEvent => {
    const id = `${commandId(call, number)}.party`;
    const channel = {
      id,
      state: 'Up',
      callerNumber: '',
      extension: '',
      appData: '',
      createdAt: Date.parse(created),
    };
    const args = ['party', commandId(call, number), 'asterisk-1.2'];
    return { type: 'StasisStart', asteriskId: 'a', timestamp, args, channel };
  };
  read(toEvent(3, '2026-11-30T11:59:50.000Z', '2026-11-30T12:00:00.000Z'));
  const { arrival, meanwhile } = read(toEvent(4, createdAt, '2026-11-30T12:00:21.000Z'));
  expect(arrival?.event).toEqual(isEnded ? undefined : { type: 'bridged', command: commandId(call, 4) });
  const ended = isEnded ? 4 : 3;
  expect(listRequests(meanwhile)).toEqual([`DELETE /channels/${commandId(call, ended)}.party`]);
});
