// The same with Node's own test runner, or any other: a call fails by throwing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { call } from 'ringflow/testing';

test('another shop says its own name', async () => {
  const c = await call('order-status')
    .env({ SHOP_URL: 'https://shop.test' })
    .with({ shop: 'Books and More' });
  await c.hears('Welcome to Books and More');
  assert.equal(c.step, 'ask');
  await c.hangsUp();
  await c.endsAs('normal');
});
