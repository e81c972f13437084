/** Where the rule about values that nothing has set draws its line: a way that contradicts itself is none. */
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue, type FlowFile } from '../../../../src/language/compiler/index.ts';

/** What stands around the steps: the flow's head, its `on`, and other flows. */
interface Around {
  head?: string;
  on?: string;
  beside?: string[];
}

/** The steps at which it is told; `sorry` speaks and takes all failures. */
function stepsWith(
  steps: string,
  { head = '', on = '{ error: sorry }', beside = [] }: Around = {},
): (string | undefined)[] {
  const text = `ringflow: 1\nname: case\non: ${on}\nvars: ${VARS}\n${head}steps:\n${steps}  sorry: { say: Sorry., next: hangup }\n`;
  const files = [text, ...beside].map((one, index): FlowFile => ({ file: `${index}.yaml`, text: one }));
  const others = createFlowCatalogue(files);
  const { diagnostics, graph } = compileFlow(files[0] ?? { file: '', text: '' }, { others });
  return diagnostics
    .filter(({ code }) => code === 'read-before-set')
    .map(({ span }) => graph?.steps.findLast((one) => one.span.start.offset <= span.start.offset)?.name);
}

const VARS =
  '{ name: "", room: "", tier: "", copy: "", intro: "", n: 0, price: 0.0, known: false, other: "" }';
const ask = (save: string, exhausted: string) =>
  `  ask_${save}: { collect: { prompt: Hi., digits: 3, save: ${save} }, on: { exhausted: ${exhausted} } }\n`;
const find = (to = 'say_it') =>
  `  find: { http: { get: 'https://x.example.com', timeout: 3s, save: { name: '\${response.json.name}', price: '\${response.json.price}' } }, on: { client_error: ${to} } }\n`;
const pick = (one: string, two: string, to = 'say_it') =>
  `  pick: { menu: { prompt: 1 or 2., choices: [{ key: 1, ${one}goto: ${to} }, { key: 2, ${two}goto: ${to} }] }, on: { exhausted: sorry } }\n`;
const sayIt = (text = 'Hello ${vars.name}.') => `  say_it: { say: '${text}', next: hangup }\n`;
const call =
  "  say_it: { connect: { to: '${vars.room}', ring: 20s }, next: hangup, on: { busy: sorry, no_answer: sorry } }\n";

