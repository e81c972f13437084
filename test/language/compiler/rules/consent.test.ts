/** Answers to the question whether a call may be recorded, and the conditions that decide on them later. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Call {
  language?: string;
  prompt?: string;
  vars?: string;
  /** What the keys 1 and 2 set. */
  sets?: [string, string];
  /** The step behind the question that decides, and others. */
  decide: string;
  silent?: string;
}

function listReported({ language = 'en-GB', decide, silent = 'private', ...call }: Call): string[] {
  const {
    prompt = 'May we record the conversation? For yes, press 1. For no, press 2.',
    vars = '{ consent: false }',
    sets = ['{ consent: true }', '{ consent: false }'],
  } = call;
  const [first, second] = sets;
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry }
vars: ${vars}
steps:
  ask:
    menu:
      prompt: "${prompt}"
      choices: [{ key: 1, set: ${first}, goto: decide }, { key: 2, set: ${second}, goto: decide }]
    on: { exhausted: ${silent} }
  ${decide}
  private: { connect: { to: '+442079460101', ring: 20s }, on: { unreached: sorry }, next: hangup }
  recorded: { connect: { to: '+442079460101', ring: 20s }, on: { bridged: tape, unreached: sorry } }
  tape: { record: { start: 'x' }, on: { failed: talk } }
  talk: { wait: { for: bridge_end }, next: hangup }
  sorry: { say: '1 2 3.', next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === 'recording-against-will' ? [message] : []));
}

const choose = (when: string, to = 'recorded') => `decide: { switch: [{ when: '${when}', goto: ${to} }] }`;
const inverted = (step: string) =>
  `callers who agree are led past the recording at step "${step}", and those who refuse are recorded`;

test.each([
  '!vars.consent',
  'vars.consent == false',
  'vars.consent != true',
  '!vars.consent && call.direction == "inbound"',
])('who agrees is recorded, who refuses is not (%s)', (when) => {
  expect(listReported({ decide: choose(when) })).toEqual([inverted('decide')]);
});

test.each(['vars.consent', 'vars.consent == true', '!(vars.consent == false)'])(
  'a right condition is left alone (%s)',
  (when) => {
    expect(listReported({ decide: choose(when) })).toEqual([]);
  },
);

test('a flag of who refuses is read, too', () => {
  const call = {
    vars: '{ private: false }',
    sets: ['{ private: false }', '{ private: true }'] as [string, string],
  };
  expect(listReported({ ...call, decide: choose('vars.private') })).toEqual([inverted('decide')]);
  expect(listReported({ ...call, decide: choose('!vars.private') })).toEqual([]);
});

test('a copy of the answer decides as the answer does', () => {
  const vars = '{ consent: false, taped: false }';
  const copied = (when: string) =>
    `decide: { set: { taped: '\${vars.consent}' } }\n  then: { switch: [{ when: '${when}', goto: recorded }] }`;
  expect(listReported({ vars, decide: copied('!vars.taped') })).toEqual([inverted('then')]);
  expect(listReported({ vars, decide: copied('vars.taped') })).toEqual([]);
});

test('cases of a value are followed', () => {
  const call = { vars: '{ may: "" }', sets: ['{ may: "yes" }', '{ may: "no" }'] as [string, string] };
  const cases = (answer: string) =>
    `decide: { switch: { value: vars.may, cases: { '${answer}': recorded } } }`;
  expect(listReported({ ...call, decide: cases('no') })).toEqual([inverted('decide')]);
  expect(listReported({ ...call, decide: cases('yes') })).toEqual([]);
});

