/** Calls read out of where they are kept, with what somebody elsewhere needs to replay them. */
import { expect, test } from 'vitest';
import { flowVersion } from '../../../src/call/index.ts';
import { readRecordingFrom } from '../../../src/verification/recording/index.ts';
import { callRecord } from '../../builders/call-record.ts';
import { commitOf } from '../../builders/commit.ts';
import { flowOf } from '../../builders/flow.ts';

type RecordingSource = Parameters<typeof readRecordingFrom>[0]['source'];

const flow = flowOf(`
  env:
    SHOP: Name of the shop.
    TOKEN: { description: Opens the shop., secret: true }
  steps:
    hello: { say: 'Welcome to \${env.SHOP}.', next: hangup }
`);
const call = (id: string, version: string) => ({
  ...callRecord({ id }),
  flow: { name: 'case', version: flowVersion(version) },
});
const settings = { SHOP: 'Corner', TOKEN: 's3cret', OTHER: 'of another flow' };

/** Keeps this version alone; counts how often it is read. */
function source() {
  const asked: string[] = [];
  const kept: RecordingSource = {
    trace: () => Promise.resolve([commitOf().trace]),
    getFlow: (version) => {
      asked.push(version);
      return Promise.resolve(version === flow.version ? JSON.stringify(flow) : undefined);
    },
  };
  return { kept, asked };
}

test('settings go along that the flow declares, unless they are secret', async () => {
  const { kept } = source();
  const { calls } = await readRecordingFrom({ source: kept, env: settings }, [
    call('default.a', flow.version),
  ]);
  expect(calls).toMatchObject([{ id: 'default.a', env: { SHOP: 'Corner' } }]);
  expect(JSON.stringify(calls)).not.toMatch(/s3cret|another flow/);
});

test('a setting that nobody has set is left out', async () => {
  const { kept } = source();
  const { calls } = await readRecordingFrom({ source: kept, env: {} }, [call('default.a', flow.version)]);
  expect(calls[0]?.env).toEqual({});
});

test('a version of several calls is read and told once', async () => {
  const { kept, asked } = source();
  const both = ['default.a', 'default.b'].map((id) => call(id, flow.version));
  const { calls, flows } = await readRecordingFrom({ source: kept, env: settings }, both);
  expect(calls.map(({ id }) => id)).toEqual(['default.a', 'default.b']);
  expect([...flows.keys()]).toEqual([flow.version]);
  expect(asked).toEqual([flow.version]);
});

test('a call whose version was forgotten is told without it', async () => {
  const { kept } = source();
  const { calls, flows } = await readRecordingFrom({ source: kept, env: settings }, [
    call('default.a', '0123456789abcdef'),
  ]);
  expect(calls).toMatchObject([{ id: 'default.a', env: {}, trace: [{ seq: 1 }] }]);
  expect(flows.size).toBe(0);
});
