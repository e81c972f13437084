import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerSums } from '../../../src/service/http/sums.ts';

function scene() {
  const registry = new Registry();
  const sums = registerSums(registry, { name: 'x_total', help: 'X', labelNames: ['flow', 'step'] });
  const told = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return { sums, told };
}

test('what was not counted is not told', async () => {
  const { sums, told } = scene();
  sums.getChild('menu').getChild('main');
  expect(await told()).toEqual([]);
});

test('sums are told by their labels, as often as somebody asks', async () => {
  const { sums, told } = scene();
  sums.getChild('menu').getChild('main').add();
  sums.getChild('menu').getChild('main').add();
  sums.getChild('menu').getChild('bye').add();
  const expected = ['x_total{flow="menu",step="main"} 2', 'x_total{flow="menu",step="bye"} 1'];
  expect(await told()).toEqual(expected);
  expect(await told()).toEqual(expected);
});

test('what comes later is added to what was told', async () => {
  const { sums, told } = scene();
  sums.getChild('menu').getChild('main').add();
  await told();
  sums.getChild('menu').getChild('main').add();
  sums.getChild('shop').getChild('main').add();
  expect(await told()).toEqual(['x_total{flow="menu",step="main"} 2', 'x_total{flow="shop",step="main"} 1']);
});

test('a sum that is shown is told at 0, and what is added later counts from there', async () => {
  const { sums, told } = scene();
  sums.getChild('menu').getChild('main').show();
  expect(await told()).toEqual(['x_total{flow="menu",step="main"} 0']);
  sums.getChild('menu').getChild('main').add();
  expect(await told()).toEqual(['x_total{flow="menu",step="main"} 1']);
});
