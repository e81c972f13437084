/** Words such as "from five on" beside the comparison that decides. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Order {
  language?: string;
  prompt?: string;
  /** What is said before the condition, and where it leads. */
  before?: string;
  told?: string;
  when?: string;
  variable?: string;
  range?: string;
  more?: string;
}

function listMisstated(order: Order): string[] {
  const {
    language = 'en-GB',
    prompt = '1 2 3?',
    before = '1 2 3.',
    told = '1 2 3.',
    variable = 'bags',
    range = '{ min: 1, max: 30 }',
    more = '',
  } = order;
  const { when = `vars.${variable} > 5` } = order;
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry }
vars: { ${variable}: 0, total: 0 }
steps:
  ask: { collect: { prompt: "${prompt}", type: number, digits: { max: 2 }, range: ${range}, save: ${variable} }, on: { exhausted: sorry } }
  before: { say: "${before}" }
  decide: { switch: [{ when: '${when}', goto: many }] }
  few: { set: { total: 6 } }
${more}
  many: { say: "${told} \${vars.total}", next: hangup }
  sorry: { say: 4 5 6., next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === 'bound-misstated' ? [message] : []));
}

test.each([
  ['en-GB', 'How many bags? Delivery is free from five bags on.', 'from five bags on'],
  ['en-GB', 'How many bags? With 5 or more, delivery is free.', '5 or more'],
  ['en-GB', 'How many bags? Less than five bags cost 6 pounds.', 'Less than five'],
  ['de-DE', 'Wie viele Taschen sind es? Ab fünf Taschen liefern wir umsonst.', 'Ab fünf'],
  ['de-DE', 'Wie viele Taschen? Unter fünf Taschen kostet es 6 Euro.', 'Unter fünf'],
  ['fr-FR', 'Combien de sacs ? À partir de cinq sacs, la livraison est gratuite.', 'À partir de cinq'],
  ['fr-FR', 'Combien de sacs ? Pour cinq sacs ou plus, elle est gratuite.', 'cinq sacs ou plus'],
  ['es-ES', '¿Cuántas bolsas? A partir de cinco bolsas, el envío es gratis.', 'A partir de cinco'],
  ['es-ES', '¿Cuántas bolsas? Con cinco o más, el envío es gratis.', 'cinco o más'],
  ['it-IT', 'Quante borse? A partire da cinque borse, la consegna è gratuita.', 'A partire da cinque'],
  ['nl-NL', 'Hoeveel tassen? Vanaf vijf tassen is het gratis.', 'Vanaf vijf'],
  ['pt-PT', 'Quantos sacos? A partir de cinco sacos, a entrega é grátis.', 'A partir de cinco'],
  ['sv-SE', 'Hur många kassar? Från fem kassar och uppåt är det gratis.', 'Från fem kassar och uppåt'],
  ['pl-PL', 'Ile toreb? Co najmniej 5 toreb dowozimy za darmo.', 'Co najmniej 5'],
])('a number that the text takes in is taken in (%s, "%s")', (language, prompt, words) => {
  const message = (end: string) => `${end} for 5, but step "ask" says "${words}"`;
  expect(listMisstated({ language, prompt })).toEqual([message('vars.bags > 5 does not hold')]);
  expect(listMisstated({ language, prompt, when: 'vars.bags <= 5' })).toEqual([
    message('vars.bags <= 5 holds'),
  ]);
  expect(listMisstated({ language, prompt, when: 'vars.bags >= 5' })).toEqual([]);
  expect(listMisstated({ language, prompt, when: 'vars.bags < 5' })).toEqual([]);
  expect(listMisstated({ language, prompt, when: '5 <= vars.bags' })).toEqual([]);
});

