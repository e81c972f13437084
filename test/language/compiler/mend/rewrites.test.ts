import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { listRewritings } from '../../../../src/language/compiler/mend/rewrites.ts';
import { findMeantZone } from '../../../../src/language/compiler/rules/time-zones.ts';

describe('what can only have been meant so', () => {
  test.each([
    ['30 s', '30s'],
    ['30sec', '30s'],
    ['2 Minutes', '2m'],
    ['1.5s', '1500ms'],
    ['9-18', '09:00-18:00'],
    ['9:00 - 18:30', '09:00-18:30'],
    ['9am-6pm', '09:00-18:00'],
    ['12pm to 1pm', '12:00-13:00'],
    ['0900–1800', '09:00-18:00'],
    ['25.12.2026', '2026-12-25'],
    ['1.5.2026', '2026-05-01'],
    ['2026/5/1', '2026-05-01'],
    ['Friday', 'fri'],
    ['Mon - Fri', 'mon-fri'],
    ['Mo-Fr', 'mon-fri'],
    ['weekend', 'sat-sun'],
    ['+49 (0)30 123-45', '+493012345'],
    ['0049 30 12345', '+493012345'],
    ['desk@example.com', 'sip:desk@example.com'],
    ['en_us', 'en-US'],
    ['star', '*'],
    ['pound', '#'],
    ['“+4930123456”', '+4930123456'],
    ['${vars.pin}', 'pin'],
  ])('%s is %s', (written, meant) => {
    expect(listRewritings(written)).toContainEqual({ text: meant, isSafe: true });
  });
});

describe('what may have been meant otherwise', () => {
  test.each([
    ['30', '30s'],
    ['5000', '5000ms'],
    ['4930123456', '+4930123456'],
    ['askPin', 'ask_pin'],
    ['Front Desk', 'front-desk'],
  ])('%s is perhaps %s', (written, meant) => {
    expect(listRewritings(written)).toContainEqual({ text: meant, isSafe: false });
  });
});

describe('nobody can tell', () => {
  test.each([
    ['the afternoon of', '9-5', /:/],
    ['the month of', '12/11/2026', /^\d{4}-/],
    ['the country of', '030123456', /^\+/],
    ['the hour of', '13pm-2pm', /:/],
  ])('%s %s', (_, written, form) => {
    expect(listRewritings(written).filter(({ text, isSafe }) => isSafe && form.test(text))).toEqual([]);
  });
});

describe('the time zone', () => {
  test.each([
    ['Berlin', { name: 'Europe/Berlin', isSafe: true }],
    ['new york', { name: 'America/New_York', isSafe: true }],
    ['europe/berlin', { name: 'Europe/Berlin', isSafe: true }],
    ['Europe/Belrin', { name: 'Europe/Berlin', isSafe: false }],
    ['EST', { name: 'America/New_York', isSafe: false }],
    ['Europe/Munich', undefined],
    ['US/Eastern', undefined],
  ])('%s', (written, meant) => {
    expect(findMeantZone(written)).toEqual(meant);
  });
});

describe('one mistake is told once', () => {
  const told = (steps: string, head = '') => {
    const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
    return compileFlow({ file: 'case.yaml', text }).diagnostics.map(({ code }) => code);
  };

  test.each([
    [
      'on below the verb',
      "  a:\n    connect:\n      to: '+4930123456'\n      on: { busy: sorry, no_answer: sorry }\n",
    ],
    [
      'an outcome beside the verb',
      "  a:\n    connect: { to: '+4930123456' }\n    busy: sorry\n    on: { no_answer: sorry }\n",
    ],
    ['goto in place of next', '  a:\n    say: Hi.\n    goto: sorry\n'],
    ['the keys of a verb beside it', '  a:\n    say:\n    text: Hi.\n    pause: 1s\n'],
  ])('%s', (_, steps) => {
    expect(told(steps)).toEqual(['misplaced-key']);
  });

  test.each([
    ['what a message waits for', '  a:\n    wait: { for: 30 }\n    on: { timeout: sorry }\n', ['bad-value']],
    [
      'whether a message is waited for',
      '  a:\n    sms: { template: t, campaign: c, wait: 1 }\n    on: { timeout: sorry, undelivered: sorry }\n',
      ['wrong-type'],
    ],
    ['what cannot be a map', '  a:\n    wait: { seconds: 30 }\n', ['unknown-key']],
  ])('%s decides on what else can be said', (_, steps, codes) => {
    expect(told(steps)).toEqual(codes);
  });

  test('variables that cannot be read are not missed where they are used', () => {
    expect(told('  a: { say: "Hi ${vars.x}." }\n', 'vars: [x]\n')).toEqual(['wrong-type']);
    expect(told('  a: { say: "Hi ${vars.x}." }\n', 'variables: { x: 1 }\n')).toEqual(['unknown-key']);
  });

  test('what stands below a misspelt key is checked all the same', () => {
    expect(told('  a: { Say: "Hi ${vars.x}." }\n')).toEqual(['unknown-key', 'unknown-variable']);
  });

  test('tabs do not hide what stands behind them', () => {
    const text = 'ringflow: 1\nname: case\non: { error: a }\nsteps:\n\ta:\n\t\tsay: Hi.\n\t\tnext: nowhere\n';
    const { diagnostics } = compileFlow({ file: 'case.yaml', text });
    expect(diagnostics.map(({ code }) => code)).toEqual(['syntax', 'dangling-target']);
  });
});
