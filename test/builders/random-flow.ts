import fc from 'fast-check';
import { runnable } from '../../src/call/index.ts';
import type { RunnableFlow } from '../../src/call/index.ts';
import { compileFlow } from '../../src/language/compiler/index.ts';

const NAMES = ['s0', 's1', 's2', 's3', 's4'];

const HEADER = `ringflow: 1
name: random
languages: [en-US, de-DE]
vars: { n: 0, zero: 0, text: "", pin: { type: string, secret: true } }
prompts: { hello: { en-US: Hello., de-DE: Hallo. } }
limits: { duration: 60s, bridge: 20s, steps: 40 }
`;

const target = fc.constantFrom(...NAMES, 'hangup');
const seconds = fc.integer({ min: 0, max: 20 }).map((count) => `${count}s`);

const prompt = fc.constantFrom(
  'hello',
  'Please.',
  '[hello, { stored: chime }, Please.]',
  '"${vars.text}"',
  '{ ssml: "<speak>${vars.n}</speak>" }',
  '"${1 / vars.zero}"',
);

const asking = fc
  .record({
    prompt,
    timeout: seconds,
    pause: seconds,
    attempts: fc.integer({ min: 1, max: 3 }),
    reprompt: fc.boolean(),
  })
  .map(
    ({ timeout, pause, attempts, reprompt, ...rest }) =>
      `prompt: ${rest.prompt}, timeout: ${timeout}, inter_digit: ${pause}, attempts: ${attempts}, reprompt: ${reprompt}, no_input: [hello], no_match: [Again.]`,
  );

const menu = fc
  .tuple(asking, target, target, target)
  .map(
    ([body, one, twelve, exhausted]) =>
      `{ menu: { ${body}, choices: [{ key: 1, goto: ${one} }, { key: 12, goto: ${twelve} }, { key: 3, goto: repeat }] }, on: { exhausted: ${exhausted} } }`,
  );

const collect = fc
  .tuple(
    asking,
    fc.constantFrom('digits: 2', 'digits: { max: 3 }, terminator: "#"', 'digits: 3, pattern: "1.*"'),
    fc.constantFrom('text', 'pin'),
    target,
  )
  .map(
    ([body, digits, save, exhausted]) =>
      `{ collect: { ${body}, ${digits}, save: ${save} }, on: { exhausted: ${exhausted} } }`,
  );

const connect = fc
  .tuple(
    fc.constantFrom('"+49301"', '["+49301", "+4930${vars.n}"]', '"+49${1 / vars.zero}"'),
    seconds,
    target,
    target,
  )
  .map(
    ([to, ring, busy, noAnswer]) =>
      `{ connect: { to: ${to}, ring: ${ring} }, on: { busy: ${busy}, no_answer: ${noAnswer} } }`,
  );

const passing = fc.oneof(
  fc.constant('{ set: { n: "${vars.n + 1}" } }'),
  fc.constant('{ set: { n: "${1 / vars.zero}" } }'),
  fc.constantFrom('de-DE', 'en-US').map((language) => `{ language: ${language} }`),
  fc
    .tuple(fc.constantFrom('vars.n > 1', 'vars.text == ""', '1 / vars.zero == 1'), target)
    .map(([when, goto]) => `{ switch: [{ when: '${when}', goto: ${goto} }] }`),
  fc.constant('{ hangup: }'),
);

const beside = fc
  .constantFrom(
    '{ record: { start: "a-${vars.n}" } }',
    '{ record: { stop: true } }',
    '{ stream: { to: "wss://a.example/${1 / vars.zero}" } }',
    '{ stream: { to: wss://a.example, timeout: 3s }, on: { timeout: TARGET } }',
    '{ stream: { start: wss://a.example } }',
    '{ stream: { stop: true } }',
    '{ room: { join: r1 } }',
    '{ room: { create: { name: "${vars.n}" }, invite: { sms: { template: t, campaign: c, data: { t: "${room.token}" } } } }, on: { joined: TARGET } }',
    '{ sms: { template: t, campaign: c, to: "${vars.text}" } }',
    '{ sms: { template: t, campaign: c, wait: delivered, timeout: 5s }, on: { undelivered: TARGET, timeout: TARGET } }',
    '{ connect: { to: "+49301", keys: { "*1": record, "*2": hold, "*12": TARGET, "#": end }, inter_digit: 2s }, on: { busy: TARGET, no_answer: TARGET } }',
    '{ connect: { to: "+49301" }, on: { bridged: TARGET, busy: TARGET, no_answer: TARGET } }',
    '{ wait: { for: bridge_end } }',
    '{ outcome: met }',
    '{ accept: }',
    '{ reject: }',
    '{ hold: }',
  )
  .chain((body) => target.map((goto) => body.replaceAll('TARGET', goto)));

const step = fc.oneof(
  { weight: 2, arbitrary: prompt.map((said) => `{ say: ${said} }`) },
  menu,
  collect,
  connect,
  { weight: 3, arbitrary: beside },
  passing,
);

const onError = fc.constantFrom('', 'error: s2, ');
const onEnd = fc.constantFrom('', 'end: note');
const always = fc.constantFrom('', 'always: { keys: { "0": s1, "*": repeat, "#": hangup } }\n');

/** The YAML of a flow of five steps that lead anywhere; not every one compiles. */
export const randomSource: fc.Arbitrary<string> = fc
  .tuple(fc.array(step, { minLength: NAMES.length, maxLength: NAMES.length }), onError, onEnd, always)
  .map(([steps, error, end, keys]) => {
    const lines = steps.map((body, index) => `  ${NAMES[index] ?? ''}: ${body}`);
    const last = '  done: { hangup: }\n  note: { set: { text: "${call.reason}" } }';
    return `${HEADER}${keys}on: { ${error}${end} }\nsteps:\n${lines.join('\n')}\n${last}\n`;
  });

function compiled(text: string): RunnableFlow[] {
  const { flow } = compileFlow({ file: 'random.yaml', text });
  return flow === undefined ? [] : [runnable(flow)];
}

/** Flows that the compiler takes, ready to run. */
export const randomFlow: fc.Arbitrary<RunnableFlow> = randomSource
  .map(compiled)
  .filter((flows) => flows.length > 0)
  .chain((flows) => fc.constantFrom(...flows));
