/** Where the rules about limits and times draw their lines: a limit is too low only for ways that a call can take. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** The steps at which a code is told; `sorry` speaks and takes all failures. */
function stepsWith(code: DiagnosticCode, steps: string, head = ''): string[] {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry., next: hangup }\n`;
  const { diagnostics, graph } = compileFlow({ file: 'case.yaml', text });
  return diagnostics
    .filter((one) => one.code === code)
    .map(
      ({ span }) => graph?.steps.findLast((step) => step.span.start.offset <= span.start.offset)?.name ?? '',
    );
}

describe('limits.steps', () => {
  const says = (count: number) =>
    `${Array.from({ length: count - 1 }, (_, at) => `  s${at}: { say: Hello. }\n`).join('')}  last: { say: Bye., next: hangup }\n`;
  const counted = (tries: number, value = 'vars.n') =>
    `  count: { set: { n: '\${vars.n + 1}' } }\n  enough: { switch: [{ when: ${value} >= ${tries}, goto: done }] }\n  again: { say: Again., next: count }\n  done: { say: Done., next: hangup }\n`;
  const shorter =
    '  a: { hours: office, on: { closed: c } }\n  b: { say: Hi. }\n  c: { say: Hi., next: hangup }\n';
  test.each([
    ['as many steps as the way has', says(5), 5, []],
    ['one step less', says(5), 4, ['last']],
    ['the shorter of two ways', shorter, 2, []],
    ['the rounds that the flow counts', counted(3), 9, []],
    ['fewer rounds than the flow counts', counted(3), 8, ['done']],
    ['rounds of which nobody knows the number', counted(3, 'size(call.from)'), 3, []],
  ])('that allows %s', (_, steps, limit, told) => {
    const head = `limits: { steps: ${limit} }\nvars: { n: 0 }\nhours: { office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 } } }\n`;
    expect(stepsWith('limit-too-low', steps, head)).toEqual(told);
  });
});

describe('limits.duration', () => {
  const audio = (seconds: number) => `{ url: 'https://example.com/a.wav', length: ${seconds}s }`;
  const desks = (ring: number) =>
    `  a: { connect: { to: ['+493012345601', '+493012345602'], ring: ${ring}s }, on: { busy: sorry, no_answer: sorry }, next: hangup }\n`;
  const ask = (attempts: number, out = 'exhausted') =>
    `  a: { menu: { prompt: For help press 1., timeout: 20s, attempts: ${attempts}, choices: [{ key: 1, goto: sorry }] }, on: { ${out}: sorry } }\n`;
  test.each([
    ['a recording that is as long', `  a: { say: ${audio(60)}, next: hangup }\n`, []],
    ['a longer recording', `  a: { say: ${audio(61)}, next: hangup }\n`, ['a']],
    [
      'two recordings that are longer together',
      `  a: { say: ${audio(31)} }\n  b: { say: ${audio(30)} }\n  c: { say: Hi., next: hangup }\n`,
      ['b'],
    ],
    [
      'a long text behind a menu',
      `  a: { menu: { prompt: For help press 1., choices: [{ key: 1, goto: b }] }, on: { exhausted: sorry } }\n  b: { say: '${'Please. '.repeat(140)}', next: hangup }\n`,
      ['b'],
    ],
    [
      'a recording of unknown length',
      "  a: { say: { url: 'https://example.com/a.wav' }, next: hangup }\n",
      [],
    ],
    [
      'a wait that is as long',
      '  a: { wait: { for: message, timeout: 60s }, on: { timeout: sorry }, next: sorry }\n',
      [],
    ],
    [
      'a longer wait',
      '  a: { wait: { for: message, timeout: 61s }, on: { timeout: sorry }, next: sorry }\n',
      ['a'],
    ],
    ['the ringing of all parties', desks(30), []],
    ['the ringing of one party only', desks(31), ['a']],
    ['all attempts of a question', ask(3), []],
    ['fewer attempts', ask(4), ['a']],
    ['a conversation that may be long', desks(20), []],
  ])('of a minute against %s', (_, steps, told) => {
    expect(stepsWith('limit-too-low', steps, 'limits: { duration: 1m }\n')).toEqual(told);
  });

  test('is an hour unless the flow says otherwise', () => {
    const wait = (time: string) =>
      `  a: { wait: { for: message, timeout: ${time} }, on: { timeout: sorry }, next: sorry }\n`;
    expect(stepsWith('limit-too-low', wait('60m'))).toEqual([]);
    expect(stepsWith('limit-too-low', wait('61m'))).toEqual(['a']);
  });
});

test.each([
  ['9m', []],
  ['10m', ['b']],
])('a wait of %s for the end of a conversation of ten minutes', (timeout, told) => {
  const talk = `  a: { connect: { to: '+493012345601' }, on: { bridged: b, busy: sorry, no_answer: sorry } }\n  b: { wait: { for: bridge_end, timeout: ${timeout} }, on: { timeout: hangup }, next: hangup }\n`;
  expect(stepsWith('limit-too-low', talk, 'limits: { bridge: 10m }\n')).toEqual(told);
});

describe('callers are left without a word', () => {
  const collect = (keys: string) =>
    `  a: { collect: { prompt: Hi., save: s, ${keys} }, on: { exhausted: sorry } }\n`;
  test.each([
    ['for a minute after a question', 'digits: 4, timeout: 60s', []],
    ['for longer', 'digits: 4, timeout: 61s', ['a']],
    ['for eight seconds after a number of any length', 'digits: { min: 4, max: 9 }, inter_digit: 8s', []],
    ['for nine', 'digits: { min: 4, max: 9 }, inter_digit: 9s', ['a']],
    ['for nine, unless a key ends it', "digits: { min: 4, max: 9 }, inter_digit: 9s, terminator: '#'", []],
    ['for nine after a number of fixed length', 'digits: 4, inter_digit: 9s', []],
  ])('%s', (_, keys, told) => {
    expect(stepsWith('long-silence', collect(keys), "vars: { s: '' }\n")).toEqual(told);
  });

  test.each([
    ['a filler that is repeated for 90 seconds', 'timeout: 88s, filler: Wait.', []],
    ['a filler that is repeated for longer', 'timeout: 60s, retries: 1, filler: Wait.', ['a']],
    ['silence, of which another rule tells', 'timeout: 60s, retries: 1', []],
  ])('but for %s', (_, keys, told) => {
    expect(stepsWith('long-waiting', `  a: { http: { get: 'https://example.com', ${keys} } }\n`)).toEqual(
      told,
    );
  });
});

describe('too little time', () => {
  test.each([
    ['8s', []],
    ['7s', ['a']],
    ['soon', []],
  ])('of %s to pick up', (ring, told) => {
    const steps = `  a: { connect: { to: '+493012345601', ring: ${ring} }, on: { busy: sorry, no_answer: sorry } }\n`;
    expect(stepsWith('short-ringing', steps)).toEqual(told);
  });

  test.each([
    ['20s', []],
    ['19s', ['a']],
  ])('of %s to talk to a voice agent', (timeout, told) => {
    const steps = `  a: { stream: { to: 'wss://example.com/agent', timeout: ${timeout} }, on: { timeout: sorry } }\n`;
    expect(stepsWith('short-stream', steps)).toEqual(told);
  });
});

describe('a promise', () => {
  test.each([
    ['of more time than there is', 'en-US', 'You have twenty seconds to find it.', ['a']],
    ['of as much time', 'en-US', 'You have five seconds to find it.', []],
    ['in digits', 'en-US', 'You have 2 minutes to find it.', ['a']],
    ['of time for something else', 'en-US', 'It takes twenty seconds to arrive.', []],
    ['that something is twenty minutes away', 'en-US', 'You have a train in twenty minutes.', []],
    ['in German', 'de-DE', 'Sie haben zwanzig Sekunden Zeit.', ['a']],
    ['in French', 'fr-FR', 'Vous avez vingt secondes pour le trouver.', ['a']],
    ['in Spanish', 'es-ES', 'Tiene veinte segundos para buscarlo.', ['a']],
    ['in Italian', 'it-IT', 'Ha venti secondi per trovarlo.', ['a']],
    ['in Dutch', 'nl-NL', 'U heeft twintig seconden om het te zoeken.', ['a']],
    ['in Portuguese', 'pt-PT', 'Tem vinte segundos para o encontrar.', ['a']],
    ['in a language whose numbers are not known', 'sv-SE', 'Du har 20 sekunder att hitta det.', []],
  ])('%s', (_, language, text, told) => {
    const steps = `  a: { collect: { prompt: '${text}', digits: 4, save: s }, on: { exhausted: sorry } }\n`;
    expect(stepsWith('promised-time', steps, `languages: [${language}]\nvars: { s: '' }\n`)).toEqual(told);
  });

  test.each([
    ['10m', ['b']],
    ['30m', []],
  ])('of half an hour before a conversation of %s', (bridge, told) => {
    const steps =
      "  a: { say: Your doctor has thirty minutes for you. }\n  b: { connect: { to: '+493012345601' }, on: { busy: sorry, no_answer: sorry }, next: hangup }\n";
    expect(stepsWith('promised-time', steps, `limits: { bridge: ${bridge} }\n`)).toEqual(told);
  });
});
