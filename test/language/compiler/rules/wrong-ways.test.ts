/** Where the rules about ways, keys and requests that are exchanged, passed by or forgotten draw their lines. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { Diagnostic, DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** What is told of some steps under a code; `sorry` speaks and takes all failures. */
function findIn(code: DiagnosticCode, steps: string, head = ''): Diagnostic[] {
  const on = /^on:/m.test(head) ? '' : 'on: { error: sorry }\n';
  const text = `ringflow: 1\nname: case\n${on}${head}steps:\n${steps}  sorry: { say: I am sorry. Please call again later., next: hangup }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code);
}

function countIn(code: DiagnosticCode, steps: string, head = ''): number {
  return findIn(code, steps, head).length;
}

describe('of guesses for ever is told', () => {
  const head = 'languages: [en-GB]\nvars: { pin: { type: string, secret: true }, tries: 0, vip: 0 }\n';
  const ask =
    '  ask: { collect: { prompt: Your PIN please., digits: 4, save: pin }, on: { exhausted: sorry } }\n';
  const check = (wrong: string) =>
    `  check: { http: { post: 'https://bank.example.com/pin', json: { pin: '\${vars.pin}' }, timeout: 3s }, on: { client_error: ${wrong} }, next: hangup }\n`;
  const count = "  count: { set: { tries: '${vars.tries + 1}' } }\n";
  const enough = '  enough: { switch: [{ when: vars.tries >= 3, goto: sorry }], next: NEXT }\n';
  test.each([
    ['that nothing counts them', `${ask}${check('ask')}`, 'nothing counts the attempts'],
    [
      'that the count begins anew',
      `  zero: { set: { tries: 0 } }\n${ask}${check('count')}${count}${enough.replace('NEXT', 'zero')}`,
      'step "count" counts the attempts, but step "zero" begins the count anew in each round',
    ],
    [
      'that nothing looks at the count',
      `${ask}${check('count')}${count}  again: { say: No., next: ask }\n`,
      'step "count" counts the attempts, but not every round looks at "tries"',
    ],
    [
      'that a way back bypasses the count',
      `${ask}${check('which')}  which: { switch: [{ when: vars.vip == 1, goto: ask }] }\n${count}${enough.replace('NEXT', 'ask')}`,
      'one way back bypasses step "count", which counts "tries"',
    ],
  ])('%s', (_, steps, reason) => {
    const [found] = findIn('endless-guessing', steps, head);
    expect(found?.message).toBe(`callers may guess at step "ask" as often as they like: ${reason}`);
  });

  test('nothing when only the right guess leads back', () => {
    const code = head.replace('vip: 0', 'code: { type: string, secret: true }');
    const steps = (isRight: string, goto: string, next: string) =>
      `  get: { http: { post: 'https://bank.example.com/codes', save: { code: '\${response.json.code}' }, timeout: 3s }, on: { failed: sorry } }\n${ask}  is_right: { switch: [{ when: vars.pin ${isRight} vars.code, goto: ${goto} }], next: ${next} }\n  pay: { http: { post: 'https://bank.example.com/pay', timeout: 3s }, on: { failed: get }, next: hangup }\n`;
    expect(countIn('endless-guessing', steps('==', 'pay', 'sorry'), code)).toBe(0);
    expect(countIn('endless-guessing', steps('!=', 'sorry', 'pay'), code)).toBe(0);
    expect(countIn('endless-guessing', steps('==', 'pay', 'ask'), code)).toBe(1);
  });
});

describe('a request that is made again with the same values', () => {
  const head = 'limits: { duration: 9m }\nvars: { n: 0, id: "", state: "" }\n';
  const ask =
    '  ask: { collect: { prompt: Your number please., digits: 4, save: id }, on: { exhausted: sorry } }\n';
  const get = (on: string) =>
    `  get: { http: { get: 'https://a.example.com/\${vars.id}', timeout: 3s, save: { state: '\${response.json.state}' } }, on: ${on} }\n  told: { say: 'It is \${vars.state}.', next: hangup }\n`;
  const count = (to: string) =>
    `  count: { set: { n: '\${vars.n + 1}' } }\n  enough: { switch: [{ when: vars.n >= 3, goto: sorry }], next: ${to} }\n`;
  test.each([
    ['after a refusal', `${ask}${get('{ client_error: count, failed: sorry }')}${count('get')}`, 1],
    ['after another answer', `${ask}${get('{ client_error: count, failed: sorry }')}${count('ask')}`, 0],
    ['after any failure', `${ask}${get('{ failed: count }')}${count('get')}`, 0],
    [
      'after a failure of the service',
      `${ask}${get('{ client_error: sorry, failed: count }')}${count('get')}`,
      0,
    ],
    [
      'after a look at the refusal',
      `${ask}${get('{ client_error: why, failed: sorry }')}  why: { switch: [{ when: error.code == "http_429", goto: count }], next: sorry }\n${count('get')}`,
      0,
    ],
    [
      'after another value was set',
      `${ask}${get('{ client_error: other, failed: sorry }')}  other: { set: { id: '0000' } }\n${count('get')}`,
      0,
    ],
    [
      'after a wait',
      `${ask}${get('{ client_error: pause, failed: sorry }')}  pause: { wait: 5s }\n${count('get')}`,
      0,
    ],
  ])('%s', (_, steps, found) => {
    expect(countIn('refused-request-again', steps, head)).toBe(found);
  });
});

describe('a text message to the caller', () => {
  const text = '  text: { sms: { template: t, campaign: c }, on: { failed: sorry }, next: hangup }\n';
  test.each([
    ['on the way of all', text, 0],
    [
      'past those who withhold their number',
      `  a: { switch: [{ when: call.from == "", goto: sorry }] }\n${text}`,
      0,
    ],
    [
      'on the way of those who withhold it',
      `  a: { switch: [{ when: call.from != "", goto: sorry }] }\n${text}`,
      1,
    ],
    [
      'by a condition in other words',
      `  a: { switch: [{ when: '!(call.from == "")', goto: sorry }] }\n${text}`,
      1,
    ],
    [
      'by two conditions',
      `  a: { switch: [{ when: call.from == "" && call.to == "+49301234", goto: sorry }] }\n${text}`,
      0,
    ],
    [
      'to a number that was asked for',
      `  a: { switch: [{ when: call.from != "", goto: sorry }] }\n  ask: { collect: { prompt: Your number please., type: phone, country: DE, save: s }, on: { exhausted: sorry } }\n${text.replace('template', "to: '${vars.s}', template")}`,
      0,
    ],
  ])('%s', (_, steps, count) => {
    expect(countIn('withheld-number-used', steps, 'vars: { s: "" }\n')).toBe(count);
  });
});

describe('a key of an order', () => {
  const head = 'limits: { duration: 9m }\nvars: { day: "", hold: "", n: 0 }\n';
  const ask = '  ask: { collect: { prompt: Which day?, digits: 8, save: day }, on: { exhausted: sorry } }\n';
  const hold = (method: string) =>
    `  hold: { http: { ${method}: 'https://a.example.com/holds', timeout: 3s, save: { hold: '\${response.json.id}' } }, on: { failed: sorry } }\n`;
  const book = (key: string, on: string, value = 'day') =>
    `  book: { http: { post: 'https://a.example.com/visits', headers: { Idempotency-Key: '${key}' }, json: { what: '\${vars.${value}}' }, timeout: 3s }, on: ${on}, next: hangup }\n`;
  const again = '  again: { say: Once more., next: ask }\n';
  test.each([
    [
      'of the call, with another day after a refusal',
      `${ask}${book('${call.id}', '{ client_error: again, failed: sorry }')}${again}`,
      'shared-idempotency-key',
      1,
    ],
    [
      'of the day, with another day after a refusal',
      `${ask}${book('${call.id}-${vars.day}', '{ client_error: again, failed: sorry }')}${again}`,
      'shared-idempotency-key',
      0,
    ],
    [
      'of the call, with a count of the tries',
      `${book('${call.id}', '{ client_error: count, failed: sorry }', 'n')}  count: { set: { n: '\${vars.n + 1}' } }\n  enough: { switch: [{ when: vars.n >= 3, goto: sorry }], next: sure }\n  sure: { menu: { prompt: To try again press 1., choices: [{ key: 1, goto: book }] }, on: { exhausted: sorry } }\n`,
      'shared-idempotency-key',
      0,
    ],
    [
      'of the call, with a new token',
      `  login: { http: { post: 'https://a.example.com/login', timeout: 3s, save: { hold: '\${response.json.token}' } }, on: { failed: sorry } }\n  book: { http: { post: 'https://a.example.com/visits', headers: { Idempotency-Key: '\${call.id}', Authorization: '\${vars.hold}' }, json: { what: visit }, timeout: 3s }, on: { client_error: login, failed: sorry }, next: hangup }\n`,
      'shared-idempotency-key',
      0,
    ],
    [
      'of the day, with another hour and perhaps the same day',
      `${ask}  hour: { collect: { prompt: Which hour?, digits: 2, save: hold }, on: { exhausted: sorry } }\n${book('${call.id}-${vars.day}', '{ client_error: again, failed: sorry }', 'hold')}${again}`,
      'shared-idempotency-key',
      1,
    ],
    [
      'of a count of the rounds, with another day',
      `  count: { set: { n: '\${vars.n + 1}' } }\n${ask}${book('${call.id}-${vars.n}', '{ client_error: count, failed: sorry }')}`,
      'shared-idempotency-key',
      0,
    ],
    [
      'of a hold that is made anew',
      `${hold('post')}  sure: { menu: { prompt: To book it press 1., choices: [{ key: 1, goto: book }] }, on: { exhausted: sorry } }\n${book('${vars.hold}', '{ client_error: sorry, failed: hold }', 'hold')}`,
      'repeated-request',
      1,
    ],
    [
      'of an order that is only read anew',
      `${hold('get')}  sure: { menu: { prompt: To book it press 1., choices: [{ key: 1, goto: book }] }, on: { exhausted: sorry } }\n${book('${vars.hold}', '{ client_error: sorry, failed: hold }', 'hold')}`,
      'repeated-request',
      0,
    ],
    [
      'of a hold for another day',
      `${ask}${hold('post')}${book('${vars.hold}', '{ client_error: sorry, failed: again }')}${again}`,
      'repeated-request',
      0,
    ],
  ] as [string, string, DiagnosticCode, number][])('%s', (_, steps, code, count) => {
    expect(countIn(code, steps, head)).toBe(count);
  });
});

describe('what is read behind an order that has been noted', () => {
  const head = 'languages: [en-GB]\nvars: { gate: "" }\n';
  const steps = (failed: string, noted = '  noted: { outcome: ordered }\n') =>
    `  order: { http: { post: 'https://a.example.com/orders', timeout: 3s }, on: { client_error: no, failed: sorry } }\n${noted}  gate: { http: { get: 'https://a.example.com/gate', timeout: 3s, save: { gate: '\${response.json.gate}' } }, on: { failed: ${failed} } }\n  told: { say: 'Ordered. Come to gate \${vars.gate}.', next: hangup }\n  done: { say: Ordered., next: hangup }\n  no: { say: We cannot take this order., next: hangup }\n`;
  test.each([
    ['leads to the apology for the order', steps('sorry'), 1],
    ['leads to words of its own', steps('done'), 0],
    ['leads to the apology before the order is noted', steps('sorry', ''), 0],
  ])('%s', (_, text, count) => {
    expect(countIn('apology-after-success', text, head)).toBe(count);
  });
});

describe('a comparison that leads to a step with a direction in its name', () => {
  const head =
    'vars: { n: { type: int, initial: 0 }, last: { type: int, initial: 0 }, stock: { type: int, initial: 0 }, birth_year: { type: int, initial: 0 } }\n';
  const steps = (when: string, to: string) =>
    `  n: { collect: { prompt: How many?, type: number, save: n }, on: { exhausted: sorry } }\n  year: { collect: { prompt: Which year?, type: number, save: birth_year }, on: { exhausted: sorry } }\n  get: { http: { get: 'https://a.example.com', timeout: 3s, save: { last: '\${int(response.json.last)}', stock: '\${int(response.json.stock)}' } }, on: { failed: sorry } }\n  fits: { switch: [{ when: ${when}, goto: ${to} }], next: hangup }\n  ${to}: { say: No., next: hangup }\n`;
  test.each([
    ['vars.n > 12', 'too_many', 0],
    ['vars.n < 12', 'too_many', 1],
    ['12 > vars.n', 'too_few', 0],
    ['12 < vars.n', 'too_few', 1],
    ['vars.n < vars.last', 'too_low', 0],
    ['vars.n > vars.last', 'zu_klein', 1],
    ['vars.n > vars.stock', 'too_few', 0],
    ['vars.birth_year > 2008', 'too_young', 0],
    ['vars.n < 2', 'too_late', 0],
    ['vars.n > 2 && vars.last > 0', 'too_few', 0],
  ])('%s to %s', (when, to, count) => {
    expect(countIn('reversed-comparison', steps(when, to), head)).toBe(count);
  });
});

describe('two outcomes with the names of steps', () => {
  const head = 'vars: { state: "" }\n';
  const get =
    "  get: { http: { get: 'https://a.example.com', timeout: 3s, save: { state: '${response.json.state}' } }, on: { failed: sorry } }\n";
  const by = (cases: string) => `  by: { switch: { value: vars.state, cases: ${cases} }, next: hangup }\n`;
  const told = '  ready: { say: Ready., next: hangup }\n  waiting: { say: Waiting., next: hangup }\n';
  const changed =
    '  ready: { set: { state: ready }, next: hangup }\n  waiting: { set: { state: waiting }, next: hangup }\n';
  test.each([
    ['each its own', by('{ ready: ready, waiting: waiting }'), told, 0],
    ['both the same', by('{ ready: waiting, waiting: waiting }'), told, 0],
    ['each the other', by('{ ready: waiting, waiting: ready }'), told, 1],
    ['each the change to the other', by('{ ready: waiting, waiting: ready }'), changed, 0],
  ])('%s', (_, decision, steps, count) => {
    expect(countIn('outcomes-exchanged', `${get}${decision}${steps}`, head)).toBe(count);
  });
});

describe('the two keys of a menu', () => {
  const menu = (one: string, two: string) =>
    `  sure: { menu: { prompt: 'To cancel your visit, press 1. To keep it, press 2.', choices: [{ key: 1, goto: ${one} }, { key: 2, goto: ${two} }] }, on: { exhausted: sorry } }\n`;
  const ways =
    '  removing: { say: Your visit is cancelled. Goodbye., next: hangup }\n  staying: { say: We expect you. Goodbye., next: hangup }\n';
  test.each([
    ['lead where the text says', menu('removing', 'staying'), 0],
    ['lead the other way', menu('staying', 'removing'), 1],
    ['lead to the same step', menu('staying', 'staying'), 0],
  ])('%s', (_, steps, count) => {
    expect(countIn('key-leads-elsewhere', `${steps}${ways}`, 'languages: [en-GB]\n')).toBe(count);
  });
});

test('one warning tells of all steps for which limits.duration is too short', () => {
  const audio = "say: { url: 'https://example.com/a.wav', length: 40s }";
  const steps = `  a: { menu: { prompt: For news press 1., choices: [{ key: 1, goto: b }] }, on: { exhausted: c } }\n  b: { ${audio}, next: hangup }\n  c: { ${audio}, next: hangup }\n`;
  const [found, ...others] = findIn('limit-too-low', steps, 'limits: { duration: 30s }\n');
  expect(others).toEqual([]);
  expect(found?.message).toMatch(/the same holds for one more step$/);
  expect(found?.span.start.line).toBe(4);
});
