import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ann, ben, SmsPlatform } from './sms-platform.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

const fields = [
  'from', 'template_id', 'campaign_id', 'to', 'recipient', 'data', 'type', 'type_details', 'validity', 'reference',
  'data_coding', 'flash_message', 'scheduled_at', 'scheduled_dt', 'created_dt', 'uuid', 'name', 'amount', 'text',
  'app_id', 'app_key', 'username', 'password', '__proto__', 'constructor',
]; // prettier-ignore

/** Values that are right, nearly right, or nonsense, for any field. */
const value = fc.oneof(
  fc.constantFrom<unknown>('plain', 'bill', 'spring', 'ACME', 'sms', 'binary', 'auto', 'demo', 'demo-key', 'true'),
  fc.constantFrom<unknown>([ann], [ann, ben], [{ to: ann, uuid: 'u' }], { name: 'A', amount: 1 }, ann, [], {}, [[]]),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 60, '2026-03-01T10:00:00', '9999-12-31T23:59:59', '2026-02-31T00:00:00Z'),
  fc.constantFrom<unknown>('x'.repeat(2_000), '\uD800', '\u0000', '😀', '[{', '__proto__'),
  fc.jsonValue({ maxDepth: 2 }),
); // prettier-ignore

const body = fc
  .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 }))
  .map(([isGood, noise]) =>
    isGood ? { template_id: 'plain', campaign_id: 'spring', to: [ann], ...noise } : noise,
  );

const text = fc.oneof(
  { weight: 5, arbitrary: body.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.constantFrom('', '[]', 'null', '"x"', '{', '{"to":', '\uFFFF') },
  { weight: 1, arbitrary: fc.string() },
);

const query = body.map((one) => {
  const texts = Object.entries(one).map(([name, part]) => [
    name,
    typeof part === 'string' ? part.toWellFormed() : JSON.stringify(part),
  ]);
  return new URLSearchParams(Object.fromEntries(texts) as Record<string, string>).toString();
});

const path = fc.oneof(
  fc.constantFrom('/sms/v1/messages/', '/sms/v1/message/nobody', '/sms/v1/token', '/sms/v1/', '/sms/v1/x'),
  query.map((one) => `/sms/v1/send-sms/?${one}`),
  fc.string().map((one) => `/sms/v1/send-sms/?${one}`),
  fc.string().map((one) => `/sms/v1/${one}`),
);

const request = fc.record({
  method: fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', ''),
  path,
  text,
  headers: fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ authorization: fc.string() }) },
    { weight: 1, arbitrary: fc.record({ 'idempotency-key': fc.constantFrom('k', 'k'.repeat(256)) }) },
  ),
});

// `raw` checks every answer and notification against the schema.
test('whatever is asked, the answer is one of the service’s, and time can go on', () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 8 }), (requests) => {
      const platform = new SmsPlatform();
      for (const { method, path, text, headers } of requests) {
        const { status } = platform.request(method, path, text, headers);
        expect([200, 400, 401, 403, 404, 405, 422, 429]).toContain(status);
      }
      platform.wait(400 * 24 * 60 * 60 * 1_000);
    }),
    { numRuns: scaleRuns(400) },
  );
});

test('whatever is asked of a send, a refusal sends nothing', () => {
  fc.assert(
    fc.property(body, (one) => {
      const platform = new SmsPlatform();
      const { status } = platform.send(one);
      platform.wait(10_000);
      expect(platform.journal('sms_accepted')).toHaveLength(status === 200 ? 1 : 0);
      if (status !== 200) expect(platform.received).toEqual([]);
    }),
    { numRuns: scaleRuns(400) },
  );
});
