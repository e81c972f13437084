import { expect, test } from 'vitest';
import { describeMistakes, findWorstTone } from '../../../../src/console/views/editor/mistake-count.ts';

type Severity = 'error' | 'warning' | 'info';

test.each<[Severity[], string, string]>([
  [[], 'No mistakes', 'ok'],
  [['warning'], '1 warning', 'warn'],
  [['info', 'warning', 'error', 'warning'], '1 error, 2 warnings, 1 note', 'bad'],
  [['info'], '1 note', 'neutral'],
])('the mistakes %j are called "%s", in the colour of the worst', (severities, text, tone) => {
  const mistakes = severities.map((severity) => ({ severity }));
  expect(describeMistakes(mistakes)).toBe(text);
  expect(findWorstTone(mistakes)).toBe(tone);
});
