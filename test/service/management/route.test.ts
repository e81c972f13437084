import { describe, expect, test } from 'vitest';
import { isPattern, RouteTable } from '../../../src/service/management/route.ts';
import type { Route } from '../../../src/service/management/route.ts';

const route = (number: string, flow: string, more: Partial<Route> = {}): Route => ({
  number,
  takes: 'calls',
  flow,
  ...more,
});
const routes = [
  route('*', 'all'),
  route('+4930*', 'berlin'),
  route('+4930555*', 'acme'),
  route('+4930555000', 'front-desk'),
  route('+4930555000', 'holiday', { from: 1_000, until: 2_000 }),
  route('+4930555000', 'by-message', { takes: 'messages' }),
];
const flowFor = (number: string, now = 0, takes: Route['takes'] = 'calls') =>
  new RouteTable(routes).find({ number, takes, carrier: 'platform', now })?.flow;

describe('of several routes for a number', () => {
  test.each([
    ['a whole number goes before a beginning', '+4930555000', 'front-desk'],
    ['a longer beginning goes before a shorter one', '+4930555123', 'acme'],
    ['a beginning goes before every number', '+4930999', 'berlin'],
    ['every number is what is left', '+12025550100', 'all'],
    ['a number without its plus is the same', '4930555000', 'front-desk'],
    ['a caller who dialled nothing goes where every number goes', '', 'all'],
  ])('%s', (_fact, number, flow) => {
    expect(flowFor(number)).toBe(flow);
  });

  test('what holds for a while goes before what always holds', () => {
    expect([999, 1_000, 1_999, 2_000].map((now) => flowFor('+4930555000', now))).toEqual([
      'front-desk',
      'holiday',
      'holiday',
      'front-desk',
    ]);
  });

  test('of two for the same the first is taken, and one for a while before both', () => {
    const twice = [route('+1*', 'first'), route('+1*', 'second'), route('+1*', 'today', { until: 5 })];
    const find = (now: number) =>
      new RouteTable(twice).find({ number: '+12', takes: 'calls', carrier: 'platform', now })?.flow;
    expect([find(4), find(5)]).toEqual(['today', 'first']);
  });

  test('a route of one carrier takes its calls only, and goes before those of any', () => {
    const table = new RouteTable([
      route('+49*', 'any', { until: 5 }),
      route('+49*', 'desk', { carrier: 'pbx' }),
      route('+4930*', 'berlin', { carrier: 'platform' }),
    ]);
    const find = (number: string, carrier: string) =>
      table.find({ number, takes: 'calls', carrier, now: 0 })?.flow;
    expect([find('+4940', 'pbx'), find('+4940', 'platform')]).toEqual(['desk', 'any']);
    expect([find('+4930', 'pbx'), find('+4930', 'platform')]).toEqual(['desk', 'berlin']);
  });

  test('messages have routes of their own', () => {
    expect(flowFor('+4930555000', 1_500, 'messages')).toBe('by-message');
    expect(flowFor('+4930999', 0, 'messages')).toBeUndefined();
  });
});

test.each([
  ['+4930555000', true],
  ['+4930*', true],
  ['*', true],
  ['4930', false],
  ['+0930', false],
  ['+49*30', false],
  ['', false],
  ['+49305550001234567', false],
])('%s can be a number of a route: %s', (text, can) => {
  expect(isPattern(text)).toBe(can);
});
