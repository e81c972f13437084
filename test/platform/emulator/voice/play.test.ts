import { describe, expect, test } from 'vitest';
import { carrierProfiles } from '../../../../src/carriers/index.ts';
import { alice, bob, ours, TestPlatform } from '../platform.ts';

/** 2 seconds of speech. */
const text = 'a'.repeat(30);

function playing(fields: Record<string, unknown>, settings = {}) {
  const platform = new TestPlatform(settings);
  const voiceId = platform.accepted();
  platform.clear();
  const answer = platform.put(voiceId, 'play', { text, prompt_ref: 'p1', ...fields });
  return { platform, voiceId, answer };
}

describe('voice.md 2.2: play', () => {
  test('the answer names the play and echoes prompt_ref', () => {
    const { answer, platform, voiceId } = playing({});
    expect(answer).toMatchObject({
      status: 200,
      body: { voice_id: voiceId, playstate: 'initiated', prompt_ref: 'p1', from: alice, to: ours },
    });
    expect(answer.body.play_id).toBe(platform.last().play_id);
  });

  test('the fields may stand inside play', () => {
    const platform = new TestPlatform();
    const answer = platform.put(platform.accepted(), 'play', { play: { text, prompt_ref: 'inside' } });
    expect(answer.body.prompt_ref).toBe('inside');
  });

  test('without prompt_ref none comes back', () => {
    const { platform } = playing({ prompt_ref: undefined });
    expect(platform.last()).not.toHaveProperty('prompt_ref');
  });

  const lengths: [string, Record<string, unknown>, number][] = [
    ['text: 15 characters a second', { text }, 2_000],
    ['text: characters, not UTF-16 units', { text: '😀'.repeat(30) }, 2_000],
    ['ssml: by its text content', { text: undefined, ssml: '<speak>aaaaaaa <b>bbbbbbb</b></speak>' }, 1_000],
    ['a stored prompt: 3 s', { text: undefined, prompt_name: 'welcome' }, 3_000],
    ['a stored prompt of a known length', { text: undefined, prompt_name: 'long' }, 9_000],
    ['a URL: 3 s', { text: undefined, url: 'https://a.example/x.mp3' }, 3_000],
    ['a URL of a known length', { text: undefined, url: 'https://a.example/long.mp3' }, 8_000],
    [
      'a prompt whose name means something to JavaScript',
      { text: undefined, prompt_name: 'constructor' },
      3_000,
    ],
  ];
  test.each(lengths)('lasts as long as it takes to hear: %s', (_what, fields, ms) => {
    const mediaLengthsMs = { long: 9_000, 'https://a.example/long.mp3': 8_000 };
    const { platform } = playing(fields, { mediaLengthsMs });
    platform.wait(60_000);
    expect(platform.story('prompt_ref', 'at')).toEqual(['initiated: p1: 0', `playfinished: p1: ${ms}`]);
  });

  test('a stored prompt is one that was uploaded, where the settings name those', () => {
    const settings = { prompts: ['welcome'] };
    expect(playing({ text: undefined, prompt_name: 'welcome' }, settings).answer.status).toBe(200);
    const { answer } = playing({ text: undefined, prompt_name: 'goodbye' }, settings);
    expect([answer.status, answer.body.message]).toEqual([400, 'there is no prompt goodbye']);
  });

  const wrong: [string, Record<string, unknown>][] = [
    ['audio without TLS from another machine', { text: undefined, url: 'http://a.example/a.wav' }],
    ['nothing to play', { text: undefined }],
    ['empty text', { text: '' }],
    ['text and url', { url: 'https://a.example/a.wav' }],
    ['text a number', { text: 7 }],
    ['url not an address', { text: undefined, url: 'a.wav' }],
    ['dtmf text', { dtmf: 'true' }],
    ['asr a number', { asr: 1 }],
    ['prompt_ref a number', { prompt_ref: 1 }],
    ['language an object', { language: {} }],
    ['start_timeout text', { start_timeout: '5' }],
    ['start_timeout negative', { start_timeout: -1 }],
    ['text_to_speech_option text', { text_to_speech_option: 'loud' }],
    ['play a string', { play: 'welcome' }],
  ];
  test.each(wrong)('voice.md 7.4: INVALID_PARAM for %s', (_what, fields) => {
    const { answer, platform } = playing(fields);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_PARAM']);
    expect(platform.received).toEqual([]);
  });

  test.each([
    ['1,024 characters', 'a'.repeat(1_024), 200],
    ['1,024 characters outside the basic plane', '😀'.repeat(1_024), 200],
    ['1,025 characters', 'a'.repeat(1_025), 400],
  ])('voice.md 8: text of %s', (_what, long, status) => {
    const { answer } = playing({ text: long });
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.body).toEqual({
        status: 'failed',
        result: '6128',
        msg: 'Text-to-speech request longer than 1024 characters',
      });
    }
  });

  test('voice.md 8: too long a text is refused at dial-out too', () => {
    const platform = new TestPlatform();
    const answer = platform.dial({ action_on_connect: { play: { text: 'a'.repeat(1_025) } } });
    expect(answer.body.result).toBe('6128');
  });

  test('voice.md 7.3: 6111 before the call is answered', () => {
    const platform = new TestPlatform();
    expect(platform.put(platform.inbound(), 'play', { text }).body.result).toBe('6111');
  });

  test('voice.md 7.3: 6112 on a bridged call', () => {
    const platform = new TestPlatform();
    expect(platform.put(platform.bridged(), 'play', { text }).body.result).toBe('6112');
  });

  test.each(['p1', 'p2'])('voice.md 7.3: 6122 while another play is spoken (prompt_ref %s)', (reference) => {
    const { platform, voiceId } = playing({});
    const again = platform.put(voiceId, 'play', { text, prompt_ref: reference });
    expect([again.status, again.body.result]).toEqual([409, '6122']);
    platform.wait(2_000);
    expect(platform.story('prompt_ref')).toEqual(['initiated: p1', 'playfinished: p1']);
  });

  test('a play that merely listens is replaced silently', () => {
    const { platform, voiceId } = playing({ dtmf: true });
    platform.wait(3_000);
    expect(platform.put(voiceId, 'play', { text, prompt_ref: 'p2' }).status).toBe(200);
    platform.wait(60_000);
    expect(platform.story('prompt_ref')).toEqual(['initiated: p1', 'initiated: p2', 'playfinished: p2']);
  });

  test('a hang-up ends it unreported', () => {
    const { platform, voiceId } = playing({});
    platform.wait(500);
    platform.hangUp(voiceId);
    expect(platform.story()).toEqual(['initiated', 'disconnected']);
    expect(platform.journal('play_stopped')).toMatchObject([{ by: 'hang_up', prompt_ref: 'p1' }]);
  });
});

