/** Recorded calls on the build worker: bounded in time and size. */
import { describe, expect, test } from 'vitest';
import { jobs } from '../../../src/service/build/jobs.ts';
import { writeRecording } from '../../../src/verification/recording/index.ts';
import { call } from '../../verification/replay/desk.ts';

const { call: recorded, flow } = call('helped');
const many = Array.from({ length: 120 }, (_, at) => ({ ...recorded, id: `default.${at}` }));
const recordingOf = (calls: (typeof recorded)[]) =>
  writeRecording({ calls, flows: new Map([[flow.version, flow]]) });

/** A clock on which each look takes this long, ms. */
function slowClock(ms: number) {
  let now = 0;
  return () => (now += ms);
}

describe('the preview of a version', () => {
  const { version } = flow;

  test('lists at most 100 calls of a kind and counts all', () => {
    const { examined, same } = jobs.previewVersion({ version, recording: recordingOf(many) }, slowClock(0));
    expect({ examined, count: same.count, listed: same.calls.length }).toEqual({
      ...{ examined: 120, count: 120, listed: 100 },
    });
    expect(same.calls[0]).toEqual({ call: 'default.0' });
  });

  test('stops when the time is up, after at least one call', () => {
    const task = { version, recording: recordingOf(many), budgetMs: 100 };
    expect(jobs.previewVersion(task, slowClock(30))).toMatchObject({ examined: 4, same: { count: 4 } });
    expect(jobs.previewVersion(task, slowClock(1_000))).toMatchObject({ examined: 1 });
  });

  test('refuses a version that is not in the recording', () => {
    const task = { version: '0123456789abcdef', recording: recordingOf(many) };
    expect(() => jobs.previewVersion(task, slowClock(0))).toThrow(
      expect.objectContaining({ code: 'invalid_version' }) as Error,
    );
  });
});

describe('a call whose version is no longer stored', () => {
  const recording = { calls: [recorded], flows: new Map() };

  test('has no known states and no scenario', () => {
    expect(jobs.tellStates(recording)).toBeUndefined();
    expect(() => jobs.exportCall({ recording, keepNumbers: false })).toThrow(
      expect.objectContaining({ code: 'version_gone' }) as Error,
    );
  });
});
