import { describe, expect, test } from 'vitest';
import { describeMarkup } from '../../../src/importers/connect/markup.ts';
import { readEntry } from '../../../src/importers/connect/entries.ts';
import { shortenId, splitText } from '../../../src/importers/connect/references.ts';

describe('references in texts', () => {
  test('the dot at the end of a sentence is no part of a path', () => {
    expect(splitText('Hello $.External.customer.name. Bye.')).toEqual([
      'Hello ',
      { reference: { kind: 'external', path: ['customer', 'name'] } },
      '. Bye.',
    ]);
  });

  test('names with spaces stand in brackets', () => {
    expect(splitText("$.Attributes['season of year']")).toEqual([
      { reference: { kind: 'attribute', name: 'season of year' } },
    ]);
  });

  test('an amount is no reference, a placeholder is one of its own', () => {
    expect(splitText('It costs $5 at ${Company} and {{ stage }}.')).toEqual([
      'It costs $5 at ',
      { placeholder: 'Company' },
      ' and ',
      { placeholder: 'stage' },
      '.',
    ]);
  });

  test('an ARN is shortened to what people call it', () => {
    expect(shortenId('arn:aws:lambda:eu-west-1:111122223333:function:findCustomer:live')).toBe(
      'findCustomer',
    );
    expect(shortenId('arn:aws:connect:eu-west-1:111122223333:instance/i/queue/Sales')).toBe('Sales');
    expect(shortenId('Sales')).toBe('Sales');
  });
});

describe('entries', () => {
  const rules = { most: 4, terminator: '#' };

  test.each([
    ['12#', '12'],
    ['12345', '1234'],
    ['', 'Timeout'],
    ['#', 'Timeout'],
    ['12*34#', '34'],
    ['*', 'Timeout'],
  ])('of the keys %s, %s is stored', (keys, value) => {
    expect(readEntry(keys, rules)).toEqual({ kind: 'stored', value });
  });

  test.each([
    ['US', '2025550123#', '+12025550123'],
    ['', '442079460958#', '+442079460958'],
  ])('a number of the country "%s" is stored with its country code', (country, keys, value) => {
    expect(readEntry(keys, { most: 18, terminator: '#', country })).toEqual({ kind: 'stored', value });
  });

  test('what is no number is invalid, but silence is stored', () => {
    const phone = { most: 18, terminator: '#', country: 'US' };
    expect(readEntry('12#', phone)).toEqual({ kind: 'invalid' });
    expect(readEntry('', phone)).toEqual({ kind: 'stored', value: 'Timeout' });
  });
});

describe('marks of Polly', () => {
  test('unknown elements and long pauses are left out, and told', () => {
    const markup = describeMarkup(
      '<speak>A <amazon:effect name="whispered">b</amazon:effect><break time="20s"/><break time="1s"/></speak>',
    );
    expect(markup.ssml).toBe('<speak>A b<break time="1s"/></speak>');
    expect(markup.lost).toEqual(['<amazon:effect name="whispered">', '<break time="20s"/>']);
  });

  test('a document is made well-formed', () => {
    expect(describeMarkup("<speak>5 < 6 & <prosody rate='fast'>on</emphasis></speak>").ssml).toBe(
      '<speak>5 &lt; 6 &amp; <prosody rate="fast">on</prosody></speak>',
    );
  });

  test('a document without marks is a text', () => {
    expect(describeMarkup('<speak>Tom &amp; Ann</speak>')).toEqual({
      ssml: undefined,
      text: 'Tom & Ann',
      lost: [],
    });
  });

  test('a document that is too long loses its marks', () => {
    const { ssml, text, lost } = describeMarkup(`<speak><p>${'word '.repeat(300)}</p></speak>`);
    expect(ssml).toBeUndefined();
    expect(text).toHaveLength(1_499);
    expect(lost).toEqual(['<speak>']);
  });
});
