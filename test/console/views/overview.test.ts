/** What the overview says of items that need attention. */
import { describe, expect, test } from 'vitest';
import { describeHealth, presentItem } from '../../../src/console/views/overview/attention-items.ts';

describe('what needs attention', () => {
  test.each([
    ['calls_failing', '/console/default/flows/desk/calls?result=failed'],
    ['callers_hanging_up', '/console/default/flows/desk?show=drop-offs'],
  ] as const)('%s leads to the calls or steps that it is about', (code, href) => {
    expect(presentItem('default', { code, flow: 'desk', since: 0, text: '' }).href).toBe(href);
  });

  test('leads to where it is dealt with, also for names that need escaping', () => {
    const item = {
      code: 'step_failing' as const,
      flow: 'desk',
      step: 'sub/ask & wait',
      since: 0,
      text: 'desk: bad',
    };
    expect(presentItem('default', item)).toMatchObject({
      heading: 'desk: a step fails',
      text: 'bad',
      href: '/console/default/flows/desk?step=sub%2Fask%20%26%20wait',
    });
    const canary = {
      code: 'canary_ready' as const,
      flow: 'desk',
      version: '0123456789abcdef',
      since: 0,
      text: '',
    };
    expect(presentItem('default', canary).href).toBe('/console/default/flows/desk/deploy/0123456789abcdef');
    const campaign = {
      code: 'campaign_paused' as const,
      campaign: 'spring',
      since: 0,
      text: 'spring: paused',
    };
    expect(presentItem('default', campaign).href).toBe('/console/default/campaigns/spring');
  });

  test('is the health of a flow: the most urgent item', () => {
    expect(describeHealth([])).toBeUndefined();
    const failing = {
      code: 'calls_failing' as const,
      since: 0,
      text: '',
      share: { count: 3, of: 20, percent: 15.4 },
    };
    expect(describeHealth([failing])).toEqual({ text: '15 % failed', tone: 'bad' });
  });
});
