/** Telephone numbers that are told, and those that are not. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const CODES = ['undialable-number', 'premium-number', 'text-to-landline', 'number-twice'];

/** Returns what is told of the numbers of a flow with these steps. */
function judge(steps: string, head = ''): { code: string; message: string; hint?: string }[] {
  const text = `ringflow: 1\nname: case\nlanguages: [de-DE]\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Leider nicht. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter(({ code }) => CODES.includes(code));
}

const connect = (to: string) =>
  `  a: { connect: { to: ${to} }, on: { busy: sorry, no_answer: sorry }, next: hangup }\n`;
const sms = (to: string) => `  a: { sms: { template: t, campaign: c, to: ${to} } }\n`;

/** Other forms are errors where they are written into a `connect`, and no errors in a variable. */
const judgeOne = (number: string) => judge(connect("'${vars.number}'"), `vars: { number: '${number}' }\n`);

describe('a number that is connected to', () => {
  test.each([
    ['+1312555018', 'has too few digits'],
    ['+3512105501551', 'has too many digits'],
    ['+4903023125131', 'contains the digit that is dialled only inside the country'],
    ['030 23125141', 'has no country code'],
    ['+31121555132', 'does not exist'],
    ['+15551234567', 'does not exist'],
    ['4.42079E+11', 'is no telephone number'],
    ['201', 'is no telephone number'],
    ['112', 'is an emergency number'],
    ['+49112', 'is an emergency number'],
    ['+447777777777', 'is a placeholder'],
  ])('%s is told: %s', (number, problem) => {
    const [told, ...others] = judgeOne(number);
    expect(told?.message).toContain(problem);
    expect(others).toEqual([]);
  });

  test.each([
    ['+493023125141'],
    ['493023125141'],
    ['sip:desk@example.com'],
    ['+447700900161'],
    ['+12025550123'],
    ['+61491570006'],
    ['+33639981234'],
  ])('%s is not told', (number) => {
    expect(judgeOne(number)).toEqual([]);
  });

  test('is corrected in the hint where the language names its country', () => {
    expect(judgeOne('030 23125141')[0]?.hint).toBe('did you mean "+493023125141"?');
    expect(judgeOne('+4903023125141')[0]?.hint).toBe('did you mean "+493023125141"?');
  });

  test.each([['${call.from}'], ['+49${call.from}'], ['sip:${call.from}@example.com']])(
    '%s is not known',
    (number) => {
      expect(judge(connect(`'${number}'`))).toEqual([]);
    },
  );

  test('may come from a setting, a variable, a table or a condition', () => {
    const all = (to: string, head: string, before = '') => judge(before + connect(`'${to}'`), head);
    expect(all('${env.DESK}', "env: { DESK: { description: The desk., default: '201' } }\n")).toHaveLength(1);
    expect(all('${vars.desk}', "vars: { desk: '201' }\n")).toHaveLength(1);
    expect(all('${call.from == "" ? "201" : "+493023125141"}', '')).toHaveLength(1);
    const table =
      "vars: { desk: '' }\ntables: { desks: [{ desk: '1', phone: '201' }, { desk: '2', phone: '202' }] }\n";
    const find =
      "  find: { lookup: { table: desks, key: '${call.to}', save: { desk: phone } }, on: { not_found: sorry } }\n";
    expect(all('${vars.desk}', table, find)).toMatchObject([
      { message: expect.stringContaining('the same holds for 1 more') as unknown },
    ]);
  });

  test('is not told where a later step gives the variable its value', () => {
    const head = "vars: { desk: '201' }\n";
    expect(judge(`  set: { set: { desk: '+493023125141' } }\n${connect("'${vars.desk}'")}`, head)).toEqual(
      [],
    );
    expect(judge(`  set: { set: { desk: '\${call.to}' } }\n${connect("'${vars.desk}'")}`, head)).toEqual([]);
  });
});

describe('a premium number', () => {
  test.each([
    ['that is called', connect("'+499003123456'"), ['premium-number']],
    ['that gets a message', sms("'+499003123456'"), ['premium-number']],
    ['that is shown', connect("'+493023125141', from: '+499003123456'"), []],
  ])('%s', (_fact, steps, codes) => {
    expect(judge(steps).map(({ code }) => code)).toEqual(codes);
  });
});

describe('a message', () => {
  test.each([
    ['to a landline', '+493023125150', ['text-to-landline']],
    ['to a mobile', '+4915112340021', []],
    ['to a number that may be either', '+12025550123', []],
  ])('%s', (_fact, number, codes) => {
    expect(judge(sms(`'${number}'`)).map(({ code }) => code)).toEqual(codes);
  });
});

describe('a list', () => {
  test.each([
    ['with a number twice', "['+493023125141', '+493023125142', '+493023125141']", 1],
    ['with a number three times', "['+493023125141', '+493023125141', '+493023125141']", 2],
    ['with an expression twice', "['${call.from}', '${call.from}']", 1],
    ['of different numbers', "['+493023125141', '+493023125142']", 0],
  ])('%s', (_fact, to, times) => {
    expect(judge(connect(to)).filter(({ code }) => code === 'number-twice')).toHaveLength(times);
  });
});
