/** The values that a call is begun with. */
import { describe, expect, test } from 'vitest';
import { findRequiredParams, readParams } from '../../src/call/index.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';

const text = `ringflow: 1
name: reminder
params: { day: string, count: int, share: double, urgent: { type: bool, default: false } }
steps:
  hi: { say: "\${params.day} \${params.count} \${params.share} \${params.urgent}" }
`;
const { flow } = compileFlow({ file: 'flow.yaml', text });
if (flow === undefined) throw new Error('the flow has mistakes');
const whole = { day: 'Monday', count: 2, share: 0.5 };

test('a flow needs the parameters that have no default', () => {
  expect(findRequiredParams(flow)).toEqual(['day', 'count', 'share']);
});

describe('parameters', () => {
  test.each([
    ['values of their types', whole, whole],
    [
      'texts, as a command line has them',
      { day: '007', count: '2', share: '0.5', urgent: 'true' },
      { day: '007', count: 2, share: 0.5, urgent: true },
    ],
    ['a number where text is wanted', { ...whole, day: 5 }, { ...whole, day: '5' }],
  ])('may be %s', (_what, given, values) => {
    expect(readParams(flow, given)).toEqual({ ok: true, values });
  });

  test.each([
    [{ day: 'Monday', count: 2 }, 'parameter "share" is missing'],
    [{ ...whole, count: 2.5 }, 'parameter "count" must be of type int'],
    [{ ...whole, count: 'two' }, 'parameter "count" must be of type int'],
    [{ ...whole, urgent: 1 }, 'parameter "urgent" must be of type bool'],
    [{ ...whole, day: null }, 'parameter "day" must be of type string'],
    [{ ...whole, day: ['Monday'] }, 'parameter "day" must be of type string'],
    [
      { ...whole, toString: 'x' },
      'parameter "toString" is not declared (the flow takes day, count, share, urgent)',
    ],
  ])('%j are refused', (given, problem) => {
    expect(readParams(flow, given)).toEqual({ ok: false, problems: [problem] });
  });
});

test('a parameter may be named as what every object of JavaScript has', () => {
  const named = text
    .replace('day: string', 'constructor: string')
    .replace('params.day', 'params.constructor');
  const { flow: other } = compileFlow({ file: 'flow.yaml', text: named });
  expect(other && readParams(other, { count: 2, share: 0.5 })).toEqual({
    ok: false,
    problems: ['parameter "constructor" is missing'],
  });
});