describe('a value', () => {
  test.each([
    ['that the caller may not give', `${ask('room', 'say_it')}${call}`],
    ['that a service may not give', `${find()}${sayIt()}`],
    ['that is a number from outside', `${find()}${sayIt('That is ${vars.price} euros.')}`],
    [
      'that is copied from one that is not set',
      `${find('copy')}  copy: { set: { copy: '\${vars.name}' } }\n${sayIt('Hello ${vars.copy}.')}`,
    ],
    [
      'that is set only where a condition holds',
      `${ask('tier', 'sorry')}  which: { switch: [{ when: vars.tier == "100", goto: say_it }] }\n${find('sorry')}${sayIt()}`,
    ],
    ['that a global key skips', `${ask('room', 'sorry')}${call}`],
    [
      'that is part of an address',
      `${ask('room', 'say_it')}  say_it: { http: { get: 'https://x.example.com/rooms/\${vars.room}?a=1', timeout: 3s }, next: hangup }\n`,
    ],
    [
      'that is all that a request has to say',
      `${ask('room', 'say_it')}  say_it: { http: { post: 'https://x.example.com', json: ['\${vars.room}', new], timeout: 3s }, next: hangup }\n`,
    ],
    [
      'that a request has beside the number of the caller who did not give it',
      `${ask('room', 'say_it')}  say_it: { http: { post: 'https://x.example.com', json: ['\${vars.room}', '\${call.from}'], timeout: 3s }, next: hangup }\n`,
    ],
    ['that only one choice of a menu sets', `${pick('set: { room: "+493012345" }, ', '')}${call}`],
    ['of a named prompt', `${find()}  say_it: { say: hello, next: hangup }\n`],
  ])('%s is told where it is used', (_, steps) => {
    const head = 'prompts: { hello: "Hello ${vars.name}." }\n';
    const around = steps.includes('hello, next') ? { head } : {};
    const keys = steps.startsWith(ask('room', 'sorry'))
      ? { head: "always: { keys: { '*': say_it } }\n" }
      : {};
    expect(stepsWith(steps, { ...around, ...keys })).toEqual(['say_it']);
  });

  test.each([
    ['that is set on every way', `${find('sorry')}${sayIt()}`],
    [
      'that is set on two ways',
      `${find('set_it')}${sayIt()}  set_it: { set: { name: friend }, next: say_it }\n`,
    ],
    [
      'at which the flow has looked',
      `${find('look')}  look: { switch: [{ when: vars.name == "", goto: sorry }] }\n${sayIt()}`,
    ],
    [
      'that each choice of a menu sets',
      `${pick('set: { room: "+493012345" }, ', 'set: { room: "+493012346" }, ')}${call}`,
    ],
    [
      'that a choice leaves empty, and marks so',
      `${pick('set: { room: "+493012345" }, ', 'set: { n: 1 }, ', 'look')}  look: { switch: [{ when: vars.n == 1, goto: sorry }] }\n${call}`,
    ],
    [
      'at which a switch by value has looked',
      `${find('look')}  look: { switch: { value: vars.name, cases: { "": sorry } } }\n${sayIt()}`,
    ],
    [
      'whose absence a switch by value finds in a number',
      `${find('none')}  mark: { set: { n: 1 }, next: look }\n  none: { set: { n: 2 } }\n  look: { switch: { value: vars.n + 1, cases: { 3: sorry } } }\n${sayIt()}`,
    ],
    [
      'at which it has looked among other things',
      `${find('look')}  look: { switch: [{ when: 'vars.tier == "x" || (vars.name == "" && vars.n < 3)', goto: sorry }] }\n${sayIt()}`,
    ],
    [
      'whose absence is marked',
      `${find('none')}  mark: { set: { known: true }, next: look }\n  none: { set: { n: 2 } }\n  look: { switch: [{ when: '!vars.known', goto: sorry }] }\n${sayIt()}`,
    ],
    [
      'that goes with an answer',
      `${ask('tier', 'sorry')}  which: { switch: [{ when: vars.tier == "100", goto: find }], next: later }\n${find('sorry').replace(' }, on', ' }, next: later, on')}  later: { switch: [{ when: vars.tier == "100", goto: say_it }], next: sorry }\n${sayIt()}`,
    ],
    ['at which an expression looks', `${find()}${sayIt('Hello${vars.name == "" ? "" : " " + vars.name}.')}`],
    ['that is all that is said', `${find()}${sayIt('${vars.name}')}`],
    [
      'of words that are put before others',
      `  first: { switch: [{ when: vars.n == 1, goto: say_it }] }\n  again: { set: { intro: Once more., n: 1 } }\n${sayIt('${vars.intro} Hello.')}`,
    ],
    [
      'among others in a request',
      `  m: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: ask_room }, { key: 2, goto: say_it }] }, on: { exhausted: sorry } }\n${ask('room', 'sorry')}  say_it: { http: { post: 'https://x.example.com', json: ['\${vars.room}', '\${call.from}'], timeout: 3s }, next: hangup }\n`,
    ],
    [
      'in the query of an address',
      `${ask('room', 'say_it')}  say_it: { http: { get: 'https://x.example.com/rooms?room=\${vars.room}', timeout: 3s }, next: hangup }\n`,
    ],
    ['behind a failure without an edge', `${find('sorry')}${sayIt()}  more: { say: More. }\n`],
    ['that counts', `  count: { set: { n: '\${vars.n + 1}' } }\n${sayIt('Attempt ${vars.n}.')}`],
  ])('%s is left alone', (_, steps) => {
    expect(stepsWith(steps)).toEqual([]);
  });
});

