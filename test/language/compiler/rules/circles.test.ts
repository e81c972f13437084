/** Where the rules about circles draw their lines: what the caller chooses and what the flow counts ends a circle. */
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue, type FlowFile } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** What stands around the steps: the flow's head, its `on`, and other flows. */
interface Around {
  head?: string;
  on?: string;
  beside?: string[];
}

/** The steps at which a code is told; `sorry` speaks and takes all failures. */
function stepsWith(
  code: DiagnosticCode,
  steps: string,
  { head = '', on = '{ error: sorry }', beside = [] }: Around = {},
): string[] {
  const text = `ringflow: 1\nname: case\non: ${on}\n${head}steps:\n${steps}  sorry: { say: Sorry., next: hangup }\n`;
  const files = [text, ...beside].map((one, index): FlowFile => ({ file: `${index}.yaml`, text: one }));
  const others = createFlowCatalogue(files);
  const [own = { file: '', text: '' }] = files;
  const { diagnostics, graph } = compileFlow(own, { others });
  return diagnostics
    .filter((one) => one.code === code)
    .map(
      ({ span }) => graph?.steps.findLast((step) => step.span.start.offset <= span.start.offset)?.name ?? '',
    );
}

const desk =
  "  desk: { connect: { to: '+493012341', ring: 20s }, next: hangup, on: { busy: B, no_answer: sorry } }\n";
const deskTo = (busy: string) => desk.replace('B', busy);
const count = "  count: { set: { n: '${vars.n + 1}' } }\n";
const enough = '  enough: { switch: [{ when: vars.n > 3, goto: sorry }], next: desk }\n';
const patience = '  patience: { say: One moment. }\n';
const vars = 'vars: { n: 0, m: 0, s: "" }\n';

describe('a circle of bad luck', () => {
  test.each([
    ['that nothing counts', `${deskTo('patience')}  patience: { say: One moment., next: desk }\n`],
    [
      'that is counted without a look at the count',
      `${deskTo('patience')}${patience}${count.replace(' }\n', ', next: desk }\n')}`,
    ],
    [
      'in which another variable decides',
      `${deskTo('patience')}${patience}${count}${enough.replace('vars.n', 'vars.m')}`,
    ],
    [
      'that begins the count anew',
      `${deskTo('patience')}${patience}  zero: { set: { n: 0 } }\n${count}${enough}`,
    ],
    [
      'with a way round the counter',
      `${deskTo('patience')}${patience}  which: { switch: [{ when: vars.m == 1, goto: desk }] }\n${count}${enough}`,
    ],
    [
      'with a way round the decision',
      `${deskTo('count')}${count}  which: { switch: [{ when: vars.m == 1, goto: patience }] }\n${enough}  patience: { say: One moment., next: desk }\n`,
    ],
    [
      'that only a failure leaves',
      `${deskTo('patience')}  patience: { say: One moment., next: desk, on: { failed: sorry } }\n`,
    ],
  ])('%s is told', (_, steps) => {
    expect(stepsWith('endless-circle', steps, { head: vars })).toEqual(['desk']);
  });

  test.each([
    ['that is counted', `${deskTo('patience')}${patience}${count}${enough}`],
    [
      'whose count decides by way of another variable',
      `${deskTo('patience')}${patience}${count}  copy: { set: { m: '\${vars.n * 2}' } }\n${enough.replace('vars.n', 'vars.m')}`,
    ],
    [
      'in which a second attempt is marked',
      `${deskTo('look')}  look: { switch: [{ when: vars.n == 1, goto: sorry }] }\n  mark: { set: { n: 1 } }\n  patience: { say: One moment., next: desk }\n`,
    ],
    [
      'in which callers choose to wait',
      `${deskTo('ask')}  ask: { menu: { prompt: 'To wait, press 1.', choices: [{ key: 1, goto: desk }] }, on: { exhausted: desk } }\n`,
    ],
    [
      'of conversations',
      `${deskTo('sorry').replace('next: hangup', 'next: thanks')}  thanks: { say: Thank you., next: desk }\n`,
    ],
    ['without a pause, told by another rule', deskTo('desk')],
  ])('%s is not told', (_, steps) => {
    expect(stepsWith('endless-circle', steps, { head: vars })).toEqual([]);
  });

  test('is not told where the call ends within minutes', () => {
    const steps = `${deskTo('patience')}  patience: { say: One moment., next: desk }\n`;
    expect(stepsWith('endless-circle', steps, { head: 'limits: { duration: 8m }\n' })).toEqual([]);
    expect(stepsWith('endless-circle', steps, { head: 'limits: { duration: 30m }\n' })).toEqual(['desk']);
  });

  test('in the finalizer is not told, since nobody hears it', () => {
    const steps =
      '  hi: { hangup: }\n  link: { sms: { template: t, campaign: c }, next: hangup, on: { failed: again } }\n  again: { wait: 5s, next: link }\n';
    expect(stepsWith('endless-circle', steps, { on: '{ error: sorry }' })).toEqual(['link']);
    expect(stepsWith('endless-circle', steps, { on: '{ error: sorry, end: link }' })).toEqual([]);
  });

  test('through two flows is told once, at the step that leaves the first', () => {
    const other = (name: string, to: string) =>
      `ringflow: 1\nname: ${name}\non: { error: sorry }\nsteps:\n  hello: { say: Hello. }\n  over: { goto: { flow: ${to} } }\n  sorry: { say: Sorry., next: hangup }\n`;
    const steps = '  hello: { say: Good day. }\n  away: { goto: { flow: other } }\n';
    expect(stepsWith('endless-circle', steps, { beside: [other('other', 'case')] })).toEqual(['away']);
    expect(
      stepsWith('endless-circle', steps.replace('other', 'a-first'), { beside: [other('a-first', 'case')] }),
    ).toEqual([]);
    expect(stepsWith('endless-circle', steps, { beside: [other('other', 'third')] })).toEqual([]);
  });
});

