// The same with Node's own test runner. It works with any runner, because failed expectations throw.
import assert from 'node:assert/strict';
import test from 'node:test';
import { call } from 'ringflow/testing';

test('the name of the shop is a parameter', async () => {
  const c = await call('order-status')
    .env({ SHOP_URL: 'https://shop.test' })
    .with({ shop: 'Books and More' });
  await c.hears('Welcome to Books and More');
  assert.equal(c.step, 'ask');
  await c.hangsUp();
  await c.endsAs('normal');
});