describe('voice.md 6: keys before a bridge', () => {
  /** Keys and pauses as they are pressed, ms from the beginning of a play of 2 s. */
  const presses: [string, Record<string, unknown>, [number, string][], string[]][] = [
    ['none', { dtmf: true }, [], ['menutimeout: 7000']],
    ['one during the speech', { dtmf: true }, [[1_000, '5']], ['digitcollected: 5: 1500']],
    ['one after the speech', { dtmf: true }, [[3_000, '5']], ['digitcollected: 5: 3500']],
    ['one just before the window closes', { dtmf: true }, [[6_999, '5']], ['digitcollected: 5: 7499']],
    ['one too late', { dtmf: true }, [[7_001, '5']], ['menutimeout: 7000']],
    ['several at once', { dtmf: true }, [[1_000, '0471#']], ['digitcollected: 0471#: 1500']],
    [
      'several with short pauses',
      { dtmf: true },
      [
        [1_000, '1'],
        [1_499, '2'],
        [1_998, '3'],
      ],
      ['digitcollected: 123: 2498'],
    ],
    [
      'one more after a long pause',
      { dtmf: true },
      [
        [1_000, '1'],
        [1_501, '2'],
      ],
      ['digitcollected: 1: 1500'],
    ],
    [
      'during speech that may not be interrupted',
      { dtmf: true, interrupt: false },
      [[1_000, '5']],
      ['menutimeout: 7000'],
    ],
    ['after such speech', { dtmf: true, interrupt: false }, [[2_500, '5']], ['digitcollected: 5: 3000']],
    ['with interrupt true', { dtmf: true, interrupt: true }, [[1_000, '5']], ['digitcollected: 5: 1500']],
    ['while nobody listens', { dtmf: false }, [[1_000, '5']], ['playfinished: 2000']],
    ['with dtmf absent', {}, [[1_000, '5']], ['playfinished: 2000']],
  ];
  test.each(presses)('%s', (_what, fields, keys, story) => {
    const { platform, voiceId } = playing(fields);
    let passed = 0;
    for (const [ms, key] of keys) {
      platform.wait(ms - passed);
      platform.press(voiceId, key);
      passed = ms;
    }
    platform.wait(60_000);
    expect(platform.story('digit', 'at').slice(1)).toEqual(story);
  });

  test('keep their play’s names', () => {
    const { platform, voiceId, answer } = playing({ dtmf: true });
    platform.press(voiceId, '1');
    platform.wait(500);
    expect(platform.last()).toMatchObject({ prompt_ref: 'p1', play_id: answer.body.play_id, digit: '1' });
    expect(platform.last()).not.toHaveProperty('state');
  });

  test('that are gathered are lost with a bridge', () => {
    const { platform, voiceId } = playing({ dtmf: true });
    platform.put(voiceId, 'connect', { from: ours, to: bob });
    platform.wait(900);
    platform.press(voiceId, '1');
    platform.wait(10_000);
    expect(platform.story()).toEqual(['initiated', 'bridged']);
  });

  test.each([
    ['string', '0042', { digit: '0042' }],
    ['number', '0042', { digit: 42 }],
    ['number', '4#', { digit: '4#' }],
    ['digits', '0042', { digits: '0042' }],
  ] as const)('the setting dtmf.digitForm %s sends %s as %j', (digitForm, keys, fields) => {
    const { platform, voiceId } = playing({ dtmf: true }, { dtmf: { digitForm } });
    platform.press(voiceId, keys);
    platform.wait(500);
    const { digit, digits } = platform.last();
    expect({ digit, digits }).toEqual({ digit: undefined, digits: undefined, ...fields });
  });

  test('the setting dtmf.mode each sends one event per key at once and goes on listening', () => {
    const { platform, voiceId } = playing({ dtmf: true }, { dtmf: { mode: 'each' } });
    platform.wait(1_000);
    platform.press(voiceId, '12');
    platform.wait(4_000);
    platform.press(voiceId, '3');
    platform.wait(60_000);
    platform.press(voiceId, '4');
    expect(platform.story('digit', 'at').slice(1)).toEqual([
      'digitcollected: 1: 1000',
      'digitcollected: 2: 1000',
      'digitcollected: 3: 5000',
    ]);
  });

  test('the journal tells who heard each key', () => {
    const { platform, voiceId } = playing({ dtmf: true });
    platform.press(voiceId, '1');
    platform.wait(1_000);
    platform.press(voiceId, '2');
    expect(platform.journal('play_stopped', 'key')).toMatchObject([
      { kind: 'play_stopped', by: 'key', prompt_ref: 'p1' },
      { kind: 'key', key: '1', heard_by: 'play', prompt_ref: 'p1' },
      { kind: 'key', key: '2', heard_by: 'nobody' },
    ]);
  });

  test.each(['', 'x', '1 2', 'E'])('%j is no key', (keys) => {
    const { platform, voiceId } = playing({ dtmf: true });
    expect(platform.press(voiceId, keys)).toBe(false);
    expect(platform.journal('key')).toEqual([]);
  });

  test('nobody presses keys on a call that has ended', () => {
    const { platform, voiceId } = playing({ dtmf: true });
    platform.hangUp(voiceId);
    expect(platform.press(voiceId, '1')).toBe(false);
  });

  test('nobody hears keys while it rings', () => {
    const platform = new TestPlatform();
    expect(platform.press(platform.inbound(), '1')).toBe(true);
    expect(platform.journal('key')).toMatchObject([{ heard_by: 'nobody' }]);
  });
});