describe('an answer past which a question leads on purpose', () => {
  const unanswered =
    '  ask_room: { collect: { prompt: Hi., digits: 3, save: room }, on: { exhausted: say_it } }\n';
  const found = "  found: { say: 'Thank you.' }\n";
  const send = (json: string, save = '') =>
    `  say_it: { http: { post: 'https://x.example.com', json: ${json}, timeout: 3s${save} }, next: hangup }\n`;
  const note = send("{ room: '${vars.room}', number: '${call.from}' }");

  test('may be missing in a note about the caller', () => {
    expect(stepsWith(`${unanswered}${found}${note}`)).toEqual([]);
  });

  test.each([
    ['in a note past which nothing leads', `${unanswered}${note}`],
    [
      'in a note about nobody',
      `${unanswered}${found}${send("{ room: '${vars.room}', call: '${call.id}' }")}`,
    ],
    [
      'in a request that fetches something with it',
      `${unanswered}${found}${send("{ room: '${vars.room}', number: '${call.from}' }", ", save: { tier: '${response.json.tier}' }")}`,
    ],
    [
      'in an address',
      `${unanswered}${found}  say_it: { http: { post: 'https://x.example.com/\${vars.room}', json: { number: '\${call.from}' }, timeout: 3s }, next: hangup }\n`,
    ],
    [
      'in a text message',
      `${unanswered}${found}  say_it: { sms: { template: t, campaign: c, data: { room: '\${vars.room}', number: '\${call.from}' } }, next: hangup }\n`,
    ],
  ])('may not be missing %s', (_, steps) => {
    expect(stepsWith(steps)).toEqual(['say_it']);
  });
});

test('a switch before the step that sets what it decides on is told', () => {
  const decide = '  which: { switch: [{ when: vars.name == "Ann", goto: sorry }] }\n';
  expect(stepsWith(`${decide}${find('sorry')}${sayIt()}`)).toEqual(['which']);
  expect(stepsWith(`${find('sorry')}${decide}${sayIt()}`)).toEqual([]);
  expect(stepsWith(`${decide}${find('sorry')}  more: { say: More., next: which }\n`)).toEqual([]);
});

describe('the finalizer', () => {
  const on = '{ error: sorry, end: report }';
  const steps = (json: string, before = '') =>
    `${ask('room', 'sorry')}  bye: { say: Bye., next: hangup }\n${before}  report: { http: { post: 'https://x.example.com', json: ${json}, timeout: 3s }, next: hangup, on: { failed: hangup } }\n`;

  test('is told when it sends nothing of a call that ended early', () => {
    expect(stepsWith(steps("['${vars.room}']"), { on })).toEqual(['report']);
  });

  test('is left alone when it reports whatever is known, or looks first', () => {
    expect(stepsWith(steps("['${vars.room}', '${call.id}']"), { on })).toEqual([]);
    const look = '  look: { switch: [{ when: vars.room == "", goto: hangup }] }\n';
    expect(stepsWith(steps("['${vars.room}']", look), { on: on.replace('report', 'look') })).toEqual([]);
  });
});

describe('the address of a recording', () => {
  const text =
    "  text: { sms: { template: t, campaign: c, data: { link: '${call.recording_url}' } }, next: hangup }\n";
  const desk = (next: string) =>
    `  desk: { connect: { to: '+493012341', ring: 20s, keys: { 1: record } }, next: ${next}, on: { busy: sorry, no_answer: sorry } }\n`;

  test('is not known right after the conversation', () => {
    expect(stepsWith(`${desk('text')}${text}`)).toEqual(['text']);
  });

  test('is known in the finalizer, and perhaps some time later', () => {
    expect(stepsWith(`${desk('hangup')}${text}`, { on: '{ error: sorry, end: text }' })).toEqual([]);
    expect(stepsWith(`${desk('bye')}  bye: { say: One moment. }\n${text}`)).toEqual([]);
  });
});