describe('a secret', () => {
  const head =
    'vars: { pin: { type: string, secret: true }, again: { type: string, secret: true }, n: 0, left: 0, s: "" }\n';
  const ask = '  pin: { collect: { prompt: Your PIN., digits: 4, save: pin }, on: { exhausted: sorry } }\n';
  const check = (save = '') =>
    `  check: { http: { post: 'https://x.example.com', json: { pin: '\${vars.pin}' }, timeout: 3s${save} }, on: { client_error: wrong }, next: hangup }\n`;
  const wrong = '  wrong: { say: Wrong., next: pin }\n';
  const limit = `  wrong: { set: { n: '\${vars.n + 1}' } }\n  enough: { switch: [{ when: vars.n < 3, goto: pin }], next: sorry }\n`;

  test.each([
    ['that a service refuses', `${ask}${check()}${wrong}`, 'pin'],
    [
      'that a table does not have',
      `${ask}  check: { switch: [{ when: vars.pin == "1234", goto: sorry }], next: pin }\n`,
      'pin',
    ],
    [
      'whose count begins anew',
      `  zero: { set: { n: 0 } }\n${ask}${check()}${limit.replace('goto: pin', 'goto: zero')}`,
      'pin',
    ],
    [
      'for which the flow begins anew',
      `${ask}${check()}${limit.replace('goto: pin', 'goto: anew')}  anew: { goto: { flow: case } }\n`,
      'anew',
    ],
  ])('%s may be guessed for ever', (_, steps, step) => {
    expect(stepsWith('endless-guessing', steps, { head })).toEqual([step]);
  });

  test.each([
    ['whose attempts are counted', `${ask}${check()}${limit}`],
    [
      'whose attempts the service counts',
      `${ask}${check(", save: { left: '${response.json.left}' }").replace('next: hangup', 'next: left')}  left: { switch: [{ when: vars.left == 0, goto: sorry }], next: pin }\n${wrong.replace('next: pin', 'next: hangup')}`,
    ],
    [
      'that callers choose by entering it twice',
      `${ask}  again: { collect: { prompt: Once more., digits: 4, save: again }, on: { exhausted: sorry } }\n  same: { switch: [{ when: vars.pin == vars.again, goto: sorry }], next: pin }\n`,
    ],
    [
      'that is asked for again from a menu',
      `${ask}${check().replace('next: hangup', 'next: more')}  more: { menu: { prompt: 'Press 1.', choices: [{ key: 1, goto: pin }] }, on: { exhausted: sorry } }\n${wrong.replace('next: pin', 'next: hangup')}`,
    ],
  ])('%s is left alone', (_, steps) => {
    expect(stepsWith('endless-guessing', steps, { head })).toEqual([]);
  });

  test('that is asked for in another flow may be guessed by running that flow again', () => {
    const other = `ringflow: 1\nname: other\non: { error: denied }\nvars: { pin: { type: string, secret: true } }\nsteps:\n  ask: { collect: { prompt: Your PIN., digits: 4, save: pin }, on: { exhausted: denied }, next: return }\n  denied: { return: denied }\n`;
    const run =
      '  who: { run: { flow: other }, on: { denied: wrong }, next: hangup }\n  wrong: { say: Wrong., next: who }\n';
    expect(stepsWith('endless-guessing', run, { beside: [other] })).toEqual(['who']);
    expect(stepsWith('endless-guessing', run, { beside: [other.replace(', secret: true', '')] })).toEqual([]);
  });
});

describe('a flow that runs itself', () => {
  const anew = '  hi: { say: Hello. }\n  anew: { run: { flow: F }, next: return }\n';
  const other = (more: string) =>
    `ringflow: 1\nname: other\non: { error: sorry }\n${more}steps:\n  hi: { say: Hello. }\n  over: { run: { flow: case }, next: return }\n  sorry: { say: Sorry., next: return }\n`;

  test('is told at the step, also through another flow', () => {
    expect(stepsWith('runs-itself', anew.replace('F', 'case'))).toEqual(['anew']);
    expect(stepsWith('runs-itself', anew.replace('F', 'other'), { beside: [other('')] })).toEqual(['anew']);
  });

  test('is left alone where it may count in parameters', () => {
    expect(stepsWith('runs-itself', anew.replace('F', 'case'), { head: 'params: { n: int }\n' })).toEqual([]);
    expect(
      stepsWith('runs-itself', anew.replace('F', 'other'), { beside: [other('params: { n: int }\n')] }),
    ).toEqual([]);
  });
});
