import { expect, test } from 'vitest';
import { renderQuery } from '../../../src/console/data/address.ts';
import {
  findFilterMistakes,
  lacksCountry,
  matchesFilter,
  toCallQuery,
  toInstant,
  toLocalInput,
} from '../../../src/console/views/calls/filters.ts';

test('the address becomes the query of the API, without what it does not know', () => {
  expect(toCallQuery({})).toEqual({ limit: 50 });
  expect(
    toCallQuery({ flow: 'desk', state: 'live', number: '+49 151-23', campaign: 'spring', at: '3' }),
  ).toEqual({
    limit: 50,
    flow: 'desk',
    state: 'live',
    number: '+4915123',
    campaign: 'spring',
  });
  expect(toCallQuery({ state: '<b>', result: 'failed' })).toEqual({ limit: 50, result: 'failed' });
  expect(toCallQuery({ flow: 'other' }, 'desk')).toEqual({ limit: 50, flow: 'desk' });
});

test('numbers are taken as people write them', () => {
  expect(toCallQuery({ number: '+49 (0)30 / 12-34.50' }).number).toBe('+4930123450');
  expect(toCallQuery({ number: '0049 (171) 123 45 67' }).number).toBe('+491711234567');
  expect(toCallQuery({ number: '030 12345' }).number).toBe('03012345');
  expect(toCallQuery({ number: '1000' }).number).toBe('1000');
});

test('values that no call can have are told with what to type instead', () => {
  expect(findFilterMistakes({ number: '12' })).toEqual({ number: 'Type a whole number, such as +49171….' });
  expect(Object.keys(findFilterMistakes({ number: 'anna', campaign: 'Spring', outcome: '1st' }))).toEqual([
    'number',
    'campaign',
    'outcome',
  ]);
  const sound = { number: '0049 171 / 12', campaign: '2nd-wave', outcome: 'booked_twice', since: 'x' };
  expect(findFilterMistakes(sound)).toEqual({});
  expect(findFilterMistakes({ number: '', outcome: '' })).toEqual({});
});

test('a number without its country is told from a whole one and from a short one of a house', () => {
  expect(lacksCountry('0171 123')).toBe(true);
  expect(lacksCountry('(030) 12')).toBe(true);
  for (const number of ['0049 171 123', '+49171', '1000', '']) expect(lacksCountry(number)).toBe(false);
});

test('times go to the input and back', () => {
  const instant = '2026-11-23T10:15:00.000Z';
  expect(toInstant(toLocalInput(instant))).toBe(instant);
  expect(toLocalInput('yesterday')).toBe('');
  expect(toLocalInput(undefined)).toBe('');
  expect(toInstant('')).toBe('');
});

test('a new call counts for lists that would hold it', () => {
  const call = { flow: 'desk', number: '+4915123' };
  expect(matchesFilter(call, { limit: 50 })).toBe(true);
  expect(matchesFilter(call, { flow: 'desk', number: '4915123' })).toBe(true);
  expect(matchesFilter(call, { number: '+491512' })).toBe(false);
  expect(matchesFilter(call, { flow: 'survey' })).toBe(false);
  expect(matchesFilter(call, { campaign: 'spring' })).toBe(false);
  expect(matchesFilter({ ...call, campaign: 'spring' }, { campaign: 'spring' })).toBe(true);
  expect(matchesFilter(call, { state: 'ended' })).toBe(false);
  expect(matchesFilter(call, { after: 'x' })).toBe(false);
  expect(matchesFilter(call, { outcome: 'booked' })).toBe(false);
  expect(matchesFilter(call, { result: 'failed' })).toBe(false);
});

test('a masked number counts where its visible ends fit', () => {
  const call = { flow: 'desk', number: '+49 ••• 123' };
  expect(matchesFilter(call, { number: '+4915112340123' })).toBe(true);
  expect(matchesFilter(call, { number: '+4915112340124' })).toBe(false);
  expect(matchesFilter(call, { number: '+4315112340123' })).toBe(false);
});

test('queries leave out what is empty and escape the rest', () => {
  expect(renderQuery({ a: '', b: undefined })).toBe('');
  expect(renderQuery({ a: '<b>', b: '1' })).toBe('?a=%3Cb%3E&b=1');
});