describe('voice.md 6: speech recognition', () => {
  test('what is said is recognized, and stops the speech', () => {
    const { platform, voiceId } = playing({ asr: true });
    platform.wait(1_000);
    platform.say(voiceId, 'sales please');
    platform.wait(60_000);
    expect(platform.received.slice(1)).toMatchObject([
      {
        playstate: 'speech_recognized',
        state: 'recognized',
        text: 'sales please',
        prompt_ref: 'p1',
        at: 1_000,
      },
    ]);
    expect(platform.last().reason).toEqual(expect.any(String));
    expect(platform.journal('play_stopped', 'utterance')).toMatchObject([
      { by: 'speech' },
      { text: 'sales please', heard_by: 'play' },
    ]);
  });

  test('what cannot be understood is unrecognized and has no text', () => {
    const { platform, voiceId } = playing({ asr: true });
    platform.say(voiceId, ' ');
    expect(platform.last()).toMatchObject({ playstate: 'speech_recognized', state: 'unrecognized' });
    expect(platform.last()).not.toHaveProperty('text');
  });

  test.each([
    ['the platform’s time', {}, 7_000],
    ['start_timeout seconds', { start_timeout: 1.5 }, 3_500],
  ])('silence is a timeout after %s', (_what, fields, at) => {
    const { platform } = playing({ asr: true, ...fields });
    platform.wait(60_000);
    expect(platform.story('state', 'at').slice(1)).toEqual([`speech_recognized: timeout: ${at}`]);
  });

  test.each([
    ['during speech that may not be interrupted', { asr: true, interrupt: false }],
    ['when only keys are wanted', { dtmf: true }],
    ['when nothing is wanted', {}],
  ])('words are lost %s', (_what, fields) => {
    const { platform, voiceId } = playing(fields);
    platform.say(voiceId, 'sales');
    expect(platform.story()).toEqual(['initiated']);
    expect(platform.journal('utterance')).toMatchObject([{ heard_by: 'nobody' }]);
  });

  test.each([
    ['keys', 'digitcollected'],
    ['words', 'speech_recognized'],
    ['nothing', 'menutimeout'],
    ['keys, then words', 'digitcollected'],
  ])('with keys and speech wanted, %s gives one %s', (what, playstate) => {
    const { platform, voiceId } = playing({ dtmf: true, asr: true });
    if (what.includes('keys')) platform.press(voiceId, '1');
    if (what.includes('words')) platform.say(voiceId, 'one');
    platform.wait(60_000);
    expect(platform.story()).toEqual(['initiated', playstate]);
  });
});

describe('a carrier whose plays replace each other', () => {
  const settings = { capabilities: carrierProfiles.asterisk };

  test('goes on with the same play when it is asked for again', () => {
    const { platform, voiceId, answer } = playing({}, settings);
    const again = platform.put(voiceId, 'play', { text, prompt_ref: 'p1' });
    expect(again).toMatchObject({ status: 200, body: { play_id: answer.body.play_id } });
  });

  test('plays another one at once', () => {
    const { platform, voiceId, answer } = playing({}, settings);
    const other = platform.put(voiceId, 'play', { text, prompt_ref: 'p2' });
    expect(other).toMatchObject({ status: 200, body: { prompt_ref: 'p2' } });
    expect(other.body.play_id).not.toBe(answer.body.play_id);
  });
});
