import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import type { ProvisionedNumber } from '../../../../src/platform/emulator/model/index.ts';
import { alice, bob, ours, TestPlatform } from '../platform.ts';

/** 1 second of speech. */
const text = 'a'.repeat(15);

function greeting(with_: NonNullable<ProvisionedNumber['greeting']>, settings = {}): TestPlatform {
  return new TestPlatform({ numbers: { [ours]: { greeting: with_ } }, ...settings });
}

describe('the greeting of a number', () => {
  test('is played by the platform after the accept, and ends with playfinished', () => {
    const platform = greeting(text);
    platform.accepted();
    platform.wait(5_000);
    expect(platform.story('at')).toEqual([
      'incomingcall: 0',
      'connected: 0',
      'initiated: 0',
      'playfinished: 1000',
    ]);
    const [, , started, ended] = platform.received;
    expect(started?.play_id).toBe(ended?.play_id);
    expect(ended).not.toHaveProperty('prompt_ref');
    expect(platform.journal('speech')).toMatchObject([{ text }]);
  });

  test('may say how it sounds, or be a stored prompt', () => {
    const spoken = greeting({ text, language: 'de-DE', voice: 'female' });
    spoken.accepted();
    expect(spoken.journal('speech')).toMatchObject([{ text, language: 'de-DE', voice: 'female' }]);
    const stored = greeting({ prompt: 'welcome' }, { mediaLengthsMs: { welcome: 700 } });
    stored.accepted();
    stored.wait(5_000);
    expect(stored.journal('prompt')).toMatchObject([{ name: 'welcome' }]);
    expect(stored.last()).toMatchObject({ playstate: 'playfinished', at: 700 });
  });

  test('lasts: a play before its end is refused with 6122, one after it is taken', () => {
    const platform = greeting(text);
    const voiceId = platform.accepted();
    expect(platform.put(voiceId, 'play', { text }).body.result).toBe('6122');
    platform.wait(1_000);
    expect(platform.put(voiceId, 'play', { text }).status).toBe(200);
  });

  test('is cut short by a bridge, and by the end of the call', () => {
    const platform = greeting('a'.repeat(60));
    const voiceId = platform.accepted();
    platform.put(voiceId, 'connect', { from: ours, to: bob });
    platform.wait(10_000);
    expect(platform.story()).not.toContain('playfinished');
    const other = greeting(text);
    other.hangUp(other.accepted());
    other.wait(5_000);
    expect(other.story().at(-1)).toBe('disconnected');
  });

  test('is not for calls that the number makes', () => {
    const platform = greeting(text);
    platform.outbound();
    platform.wait(5_000);
    expect(platform.story()).toEqual(['initiated', 'ringing', 'connected']);
  });
});

describe('PUT /_emulator/numbers/{number}', () => {
  let emulator: Emulator | undefined;
  afterEach(() => emulator?.close());

  test('sets a greeting; one that is neither text nor prompt is refused', async () => {
    const { url, act } = (emulator = await startEmulator());
    const put = (body: object) =>
      fetch(`${url}/_emulator/numbers/${ours}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await put({ greeting: { prompt: 'welcome' } })).status).toBe(200);
    expect(act(({ control }) => control.numbers())).toEqual([
      { number: ours, greeting: { prompt: 'welcome' } },
    ]);
    for (const wrong of ['', {}, { prompt: 'a', text: 'b' }, 7])
      expect((await put({ greeting: wrong })).status).toBe(400);
    const id = act((model, now) => model.people.ring({ from: alice, to: ours }, now));
    expect(id).toBeDefined();
  });
});