test.each([
  ['en-GB', 'This call is recorded. If you agree, press 1. If you would rather not, press 2.'],
  ['de-DE', 'Dürfen wir das Gespräch aufzeichnen? Wenn ja, drücken Sie die 1. Wenn nein, drücken Sie die 2.'],
  ['fr-FR', "Pouvons-nous enregistrer l'appel ? Pour oui, appuyez sur 1. Pour non, appuyez sur 2."],
  ['es-ES', '¿Podemos grabar la llamada? Para sí, pulse 1. Para no, pulse 2.'],
  ['it-IT', 'Possiamo registrare la chiamata? Per sì, prema 1. Per no, prema 2.'],
  ['nl-NL', 'Mogen we het gesprek opnemen? Voor ja, druk op 1. Voor nee, druk op 2.'],
  ['pt-PT', 'Podemos gravar a chamada? Para sim, prima 1. Para não, prima 2.'],
  ['pl-PL', 'Czy możemy nagrać rozmowę? Aby powiedzieć tak, naciśnij 1. Aby powiedzieć nie, naciśnij 2.'],
  ['sv-SE', 'Får vi spela in samtalet? För ja, tryck 1. För nej, tryck 2.'],
])('the refusal is understood in %s', (language, prompt) => {
  const call = {
    language,
    prompt,
    vars: '{ ok: false }',
    sets: ['{ ok: true }', '{ ok: false }'] as [string, string],
  };
  expect(listReported({ ...call, decide: choose('!vars.ok') })).toEqual([inverted('decide')]);
  expect(listReported({ ...call, decide: choose('vars.ok') })).toEqual([]);
});

test('who is asked for an objection refuses with yes', () => {
  const call = {
    prompt: 'Do you object to a recording? For yes, press 1. For no, press 2.',
    vars: '{ objects: false }',
    sets: ['{ objects: true }', '{ objects: false }'] as [string, string],
  };
  expect(listReported({ ...call, decide: choose('!vars.objects') })).toEqual([]);
});

test('a menu about something else that mentions recordings is left alone', () => {
  const call = {
    prompt: 'Calls may be recorded. For sales, press 1. For repairs without an appointment, press 2.',
    vars: '{ repair: false }',
    sets: ['{ repair: false }', '{ repair: true }'] as [string, string],
  };
  expect(listReported({ ...call, decide: choose('vars.repair') })).toEqual([]);
});

test('a recording that callers hear needs no consent', () => {
  const prompt = 'Would you like to hear our recorded price list? For yes, press 1. For no, press 2.';
  const sets: [string, string] = ['{ list: true }', '{ list: false }'];
  expect(listReported({ prompt, vars: '{ list: false }', sets, decide: choose('!vars.list') })).toEqual([]);
});

test('silence that leads where one of two departments is recorded is no consent', () => {
  const prompt = 'Calls with sales are recorded. For repairs, press 1. For sales, press 2.';
  const sets: [string, string] = ['{ repair: true }', '{ repair: false }'];
  const call = { prompt, vars: '{ repair: false }', sets, decide: choose('!vars.repair') };
  expect(listReported({ ...call, silent: 'recorded' })).toEqual([]);
  const asked = { decide: choose('vars.consent'), silent: 'recorded' };
  expect(listReported(asked)).toEqual([
    'callers who say nothing at step "ask" are recorded as if they had agreed',
  ]);
});

test('who refuses and is asked once more may agree', () => {
  const decide = `decide: { switch: [{ when: '!vars.consent', goto: again }], next: private }
  again:
    menu:
      prompt: Without a recording we cannot take your order. May we record it? For yes, press 1. For no, press 2.
      choices: [{ key: 1, goto: recorded }, { key: 2, goto: private }]
    on: { exhausted: private }`;
  expect(listReported({ decide })).toEqual([]);
});

test('a message that is recorded when nobody answers was not refused', () => {
  const decide = `decide: { switch: [{ when: vars.consent, goto: recorded }] }
  quiet: { connect: { to: '+442079460102', ring: 20s }, on: { no_answer: message, busy: message, failed: sorry }, next: hangup }
  message: { record: { start: 'message' }, on: { failed: talk }, next: talk }`;
  expect(listReported({ decide })).toEqual([]);
  const lost = decide.replace('no_answer: message', 'bridged: message, no_answer: message');
  expect(listReported({ decide: lost })).toHaveLength(1);
});

test('a refusal that keeps the consent with which the flow begins is told', () => {
  const call = {
    vars: '{ consent: true, asked: 0 }',
    sets: ['{ consent: true }', '{ asked: 1 }'] as [string, string],
  };
  expect(listReported({ ...call, decide: choose('vars.consent') })).toEqual([
    'callers who press "2" at step "ask" refuse the recording and are recorded all the same',
  ]);
});
