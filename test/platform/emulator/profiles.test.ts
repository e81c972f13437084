import { describe, expect, test } from 'vitest';
import { completeSettings } from '../../../src/platform/emulator/model/settings.ts';
import { alice, bob, ours, startOfTime, TestPlatform } from './platform.ts';

const toBob = { from: ours, to: bob };
/** 2 seconds of speech that keys do not interrupt. */
const protectedPlay = { text: 'a'.repeat(30), dtmf: true, interrupt: false, prompt_ref: 'p1' };

describe('the profile field', () => {
  test('is a named set of settings', () => {
    const { profile, recording, earlyConnect, dtmf, sms, video } = completeSettings({ profile: 'field' });
    expect([profile, recording, earlyConnect]).toEqual(['field', 'lenient', true]);
    expect([dtmf.typeAhead, sms.anyTemplate, video.anyRoom]).toEqual([true, true, true]);
  });

  test('counts less than a setting that is given by itself', () => {
    const given = {
      profile: 'field',
      recording: 'spec',
      dtmf: { gapMs: 7 },
      video: { anyRoom: false },
    } as const;
    const { recording, dtmf, video } = completeSettings(given);
    expect([recording, dtmf.gapMs, dtmf.typeAhead, video.anyRoom]).toEqual(['spec', 7, true, false]);
  });

  test('is not the default', () => {
    expect(completeSettings({})).toEqual(completeSettings({ profile: 'spec' }));
    expect(completeSettings({})).toMatchObject({ recording: 'spec', earlyConnect: false });
  });
});

describe('dtmf.typeAhead', () => {
  const ahead = { dtmf: { typeAhead: true } };

  function playing(settings: object) {
    const platform = new TestPlatform(settings);
    const voiceId = platform.accepted();
    platform.clear();
    platform.put(voiceId, 'play', protectedPlay);
    return { platform, voiceId };
  }

  test('keeps keys that are pressed during interrupt: false until the speech is over', () => {
    const { platform, voiceId } = playing(ahead);
    platform.press(voiceId, '1');
    platform.wait(900);
    platform.press(voiceId, '2');
    expect(platform.model.control.call(voiceId)).toMatchObject({ hears: true, listens: true });
    platform.wait(10_000);
    expect(platform.story('digit', 'at')).toEqual(['initiated: 0', 'digitcollected: 12: 2500']);
    expect(platform.journal('key')).toMatchObject([{ heard_by: 'play' }, { heard_by: 'play' }]);
    expect(platform.journal('play_stopped')).toEqual([]);
  });

  test('lets an entry go on after the speech', () => {
    const { platform, voiceId } = playing(ahead);
    platform.press(voiceId, '1');
    platform.wait(2_300);
    platform.press(voiceId, '2');
    platform.wait(10_000);
    expect(platform.story('digit')).toEqual(['initiated', 'digitcollected: 12']);
  });

  test('sends each key by itself where keys are sent so', () => {
    const { platform, voiceId } = playing({ dtmf: { typeAhead: true, mode: 'each' } });
    platform.press(voiceId, '12');
    platform.wait(10_000);
    expect(platform.story('digit', 'at')).toEqual([
      'initiated: 0',
      'digitcollected: 1: 2000',
      'digitcollected: 2: 2000',
    ]);
  });

  test('is off by default: nobody hears such keys', () => {
    const { platform, voiceId } = playing({});
    platform.press(voiceId, '1');
    expect(platform.model.control.call(voiceId)).toMatchObject({ listens: false });
    platform.wait(10_000);
    expect(platform.story()).toEqual(['initiated', 'menutimeout']);
  });
});

describe('earlyConnect', () => {
  const early = { earlyConnect: true };

  test('lets a connect wait for the answer of an outbound call', () => {
    const platform = new TestPlatform(early);
    const voiceId = String(platform.dial().body.voice_id);
    expect(platform.put(voiceId, 'connect', toBob)).toMatchObject({
      status: 200,
      body: { state: 'initiated', status: 'success' },
    });
    platform.wait(5_000);
    expect(platform.story()).toEqual(['initiated', 'ringing', 'connected', 'bridged']);
  });

  test('lets a connect wait until an inbound call is accepted', () => {
    const platform = new TestPlatform(early);
    const voiceId = platform.inbound();
    platform.put(voiceId, 'connect', toBob);
    platform.wait(3_000);
    expect(platform.story()).toEqual(['incomingcall']);
    platform.put(voiceId, 'accept');
    platform.wait(3_000);
    expect(platform.story()).toEqual(['incomingcall', 'connected', 'bridged']);
  });

  test('refuses the same party twice, and takes another in its place', () => {
    const platform = new TestPlatform(early);
    const voiceId = platform.inbound();
    platform.put(voiceId, 'connect', toBob);
    expect(platform.put(voiceId, 'connect', toBob).body.result).toBe('6113');
    expect(platform.put(voiceId, 'connect', { from: ours, to: '+4917100009' }).status).toBe(200);
    platform.put(voiceId, 'accept');
    platform.wait(3_000);
    expect(platform.journal('connecting')).toMatchObject([{ to: '+4917100009' }]);
  });

  test('waits for the attempt at which somebody answers', () => {
    const parties = { [alice]: [{ on_ring: 'busy' as const }, {}] };
    const platform = new TestPlatform({ ...early, parties });
    const call = platform.dial({ retry: { interval: 1, max_attempts: 2 } });
    platform.put(String(call.body.voice_id), 'connect', toBob);
    platform.wait(5_000);
    expect(platform.story('attempt').slice(-2)).toEqual(['connected: 2', 'bridged']);
  });

  test('calls nobody when the call ends before', () => {
    const platform = new TestPlatform(early);
    const voiceId = platform.inbound();
    platform.put(voiceId, 'connect', toBob);
    platform.hangUp(voiceId);
    platform.wait(5_000);
    expect(platform.journal('connecting')).toEqual([]);
  });

  test('is off by default', () => {
    const platform = new TestPlatform();
    expect(platform.put(platform.inbound(), 'connect', toBob).body.result).toBe('6111');
  });

  test('refuses a connect that could not be carried out at once', () => {
    const platform = new TestPlatform({ ...early, carriersDown: [bob] });
    expect(platform.put(platform.inbound(), 'connect', toBob).body.error_code).toBe('CARRIER_UNAVAILABLE');
    expect(platform.now).toBe(startOfTime);
  });
});
