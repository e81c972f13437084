import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';

describe('switch', () => {
  const flow = (tier: string) => `
    vars: { tier: ${tier}, zero: 0 }
    steps:
      desk:
        switch:
          - { when: vars.tier == "gold", goto: gold }
          - { when: 'vars.tier.startsWith("g")', goto: green }
      standard: { say: Standard., next: hangup }
      gold: { say: Gold., next: hangup }
      green: { say: Green., next: hangup }
  `;

  test.each([
    ['the first case that is true', 'gold', 'play Gold.'],
    ['a later case where the first is false', 'grey', 'play Green.'],
    ['the step below where none is true', 'iron', 'play Standard.'],
  ])('leads to %s', (_fact, tier, told) => {
    const call = callOn(flow(tier));
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', told]);
  });

  test.each([
    ['text, digits too', 'vars.digits', '"007"', 'play Seven.'],
    ['text that looks like another number', 'vars.digits', '"7"', 'play Other.'],
    ['empty text', 'vars.digits', '""', 'play None.'],
    ['a number', 'vars.number', '7', 'play Seven.'],
    ['a decimal number', 'vars.number', '7.0', 'play Seven.'],
    ['an expression', 'size(vars.digits)', '"1234567"', 'play Seven.'],
  ])('leads to the case of a value: %s', (_fact, value, initial, told) => {
    const isText = value !== 'vars.number';
    const cases = value === 'vars.digits' ? "{ 007: seven, '': none }" : '{ 7: seven }';
    const call = callOn(`
      vars: { ${isText ? 'digits' : 'number'}: ${initial} }
      steps:
        which: { switch: { value: ${value}, cases: ${cases} }, next: other }
        seven: { say: Seven., next: hangup }
        none: { say: None., next: hangup }
        other: { say: Other., next: hangup }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', told]);
  });

  test('says what it found, up to the case that was true', () => {
    const call = callOn(flow('gold'));
    call.incoming();
    expect(call.notes.slice(0, 3)).toEqual([
      { kind: 'entered', step: 'desk', verb: 'switch' },
      { kind: 'case', if: 'vars.tier == "gold"', holds: true },
      { kind: 'outcome', step: 'desk', outcome: 'case_1', to: 'gold' },
    ]);
  });

  test('a condition without a value is the outcome "failed"', () => {
    const call = callOn(`
      vars: { zero: 0 }
      steps:
        desk:
          switch: [{ when: 1 / vars.zero == 1, goto: never }]
          on: { failed: other }
        never: { say: Never. }
        other: { say: "\${error.code} in \${error.step}" }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play expression in desk']);
  });
});
