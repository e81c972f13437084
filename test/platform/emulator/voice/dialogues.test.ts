import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../../src/platform/emulator/model/index.ts';
import { alice, bob, ours, startOfTime, TestPlatform } from '../platform.ts';

/** Whole calls, told from the journal as a person would tell them: `seconds what`. */
function tale(platform: TestPlatform, voiceId: string): string[] {
  const entries = platform.model.journal.readAfter(0, voiceId);
  return entries.flatMap((entry) => {
    const line = sentence(entry);
    return line === undefined ? [] : [`${(entry.at - startOfTime) / 1_000} ${line}`];
  });
}

function sentence(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'ringing':
      return `${entry.to} rings`;
    case 'answered':
      return 'answered';
    case 'speech':
      return `hears "${entry.text}"`;
    case 'prompt':
      return `hears prompt ${entry.name}`;
    case 'play_stopped':
      return `cut short by ${entry.by}`;
    case 'key':
      return `presses ${entry.key}, heard by ${entry.heard_by}`;
    case 'utterance':
      return `says "${entry.text}", heard by ${entry.heard_by}`;
    case 'connecting':
      return `${entry.to} is called`;
    case 'bridged':
      return `talks to ${entry.to}`;
    case 'bridge_ended':
      return `${entry.to} is gone: ${entry.reason}`;
    case 'ended':
      return `ended: ${entry.reason}`;
    default:
      return undefined;
  }
}

test('a front desk: a silence, a key too late, a transfer that is busy, one that works', () => {
  const carol = '+4917100003';
  const platform = new TestPlatform({
    parties: { [bob]: { on_ring: 'busy' }, [carol]: { acts: [{ afterMs: 20_000, hangsUp: true }] } },
  });
  const voiceId = platform.accepted();
  const menu = { text: 'For sales press 1.', language: 'en-US', dtmf: true };

  platform.put(voiceId, 'play', { ...menu, prompt_ref: 'first' });
  platform.wait(6_200);
  expect(platform.last()).toMatchObject({ playstate: 'menutimeout', prompt_ref: 'first' });
  platform.press(voiceId, '1');
  platform.put(voiceId, 'play', { ...menu, prompt_ref: 'second' });
  platform.wait(800);
  platform.press(voiceId, '1');
  platform.wait(500);
  expect(platform.last()).toMatchObject({ playstate: 'digitcollected', digit: '1', prompt_ref: 'second' });
  platform.put(voiceId, 'connect', { from: ours, to: bob });
  platform.wait(500);
  expect(platform.last()).toMatchObject({ state: 'bridge_disconnected', disconnect_reason: 'User Busy' });
  platform.put(voiceId, 'connect', { from: ours, to: carol });
  platform.wait(5_000);
  platform.press(voiceId, '9');
  platform.wait(20_000);
  platform.hangup(voiceId);

  expect(tale(platform, voiceId)).toEqual([
    `0 ${ours} rings`,
    '0 answered',
    '0 hears "For sales press 1."',
    '6.2 presses 1, heard by nobody',
    '6.2 hears "For sales press 1."',
    '7 cut short by key',
    '7 presses 1, heard by play',
    `7.5 ${bob} is called`,
    `7.5 ${bob} is gone: User Busy`,
    `8 ${carol} is called`,
    `9 talks to ${carol}`,
    '13 presses 9, heard by bridge',
    `29 ${carol} is gone: Normal Clearing`,
    '33 ended: Normal Clearing',
  ]);
});

test('a reminder: not reached at first, heard at the second attempt, confirmed by voice', () => {
  const platform = new TestPlatform({
    parties: {
      [alice]: [
        { on_ring: 'no_answer', afterMs: 30_000 },
        { afterMs: 4_000, acts: [{ afterMs: 3_500, says: 'yes I will come' }] },
      ],
    },
  });
  const { body } = platform.dial({
    retry: { interval: 60, max_attempts: 2 },
    action_on_connect: { play: { prompt_name: 'reminder', asr: true, prompt_ref: 'r1' } },
    custom_data: { appointment: 17 },
  });
  const voiceId = String(body.voice_id);
  platform.wait(97_500);
  expect(platform.last()).toMatchObject({
    playstate: 'speech_recognized',
    state: 'recognized',
    text: 'yes I will come',
    prompt_ref: 'r1',
    custom_data: { appointment: 17 },
  });
  platform.put(voiceId, 'play', { text: 'Thank you.' });
  platform.wait(1_000);
  platform.hangup(voiceId);

  expect(tale(platform, voiceId)).toEqual([
    `0 ${alice} rings`,
    '30 ended: No Answer',
    `90 ${alice} rings`,
    '94 answered',
    '94 hears prompt reminder',
    '97.5 says "yes I will come", heard by play',
    '97.5 hears "Thank you."',
    '98.5 ended: Normal Clearing',
  ]);
  expect(platform.last()).toMatchObject({ state: 'disconnected', attempt: 2 });
});

test('a recorded conversation: recording refused before the bridge, kept to the end', () => {
  const platform = new TestPlatform({ baseUrl: 'https://platform.example' });
  const voiceId = platform.accepted([{ afterMs: 12_000, hangsUp: true }]);
  const recording = { start: true, recording_name: 'conversation 1' };
  expect(platform.put(voiceId, 'recording', recording).body.result).toBe('409');
  platform.put(voiceId, 'connect', { from: ours, to: bob });
  platform.wait(2_000);
  const { recording_id: id } = platform.put(voiceId, 'recording', recording).body;
  platform.wait(60_000);

  expect(platform.story('disconnect_reason')).toEqual([
    'incomingcall',
    'connected',
    'bridged',
    'started',
    'bridge_disconnected: Normal Clearing',
    'completed',
    'disconnected: Normal Clearing',
  ]);
  expect(platform.last()).toMatchObject({
    recording_url: `https://platform.example/voice/v1/recordings/${String(id)}.wav`,
    recording_duration: 10,
  });
  expect(tale(platform, voiceId).at(-1)).toBe('12 ended: Normal Clearing');
});

test('many calls at once do not disturb each other', () => {
  const platform = new TestPlatform();
  const calls = Array.from({ length: 500 }, () => platform.accepted());
  for (const [index, voiceId] of calls.entries()) {
    platform.put(voiceId, 'play', { text: 'Your number?', dtmf: true, prompt_ref: `p${index}` });
    platform.press(voiceId, String(index));
  }
  platform.wait(500);
  const collected = platform.received.filter(({ playstate }) => playstate === 'digitcollected');
  expect(collected.map(({ voice_id, digit, prompt_ref }) => [voice_id, digit, prompt_ref])).toEqual(
    calls.map((voiceId, index) => [voiceId, String(index), `p${index}`]),
  );
});
