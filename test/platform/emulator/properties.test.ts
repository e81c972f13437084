import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alice, bob, hook, ours, TestPlatform } from './platform.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** Values that are right, nearly right, or nonsense, for any field. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    ours,
    alice,
    bob,
    hook,
    'wss://a.example',
    'sip:a@b',
    'p1',
    '',
    null,
    true,
    false,
    0,
    1,
    1e300,
    -1,
  ),
  fc.constantFrom<unknown>('x'.repeat(1_025), {}, [], [alice], '__proto__', '\u0000', '😀'),
  fc.jsonValue({ maxDepth: 2 }),
);

const fieldNames = [
  'from', 'to', 'event_url', 'webhook', 'owner_ref', 'custom_data', 'auto_record', 'action_on_connect', 'retry', 'text',
  'ssml', 'url', 'prompt_name', 'prompt_ref', 'dtmf', 'asr', 'interrupt', 'start_timeout', 'play', 'connect', 'room',
  'stream', 'room_id', 'wss_host', 'stop', 'start', 'recording_name', 'hold', 'interval', 'max_attempts', '__proto__',
]; // prettier-ignore

const flat = fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 6 });
const nested = fc.dictionary(fc.constantFrom(...fieldNames), fc.oneof(value, flat), { maxKeys: 6 });

const goodDial = fc.constantFrom(
  { from: ours, to: alice, action_on_connect: { play: { text: 'hello', dtmf: true } } },
  { from: ours, to: alice, retry: { interval: 1, max_attempts: 3 } },
);

const body = fc.oneof(
  nested,
  goodDial,
  fc.tuple(goodDial, nested).map(([good, noise]) => ({ ...good, ...noise })),
  fc.constantFrom(
    { text: 'hello', dtmf: true },
    { from: ours, to: bob },
    { start: true, recording_name: 'r' },
  ),
);

const brokenText = fc.oneof(
  fc.string(),
  body.map((one) => JSON.stringify(one).slice(0, -1)),
  fc.constant('[]'),
);

const request = fc.record({
  kind: fc.constant('request' as const),
  method: fc.constantFrom('POST', 'PUT', 'DELETE', 'GET', 'PATCH', ''),
  path: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('', '/:id', '/:id/accept', '/:id/play', '/:id/connect', '/:id/hold'),
    },
    { weight: 2, arbitrary: fc.constantFrom('/:id/recording', '/:id/stream', '/nobody/play') },
    { weight: 1, arbitrary: fc.string() },
  ),
  call: fc.nat(5),
  text: fc.oneof(
    { weight: 5, arbitrary: body.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: brokenText },
  ),
  key: fc.constantFrom('', '', 'k1', 'k2', 'k'.repeat(256)),
});

const act = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(70_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ring' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('press' as const), call: fc.nat(5), keys: fc.string() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('say' as const), call: fc.nat(5), words: fc.string() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hang up' as const), call: fc.nat(5) }) },
);

type Step = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** One step on a platform; its harness checks the shape of every answer and notification. */
function perform(platform: TestPlatform, step: Step): number {
  const calls = platform.model.control.calls();
  const idOf = (index: number) => calls[index % Math.max(calls.length, 1)]?.voice_id ?? 'nobody';
  switch (step.kind) {
    case 'wait':
      platform.wait(step.ms);
      return 0;
    case 'ring':
      platform.inbound();
      return 0;
    case 'press':
      platform.press(idOf(step.call), step.keys);
      return 0;
    case 'say':
      platform.say(idOf(step.call), step.words);
      return 0;
    case 'hang up':
      platform.hangUp(idOf(step.call));
      return 0;
    case 'request': {
      const path = `/voice/v1/call${step.path.replace(':id', idOf(step.call))}`;
      return platform.request(step.method, path, step.text, { 'idempotency-key': step.key }).status;
    }
  }
}

const steps = fc.array(act, { maxLength: 40 });

test('whatever is asked, nothing is thrown, nothing is a 500, every answer and notification has its shape', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const platform = new TestPlatform();
      for (const step of script) expect(perform(platform, step)).toBeLessThan(500);
    }),
    { numRuns: scaleRuns(300) },
  );
});

test('the same script gives the same notifications and the same journal', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const [one, other] = [new TestPlatform(), new TestPlatform()];
      for (const step of script) expect(perform(one, step)).toBe(perform(other, step));
      expect(one.received).toEqual(other.received);
      expect(one.model.journal.readAfter(0)).toEqual(other.model.journal.readAfter(0));
    }),
    { numRuns: scaleRuns(100) },
  );
});

test('a call is disconnected once and for all, and nothing follows', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const platform = new TestPlatform();
      for (const step of script) perform(platform, step);
      for (const { voice_id: voiceId } of platform.model.control.calls()) platform.hangUp(voiceId);
      platform.wait(86_400_000);
      const ends = new Map(platform.journal('ended').map(({ voice_id, seq }) => [voice_id, seq]));
      const late = platform.model.journal
        .readAfter(0)
        .filter(
          ({ voice_id, seq, kind }) =>
            kind !== 'request' && kind !== 'notification' && seq > (ends.get(voice_id) ?? 0),
        );
      expect(late.filter(({ voice_id }) => ends.has(voice_id))).toEqual([]);
      expect(platform.model.nextAt()).toBeUndefined();
    }),
    { numRuns: scaleRuns(100) },
  );
});

test('a play that listens has exactly one result unless something cut it short', () => {
  const keys = fc.array(fc.tuple(fc.nat(9_000), fc.constantFrom('1', '2#', '0')), { maxLength: 5 });
  fc.assert(
    fc.property(keys, fc.boolean(), fc.boolean(), (presses, interrupt, asr) => {
      const acts = presses.map(([afterMs, key]) => ({ afterMs, presses: key }));
      const platform = new TestPlatform();
      platform.put(platform.accepted(acts), 'play', { text: 'x'.repeat(45), dtmf: true, asr, interrupt });
      platform.wait(60_000);
      const results = platform.story().slice(3);
      expect(results).toHaveLength(1);
      expect(['digitcollected', 'menutimeout']).toContain(results[0]);
    }),
  );
});
