import { describe, expect, test } from 'vitest';
import { alice, hook, ours, TestPlatform } from '../platform.ts';

const numbers = { [ours]: {}, '12345': {}, '+115': {} };

describe('a number of 3 to 5 digits', () => {
  test.each(['12345', '115', '+12345'])('that was provisioned can be called: %s', (to) => {
    const platform = new TestPlatform({ numbers });
    const voiceId = platform.model.people.ring({ from: alice, to }, platform.now);
    platform.wait(0);
    expect(platform.last()).toMatchObject({
      voice_id: voiceId,
      state: 'incomingcall',
      to: to.replace('+', ''),
    });
    expect(platform.put(String(voiceId), 'accept').status).toBe(200);
  });

  test('that was provisioned can be dialled, shown and connected to', () => {
    const platform = new TestPlatform({ numbers });
    expect(platform.dial({ to: '12345' })).toMatchObject({ status: 200, body: { to: '12345' } });
    expect(platform.dial({ from: '12345' })).toMatchObject({ status: 200, body: { from: '12345' } });
    const voiceId = platform.outbound();
    expect(platform.put(voiceId, 'connect', { from: '115', to: '12345' }).status).toBe(200);
  });

  test.each([
    ['that is not provisioned', { numbers }, '54321'],
    ['where every number is taken for provisioned', { numbers: {} }, '12345'],
    ['of two digits', { numbers: { ...numbers, '11': {} } }, '11'],
  ])('%s cannot', (_what, settings, number) => {
    const platform = new TestPlatform(settings);
    expect(platform.model.people.ring({ from: alice, to: number }, platform.now)).toBeUndefined();
    expect(platform.dial({ to: number }).body.error_code).toBe('INVALID_PARAM');
  });

  test('is listed as it is dialled', () => {
    const platform = new TestPlatform({ numbers });
    platform.model.control.setNumber('+777', { webhook: hook });
    const shown = platform.model.control.numbers().map(({ number }) => number);
    expect(shown.toSorted()).toEqual([ours, '115', '12345', '777']);
  });
});
