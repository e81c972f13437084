import { describe, expect, test } from 'vitest';
import { MediaBody } from '../../../../src/platform/emulator/model/index.ts';
import type { Party } from '../../../../src/platform/emulator/model/index.ts';
import { encodeUlaw } from '../../../../src/platform/emulator/model/voice/media/audio.ts';
import { alice, authorization, basic, bob, ours, TestPlatform } from '../platform.ts';

/** GET of a recording, past the checks of JSON answers. */
function fetchFile(platform: TestPlatform, url: string, headers = { authorization }) {
  return platform.model.request({ method: 'GET', path: new URL(url).pathname, headers }, platform.now);
}

/** A call that was recorded for so long, with the address of its recording. */
function recorded(seconds: number, platform = new TestPlatform()): { platform: TestPlatform; url: string } {
  const voiceId = platform.outbound({ auto_record: true });
  platform.wait(seconds * 1_000);
  platform.hangup(voiceId);
  return { platform, url: String(platform.last().recording_url) };
}

function bytesOf(answer: { body: unknown }): Buffer {
  if (!(answer.body instanceof MediaBody)) throw new Error('the answer is no file');
  return Buffer.from(answer.body.bytes);
}

test('the id of a recording does not depend on what else was asked for meanwhile', () => {
  const recordingId = (disturb: (platform: TestPlatform, voiceId: string) => void) => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    disturb(platform, voiceId);
    return platform.put(voiceId, 'recording', { start: true, recording_name: 'r' }).body.recording_id;
  };
  const undisturbed = recordingId(() => undefined);
  // A node that took over sends again what another one had sent: the platform refuses it, or plays once more.
  const repeated = recordingId((platform, voiceId) => {
    platform.put(voiceId, 'accept');
    platform.put(voiceId, 'connect', { from: ours, to: bob });
    platform.put(voiceId, 'play', { text: 'Hello' });
    platform.dial({ to: 'nobody' });
  });
  expect(repeated).toBe(undisturbed);
});

describe('voice.md 6: the file at recording_url', () => {
  test('is a WAV file of 8 kHz u-law, as long as the recording', () => {
    const { platform, url } = recorded(3);
    const answer = fetchFile(platform, url);
    const file = bytesOf(answer);
    expect(answer.status).toBe(200);
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([7, 1, 8_000]);
    expect(file.toString('latin1', 50, 54)).toBe('data');
    expect([file.readUInt32LE(54), file.length]).toEqual([24_000, 24_058]);
  });

  test('holds a tone of 440 Hz', () => {
    const { platform, url } = recorded(1);
    const samples = bytesOf(fetchFile(platform, url)).subarray(58);
    // The top bit of a u-law byte is the sign: 1 for positive.
    const rises = samples.filter((byte, index) => byte >= 0x80 && (samples[index - 1] ?? 0x80) < 0x80);
    expect(Math.abs(rises.length - 440)).toBeLessThanOrEqual(1);
  });

  test('is a second long at least', () => {
    const { platform, url } = recorded(0);
    expect(platform.last().recording_duration).toBe(0);
    expect(bytesOf(fetchFile(platform, url)).length).toBe(58 + 8_000);
  });

  test('is there however few ended calls are remembered, as long as its own limit says', () => {
    const { platform, url } = recorded(1, new TestPlatform({ endedCalls: 0, recordings: 1 }));
    expect(fetchFile(platform, url).status).toBe(200);
    recorded(1, platform);
    expect(fetchFile(platform, url).body).toMatchObject({ result: '6138' });
  });

  test('is no longer than half a minute', () => {
    const { platform, url } = recorded(600);
    expect(platform.last().recording_duration).toBe(600);
    expect(bytesOf(fetchFile(platform, url)).length).toBe(58 + 30 * 8_000);
  });

  test('needs the Basic header of its own project', () => {
    const projects = ['demo', 'other'].map((appId) => ({ appId, appKey: 'demo-key' }));
    const { platform, url } = recorded(1, new TestPlatform({ projects }));
    const statusFor = (header: string) => fetchFile(platform, url, { authorization: header }).status;
    expect(statusFor('')).toBe(401);
    expect(statusFor(basic('demo', 'wrong'))).toBe(403);
    expect(statusFor(basic('other', 'demo-key'))).toBe(404);
    expect(statusFor(authorization)).toBe(200);
  });

  test.each([
    ['unknown.wav', 404, '6138'],
    ['unknown', 404, '6138'],
  ])('%s is not there', (name, status, code) => {
    const answer = fetchFile(new TestPlatform(), `http://p/voice/v1/recordings/${name}`);
    expect(answer).toMatchObject({ status, body: { status: 'failed', result: code } });
  });

  test('has one format, and is not there before it is complete', () => {
    const platform = new TestPlatform({ recording: 'lenient' });
    const voiceId = platform.outbound();
    const id = String(platform.put(voiceId, 'recording', { start: true }).body.recording_id);
    const codeOf = (format: string) =>
      fetchFile(platform, `http://p/voice/v1/recordings/${id}.${format}`).body as Record<string, unknown>;
    expect(['mp3', 'wav.exe', 'wav.', ''].map((format) => codeOf(format).result)).toEqual([
      ...['6136', '6136', '6136', '6136'],
    ]);
    expect(codeOf('wav').result).toBe('6140');
  });
});

describe('u-law (G.711)', () => {
  test.each([
    [0, 0xff],
    [-1, 0x7f],
    [32_767, 0x80],
    [-32_768, 0x00],
    [1_000, 0xce],
    [-1_000, 0x4e],
  ])('%i is %i', (sample, byte) => {
    expect(encodeUlaw(sample)).toBe(byte);
  });
});

describe('voice.md 3, 7.2: a recording that cannot be', () => {
  const withParty = (recording: Party['recording']) => {
    const platform = new TestPlatform({ parties: { [alice]: recording ? { recording } : {} } });
    const voiceId = platform.outbound();
    platform.put(voiceId, 'connect', { from: ours, to: '+4917100009' });
    platform.wait(1_000);
    platform.clear();
    return { platform, voiceId };
  };

  test('made is refused with 6119', () => {
    const { platform, voiceId } = withParty('refused');
    const answer = platform.put(voiceId, 'recording', { start: true, recording_name: 'a' });
    const body = { status: 'failed', result: '6119', msg: 'Failed to start recording on bridge' };
    expect([answer.status, answer.body]).toEqual([409, body]);
    expect(platform.story()).toEqual([]);
  });

  test('completed is notified as failed, and leaves no file', () => {
    const { platform, voiceId } = withParty('fails');
    platform.put(voiceId, 'recording', { start: true, recording_name: 'a' });
    platform.put(voiceId, 'recording', { stop: true });
    platform.hangup(voiceId);
    expect(platform.story('error_code')).toEqual([
      'started',
      'failed: RECORD_FAILED',
      'bridge_disconnected',
      'disconnected',
    ]);
    expect(platform.last()).not.toHaveProperty('recording_url');
  });

  test('made by itself at the answer is notified as failed', () => {
    const platform = new TestPlatform({ parties: { [alice]: { recording: 'refused' } } });
    platform.outbound({ auto_record: true });
    expect(platform.story('error_code').slice(-2)).toEqual(['connected', 'failed: RECORD_FAILED']);
  });
});
