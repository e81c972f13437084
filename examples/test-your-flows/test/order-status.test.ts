import { expect, test } from 'vitest';
import { call } from 'ringflow/testing';
import 'ringflow/testing/vitest';

const COLLEAGUE = '+4930555010';
const anyone = call('order-status').env({ SHOP_URL: 'https://shop.test' });

/** The shop knows one order, which arrives in `days` days. */
const withOrder = (days: number) =>
  anyone.http([
    { match: 'GET /orders/123456', answer: { json: { status: 'on its way', days } } },
    { match: 'GET /orders/*', answer: { status: 404 } },
  ]);

test('a caller hears when the order arrives', async () => {
  const c = await withOrder(2).from('+4915112345678');
  await c.hears(/order number/i);
  await c.presses('123456');
  await c.hears('It arrives in 2 days');
  expect(c).toHaveVariable('days', 2);
  await c.endsAs('normal');
  expect(c).toHaveReached('informed');
});

test('an unknown order number can be corrected', async () => {
  const c = await withOrder(2);
  await c.presses('999999');
  await c.hears({ prompt: 'unknown' });
  await c.presses('123456');
  await c.hears({ prompt: 'arrives' });
});

test.each([6, 30])('an order that takes %i days leads to a person', async (days) => {
  const c = await withOrder(days).parties({ [COLLEAGUE]: { answers: '4s', hangs_up: '2m' } });
  await c.presses('123456');
  await c.expects({ command: 'connect', to: COLLEAGUE });
  await c.endsAs('normal');
  expect(c).toHaveHeard({ prompt: 'to_a_person' });
  expect(c).not.toHaveHeard({ prompt: 'arrives' });
  expect(c).toHaveReached('helped');
});

test('a shop that does not answer within three seconds leads to a person', async () => {
  const c = await anyone.http([{ match: 'GET /orders/*', fail: 'timeout' }]).parties({ [COLLEAGUE]: 'busy' });
  await c.presses('123456');
  const requestedAt = c.now;
  await c.hears({ prompt: 'to_a_person' });
  expect(c.now.getTime() - requestedAt.getTime()).toBeLessThan(4_000);
  expect(c).toBeInStep('to_a_person');
  await c.hears({ prompt: 'sorry' });
});

test('a silent caller is connected to a person', async () => {
  const c = await anyone.parties({ [COLLEAGUE]: { answers: '1s' } });
  await c.hears({ prompt: 'ask' });
  await c.staysSilent();
  await c.hears({ prompt: 'no_digits' });
  await c.waits('2m');
  expect(c).toHaveCommanded('connect', { to: COLLEAGUE });
  await c.partyHangsUp(COLLEAGUE);
  await c.endsAs('normal');
});
