import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SmsStatusAnswer, SmsStatusEntry } from '../../../../schemas/types/sms.ts';
import { SmsPlatform } from './sms-platform.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

const numbers = ['+4917100001', '+4917100002', '+4917100003', '+4917100004'];

const phone = fc.record({
  on_sms: fc.constantFrom('delivers' as const, 'fails' as const, 'unknown' as const, 'never' as const),
  afterMs: fc.nat(5_000),
});

const phones = fc
  .tuple(phone, phone, phone, phone)
  .map((all) => Object.fromEntries(all.map((one, at) => [numbers[at] ?? '', one])));

const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), validity: fc.constantFrom(undefined, 1, 3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('text' as const), word: fc.constantFrom('STOP', 'START') }) },
); // prettier-ignore

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Runs a story and gives the jobs that were accepted. */
function run(platform: SmsPlatform, acts: Act[]): string[] {
  return acts.flatMap((one) => {
    if (one.kind === 'wait') platform.wait(one.ms);
    if (one.kind === 'text') platform.text(numbers[0] ?? '', one.word);
    if (one.kind !== 'send') return [];
    const { status, body } = platform.send({ to: numbers, validity: one.validity });
    return status === 200 ? [String(body.job_id)] : [];
  });
}

/** The statuses that were notified of a message, in order. */
function statuses({ received }: SmsPlatform, jobId: string, to: string): unknown[] {
  return received
    .filter(({ job_id }) => job_id === jobId)
    .flatMap(({ detailed }) => detailed as SmsStatusEntry[])
    .filter((entry) => entry.to === to)
    .map(({ status }) => status);
}

test('sms.md 3: a message is sent, then at most once at an end, and status, summary and notifications agree', () => {
  fc.assert(
    fc.property(phones, fc.array(act, { maxLength: 12 }), (given, acts) => {
      const platform = new SmsPlatform({ sms: { phones: given } });
      const jobs = run(platform, acts);
      platform.wait(10_000);
      for (const jobId of jobs) {
        const { summary, detailed } = platform.status(jobId).body as unknown as SmsStatusAnswer;
        const { total, ...counts } = summary;
        expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(total);
        for (const { to, status, sent, delivered } of detailed) {
          const told = statuses(platform, jobId, to);
          expect(told.at(-1)).toBe(status);
          expect(told.length).toBeLessThanOrEqual(2);
          if (told.length === 2) expect(told[0]).toBe('sent');
          expect(delivered === '').toBe(status !== 'delivered');
          if (sent === '') expect(told).toEqual(['failed']);
        }
      }
    }),
  );
});

test('sms.md 2.3: an inbox holds what was delivered, no more and no less', () => {
  fc.assert(
    fc.property(phones, fc.array(act, { maxLength: 12 }), (given, acts) => {
      const platform = new SmsPlatform({ sms: { phones: given } });
      const jobs = run(platform, acts);
      platform.wait(10_000);
      const delivered = jobs.flatMap((jobId) =>
        (platform.status(jobId).body as unknown as SmsStatusAnswer).detailed.filter(
          ({ status }) => status === 'delivered',
        ),
      );
      for (const number of numbers) {
        expect(platform.texts(number)).toHaveLength(delivered.filter(({ to }) => to === number).length);
      }
    }),
  );
});

test('the same requests at the same times give the same answers and notifications', () => {
  fc.assert(
    fc.property(phones, fc.array(act, { maxLength: 8 }), (given, acts) => {
      const [first, second] = [0, 1].map(() => {
        const platform = new SmsPlatform({ sms: { phones: given } });
        return { jobs: run(platform, acts), received: platform.received };
      });
      expect(first).toEqual(second);
    }),
    { numRuns: scaleRuns(30) },
  );
});
