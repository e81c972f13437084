/** How answers in words are read from the events of Asterisk. */
import { expect, test } from 'vitest';
import { projectId } from '../../../src/call/index.ts';
import { parseAriEvent } from '../../../src/carriers/asterisk/ari-event.ts';
import { readEvent } from '../../../src/carriers/asterisk/events.ts';
import type { Reading } from '../../../src/carriers/asterisk/reading.ts';
import { cutSilence } from '../../../src/carriers/asterisk/speech-meter.ts';
import { CallTracker } from '../../../src/carriers/asterisk/tracker.ts';

const CHANNEL = 'desk-1.1';
const PLAY = `default.${CHANNEL}.2`;

function startReader() {
  const tracker = new CallTracker();
  const options = { project: projectId('default'), tracker, toRecordingUrl: String, readsHeaders: false };
  return (type: string, fields: object): Reading => {
    const event = { type, timestamp: 't', asterisk_id: 'a', ...fields };
    return readEvent(parseAriEvent(JSON.stringify(event))!, options);
  };
}

const channel = { id: CHANNEL, state: 'Up' };
const playback = (state: string, id = `${PLAY}.k`) => ({ playback: { id, state } });
const recording = { recording: { name: `${PLAY}.words`, target_uri: `channel:${PLAY}.ear` } };

/** A question in progress. */
function ask(hears = 'true') {
  const read = startReader();
  read('StasisStart', { channel, args: ['inbound'] });
  read('ChannelUserevent', {
    channel,
    eventname: 'ringflow-listening',
    userevent: { command: PLAY, within: '4000', hears, language: 'en-GB' },
  });
  read('PlaybackStarted', playback('playing'));
  return read;
}

const listPaths = ({ meanwhile = [] }: Reading) =>
  meanwhile.flat().map(({ request }) => `${request.method} ${request.path}`);

test('speech ends the question, and silence ends the answer', () => {
  const read = ask();
  expect(listPaths(read('ChannelTalkingStarted', { channel }))).toEqual([`DELETE /playbacks/${PLAY}.k`]);
  const { later } = read('PlaybackFinished', playback('done'));
  expect(later?.isDue()).toBe(false);
  expect(listPaths(read('ChannelTalkingFinished', { channel }))).toEqual([
    `POST /recordings/live/${PLAY}.words/stop`,
  ]);
  const { words, arrival, meanwhile } = read('RecordingFinished', recording);
  expect(arrival).toBeUndefined();
  expect(listPaths({ meanwhile: meanwhile ?? [] })).toEqual([`DELETE /channels/${PLAY}.ear`]);
  expect(words).toMatchObject({ name: `${PLAY}.words`, language: 'en-GB' });
  expect(words?.toArrival('yes').event).toEqual({
    type: 'speech',
    heard: 'recognized',
    text: 'yes',
    promptRef: PLAY,
  });
  expect(words?.toArrival('').event).toMatchObject({ heard: 'unrecognized' });
});

test.each(['true', 'false'])(
  'the time for an answer runs from the end of the question (recogniser: %s)',
  (hears) => {
    const read = ask(hears);
    const { later, arrival } = read('PlaybackFinished', playback('done'));
    expect(arrival?.event).toMatchObject({ type: 'played' });
    expect(later).toMatchObject({
      ms: 4_000,
      reading: { arrival: { event: { heard: 'timeout', promptRef: PLAY } } },
    });
    expect(later?.isDue()).toBe(true);
    read('ChannelDtmfReceived', { channel, digit: '1' });
    expect(later?.isDue()).toBe(false);
  },
);

test('a key, another play and the end of the call each end the recording, and nothing is recognised', () => {
  const key = ask();
  expect(listPaths(key('ChannelDtmfReceived', { channel, digit: '1' }))).toEqual([
    `DELETE /playbacks/${PLAY}.k`,
    `DELETE /channels/${PLAY}.ear`,
  ]);
  const next = ask();
  expect(listPaths(next('PlaybackStarted', playback('playing', `default.${CHANNEL}.3`)))).toEqual([
    `DELETE /channels/${PLAY}.ear`,
  ]);
  const over = ask();
  over('StasisEnd', { channel });
  for (const read of [key, next, over]) {
    const { words, meanwhile } = read('RecordingFinished', recording);
    expect(words).toBeUndefined();
    expect(listPaths({ meanwhile: meanwhile ?? [] })).toContain(`DELETE /recordings/stored/${PLAY}.words`);
  }
});

test('speech counts only while a question listens for it', () => {
  const read = startReader();
  read('StasisStart', { channel, args: ['inbound'] });
  expect(read('ChannelTalkingStarted', { channel })).toEqual({});
  expect(read('ChannelTalkingFinished', { channel })).toEqual({});
  expect(
    read('ChannelUserevent', { channel, eventname: 'ringflow-listening', userevent: { command: 'x' } }),
  ).toEqual({});
});

test('the silence before an answer is cut off', () => {
  const wav = (silentMs: number, loudMs: number) => {
    const samples = Buffer.alloc((silentMs + loudMs) * 16);
    for (let at = silentMs * 16; at < samples.length; at += 2)
      samples.writeInt16LE(at % 4 === 0 ? 5_000 : -5_000, at);
    return Buffer.concat([Buffer.alloc(44), samples]);
  };
  const cut = cutSilence(wav(10_000, 1_000));
  expect(cut?.readUInt32LE(40)).toBe((cut?.length ?? 0) - 44);
  expect(((cut?.length ?? 0) - 44) / 16).toBeGreaterThan(1_200);
  expect(((cut?.length ?? 0) - 44) / 16).toBeLessThan(1_500);
  expect(cutSilence(wav(0, 1_000))?.length).toBe(44 + 16_000);
  expect(cutSilence(wav(5_000, 0))).toBeUndefined();
});
