import { expect, test } from 'vitest';
import { groupDeliveries } from '../../../src/platform/wire/index.ts';

const report = { to: '+4917100001', status: 'delivered' } as const;

test('reports on messages are told apart by their references; those without one are nobody’s', () => {
  const reports = [
    { ...report, uuid: 'a' },
    { ...report, uuid: 'b', status: 'failed' as const, errorCode: 'EXPIRED', errorText: 'too late' },
    report,
    { ...report, to: '+4917100002', uuid: 'a' },
  ];
  expect(groupDeliveries({ type: 'delivery', jobId: 'j1', reports })).toEqual([
    { reference: 'a', reports: [report, { ...report, to: '+4917100002' }] },
    {
      reference: 'b',
      reports: [{ to: '+4917100001', status: 'failed', code: 'EXPIRED', detail: 'too late' }],
    },
  ]);
});

test('a message that came in reports on none', () => {
  expect(groupDeliveries({ type: 'incoming', from: '+491', to: '+492', text: 'yes' })).toEqual([]);
});
