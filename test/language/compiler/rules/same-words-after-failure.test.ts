/** Failures and unanswered questions that lead to the sentence of the success. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Told {
  tag: string;
  done: string;
  missed: string;
  /** The edge that leads to the missed one. */
  from?: 'exhausted' | 'failed';
  /** Steps before the question. */
  before?: string;
}

function count({ tag, done, missed, from = 'exhausted', before = '' }: Told): number {
  const [exhausted, failed] = from === 'exhausted' ? ['missed', 'sorry'] : ['sorry', 'missed'];
  const text = `ringflow: 1
name: case
languages: [${tag}]
on: { error: sorry }
env: { URL: Address of the service. }
steps:
${before}  ask: { menu: { prompt: '1?', choices: [{ key: 1, goto: registrera }] }, on: { exhausted: ${exhausted} } }
  registrera: { http: { post: '\${env.URL}/a', timeout: 4s }, on: { failed: ${failed} } }
  done: { say: "${done}", next: hangup }
  missed: { say: "${missed}", next: hangup }
  sorry: { say: '0', next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter(({ code }) => code === 'success-told-after-failure').length;
}

test.each([
  ['en-US', 'Your visit is booked.', 'Your visit is not booked.'],
  ['de-DE', 'Ihr Besuch ist gebucht.', 'Ihr Besuch ist nicht gebucht.'],
  ['fr-FR', 'Votre visite est réservée.', "Votre visite n'est pas réservée."],
  ['es-ES', 'Su visita está reservada.', 'Su visita no está reservada.'],
  ['it-IT', 'La visita è prenotata.', 'La visita non è prenotata.'],
  ['nl-NL', 'Uw bezoek is geboekt.', 'Uw bezoek is niet geboekt.'],
  ['pt-PT', 'A sua visita está marcada.', 'A sua visita não está marcada.'],
])('an unanswered question and the words of the success, %s', (tag, done, refused) => {
  expect([done, refused].map((missed) => count({ tag, done, missed: `${missed} 0` }))).toEqual([1, 0]);
});

test('a failure in a language without words for success', () => {
  const told = { tag: 'sv-SE', from: 'failed' } as const;
  const done = 'Felet är registrerat.';
  expect(count({ ...told, done, missed: 'Felet är registrerat. Vi ringer.' })).toBe(1);
  expect(count({ ...told, done, missed: 'Felet är inte registrerat. Vi ringer.' })).toBe(0);
  expect(count({ ...told, done: 'Tack för samtalet.', missed: 'Tack för samtalet.' })).toBe(0);
});

test('another effect before it may be the one of which callers hear', () => {
  const done = 'Your visit is booked.';
  const before = `  first: { http: { post: '\${env.URL}/b', timeout: 4s } }\n`;
  expect(count({ tag: 'en-US', done, missed: done, before })).toBe(0);
});