test.each([
  ['en-GB', 'How many bags? Up to five bags fit into the small van.', 'Up to five'],
  ['en-GB', 'How many bags? More than five bags need the large van.', 'More than five'],
  ['de-DE', 'Wie viele Taschen? Bis zu fünf Taschen passen hinein.', 'Bis zu fünf'],
  ['de-DE', 'Wie viele Taschen? Mehr als fünf Taschen passen nicht hinein.', 'Mehr als fünf'],
  ['fr-FR', "Combien de sacs ? Jusqu'à cinq sacs, c'est gratuit.", "Jusqu'à cinq"],
  ['es-ES', '¿Cuántas bolsas? Hasta cinco bolsas es gratis.', 'Hasta cinco'],
  ['it-IT', 'Quante borse? Più di cinque borse non ci stanno.', 'Più di cinque'],
  ['nl-NL', 'Hoeveel tassen? Hoogstens vijf tassen passen erin.', 'Hoogstens vijf'],
  ['pt-PT', 'Quantos sacos? Mais de cinco sacos não cabem.', 'Mais de cinco'],
  ['sv-SE', 'Hur många kassar? Högst fem kassar får plats.', 'Högst fem'],
  ['pl-PL', 'Ile toreb? Więcej niż 5 toreb się nie zmieści.', 'Więcej niż 5'],
])(
  'a number that the text leaves to the smaller ones is left to them (%s, "%s")',
  (language, prompt, words) => {
    const message = `vars.bags >= 5 holds for 5, but step "ask" says "${words}"`;
    expect(listMisstated({ language, prompt, when: 'vars.bags >= 5' })).toEqual([message]);
    expect(listMisstated({ language, prompt, when: 'vars.bags > 5' })).toEqual([]);
    expect(listMisstated({ language, prompt, when: 'vars.bags <= 5' })).toEqual([]);
  },
);

test('the texts beside a condition count when they name the variable', () => {
  expect(listMisstated({ before: 'Five bags or more are free.' })).toHaveLength(1);
  expect(listMisstated({ told: 'From five bags on, delivery is free.' })).toHaveLength(1);
  expect(listMisstated({ told: 'From five pounds on, delivery is free.' })).toEqual([]);
  expect(listMisstated({ told: 'Five or more are free.' })).toEqual([]);
});

test.each<[string, Order]>([
  ['of other things', { prompt: 'How many bags? It takes more than five minutes.', when: 'vars.bags >= 5' }],
  [
    'of other things that are named twice',
    {
      prompt: 'Rooms for up to five guests, each of the guests with a bed. How many nights?',
      variable: 'nights',
      when: 'vars.nights >= 5',
    },
  ],
  [
    'at the end of a range',
    { language: 'de-DE', prompt: 'Wie viele Taschen? Von 1 bis 5 Taschen.', when: 'vars.bags >= 5' },
  ],
  [
    'that the range keeps',
    {
      prompt: 'How many bags? We take up to five bags.',
      range: '{ min: 1, max: 5 }',
      when: 'vars.bags >= 5',
    },
  ],
  [
    'that another condition keeps',
    {
      prompt: 'How many bags? From five bags on delivery is free.',
      more: "  other: { switch: [{ when: 'vars.bags >= 5', goto: sorry }] }",
    },
  ],
  [
    'that is part of a larger number',
    { prompt: 'How many bags? At least twenty five bags.', when: 'vars.bags > 20' },
  ],
  [
    'of years that are colloquial',
    {
      language: 'fr-FR',
      prompt: 'Quel est votre âge en ans ? Il faut avoir plus de dix-huit ans, plus de 18 ans.',
      variable: 'age',
      when: 'vars.age >= 18',
    },
  ],
  ['that are denied', { prompt: 'How many bags? No more than five bags, please.', when: 'vars.bags > 5' }],
  [
    'of a counter',
    {
      prompt: 'How many bags? More than five bags need a van.',
      when: 'vars.bags >= 5',
      more: "  again: { set: { bags: '${vars.bags + 1}' } }",
    },
  ],
])('bounds %s are left alone', (_, order) => {
  expect(listMisstated(order)).toEqual([]);
});
