import { expect, test } from 'vitest';
import { limitLabels, limitStepLabels } from '../../../src/service/http/label-limits.ts';

test('lets the first values through, again and again, and calls all further ones other', () => {
  const label = limitLabels(2);
  expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
});

test('steps are limited over all projects and flows, each of which may have steps of the same name', () => {
  const step = limitStepLabels(3);
  expect([step('p', 'f', 'x'), step('q', 'f', 'x'), step('p', 'g', 'x'), step('q', 'g', 'x')]).toEqual([
    'x',
    'x',
    'x',
    'other',
  ]);
  expect(step('q', 'f', 'x')).toBe('x');
});