describe('another flow', () => {
  const other = (ways: string) =>
    `ringflow: 1\nname: other\non: { error: none }\nparams: { phone: { type: string, default: "" } }\nvars: { owner: "", code: "" }\nreturns: { name: vars.owner }\nsteps:\n  code: { collect: { prompt: Hi., digits: 3, save: code }, on: { exhausted: none } }\n  find: { http: { get: 'https://x.example.com/\${vars.code}', timeout: 3s, save: { owner: '\${response.json.name}' } }, on: { client_error: none }, next: return }\n${ways}  none: { return: none }\n`;
  const run = '  who: { run: { flow: other, save: { name: name } }, on: { none: say_it } }\n';

  test('that returns nothing with an outcome leaves the value empty', () => {
    expect(stepsWith(`${run}${sayIt()}`, { beside: [other('')] })).toEqual(['say_it']);
    expect(
      stepsWith(`${run.replace('none: say_it', 'none: sorry')}${sayIt()}`, { beside: [other('')] }),
    ).toEqual([]);
  });

  test('that may return something with it is left alone', () => {
    const guest = '  guest: { set: { owner: guest }, next: none }\n';
    const found = other(guest).replace('client_error: none', 'client_error: guest');
    expect(stepsWith(`${run}${sayIt()}`, { beside: [found] })).toEqual([]);
  });

  test('whose result is not kept is told where the value is missed', () => {
    const kept = '  who: { run: { flow: other, save: { name: name } }, on: { none: sorry }, next: send }\n';
    const steps = (who: string) =>
      `  m: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: who }, { key: 2, goto: ask_name }] }, on: { exhausted: sorry } }\n${who}${ask('name', 'sorry')}  send: { http: { post: 'https://x.example.com', json: ['\${vars.name}', '\${call.from}'], timeout: 3s }, next: hangup }\n`;
    expect(stepsWith(steps(kept), { beside: [other('')] })).toEqual([]);
    expect(stepsWith(steps(kept.replace(', save: { name: name }', '')), { beside: [other('')] })).toEqual([
      'send',
    ]);
  });

  test('that needs its parameter is not to be given an empty one', () => {
    const callback = (steps: string) =>
      `ringflow: 1\nname: callback\non: { error: sorry }\nparams: { number: string }\nsteps:\n${steps}  order: { sms: { template: t, campaign: c, to: '\${params.number}' }, next: hangup }\n  sorry: { say: Sorry., next: hangup }\n`;
    const look = '  look: { switch: [{ when: params.number == "", goto: sorry }] }\n';
    const steps = `${ask('room', 'later')}  bye: { say: Bye., next: hangup }\n  later: { goto: { flow: callback, with: { number: '\${vars.room}' } } }\n`;
    expect(stepsWith(steps, { beside: [callback('')] })).toEqual(['later']);
    expect(stepsWith(steps, { beside: [callback(look)] })).toEqual([]);
  });
});

describe('many decisions one after the other', () => {
  const count = 14;
  const flags = Array.from({ length: count }, (_, at) => `f${at}: false`).join(', ');
  const decisions = Array.from(
    { length: count },
    (_, at) =>
      `  m${at}: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: s${at} }, { key: 2, goto: n${at} }] }, on: { exhausted: sorry } }\n  s${at}: { set: { f${at}: true } }\n  n${at}: { switch: [{ when: vars.f${at} && vars.n == 3, goto: sorry }] }\n`,
  ).join('');
  const past =
    '  which: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: m0 }, { key: 2, goto: ask_room }] }, on: { exhausted: sorry } }\n';
  test.each([
    ['are too many ways to follow', '', []],
    ['are not looked at for a way past them', past, ['say_it']],
  ])('%s', (_, before, told) => {
    const text = `ringflow: 1\nname: case\non: { error: sorry }\nvars: { n: 0, room: "", ${flags} }\nsteps:\n${before}${decisions}${ask('room', 'say_it')}${call}  sorry: { say: Sorry., next: hangup }\n`;
    const { diagnostics, graph } = compileFlow({ file: 'case.yaml', text });
    const found = diagnostics.filter(({ code }) => code === 'read-before-set');
    const steps = found.map(
      ({ span }) => graph?.steps.findLast((one) => one.span.start.offset <= span.start.offset)?.name,
    );
    expect(steps).toEqual(told);
  });
});
