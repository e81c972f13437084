/** Recordings that a carrier keeps are removed with their calls. */
import { expect, test } from 'vitest';
import { callId, commandId } from '../../../src/call/index.ts';
import type { CommandId } from '../../../src/call/index.ts';
import type { Carrier, Store, StoredCall } from '../../../src/engine/ports/index.ts';
import { createRecordingAddresses, RecordingRemoval } from '../../../src/service/carriers/index.ts';
import { RecordingLog } from '../../engine/recording-log.ts';

const kept = callId('default.desk-1.0');
const gone = callId('default.desk-1.1');
const log = new RecordingLog();
const clock = { after: () => () => undefined };
const calls: Pick<Store, 'load'> = {
  load: (call) => Promise.resolve(call === kept ? ({} as StoredCall) : undefined),
};

function carrierOf(list: () => Promise<CommandId[]>, removed: CommandId[]): Carrier {
  const remove = (recording: CommandId) => {
    removed.push(recording);
    return Promise.resolve();
  };
  return {
    name: 'desk',
    recordings: { open: () => Promise.resolve(undefined), list, remove },
  } as Partial<Carrier> as Carrier;
}

test('recordings of expired calls go, also after a carrier that cannot be reached', async () => {
  const removed: CommandId[] = [];
  const list = () => Promise.resolve([commandId(kept, 2), commandId(gone, 2), commandId(gone, 5)]);
  const lost = carrierOf(() => Promise.reject(new Error('away')), removed);
  const carriers = [lost, carrierOf(list, removed)];
  await new RecordingRemoval({ carriers, calls, clock, log }).removeExpired();
  expect(removed).toEqual([commandId(gone, 2), commandId(gone, 5)]);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test.each(['https://ringflow.example', 'https://ringflow.example/voice'])(
  'addresses below %s lead back to their recordings',
  (base) => {
    const addresses = createRecordingAddresses({ base }, 'default');
    const recording = commandId(callId('default.desk-1.7'), 12);
    const url = addresses.render(recording);
    expect(url).toBe(`${base}/api/v1/projects/default/calls/default.desk-1.7/recordings/12`);
    expect(addresses.parse(url)).toBe(recording);
    for (const other of [
      'no address',
      'https://evil.example/api/v1/projects/default/calls/a.1/recordings/2',
      `${base}/x`,
    ])
      expect(addresses.parse(other)).toBeUndefined();
  },
);
