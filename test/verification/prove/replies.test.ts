/** A web service is made to answer what a step saves of its response, whatever expression does it. */
import { describe, expect, test } from 'vitest';
import { listActions } from '../../../src/language/model/index.ts';
import { flowWith, foundIn, proofOf, provable } from './proof-of.ts';
import { findReplies } from '../../../src/verification/prove/web-moves.ts';
import type { Exploration } from '../../../src/verification/prove/explore.ts';
import type { Reply } from '../../../src/verification/prove/reply.ts';

const VARS = `vars: { text: '', number: 0, amount: 0.5, is_open: false, other: '' }`;

const asking = (save: string, behind = '') =>
  flowWith(`${VARS}
steps:
  look:
    http: { get: 'https://crm.example.com/it', save: ${save} }
    on: { failed: sorry }
${behind}  told:
    say: Text \${vars.text} \${vars.number} \${vars.amount} \${vars.is_open} \${vars.other}.
    next: hangup
`);

/** The replies to a step that saves this. */
function repliesTo(save: string, behind = ''): readonly Reply[] {
  const { flow } = provable(asking(save, behind));
  const taken = listActions(flow.machine).flatMap((action) =>
    action.type === 'take_answer' ? [action.params.save] : [],
  );
  return findReplies(taken[0] ?? [], flow, flow).replies;
}

/** What calls have saved in a variable when they reach a step. */
function savedAt({ nodes }: Exploration, step: string, variable: string): unknown[] {
  const there = nodes.filter(({ situation }) => situation.record.context.step === step);
  return [...new Set(there.map(({ situation }) => situation.record.context.vars[variable]))];
}

describe('a body has', () => {
  test.each([
    ['text for text', `{ text: '\${response.json.name}' }`, { name: '1' }],
    ['a number for a whole number', `{ number: '\${response.json.count}' }`, { count: 1 }],
    ['a number for an amount', `{ amount: '\${response.json.total}' }`, { total: 1 }],
    ['a yes for a flag', `{ is_open: '\${response.json.open}' }`, { open: true }],
    [
      'maps in maps',
      `{ text: '\${response.json.customer.name.first}' }`,
      { customer: { name: { first: '1' } } },
    ],
    ['an entry of a list', `{ text: '\${response.json.orders[0].id}' }`, { orders: [{ id: '1' }] }],
    ['a key in brackets', `{ text: '\${response.json["first name"]}' }`, { 'first name': '1' }],
    ['a list as a whole', `{ text: '\${response.json[0].name}' }`, [{ name: '1' }]],
    [
      'two values side by side',
      `{ text: '\${response.json.a.x}', number: '\${response.json.a.y}' }`,
      { a: { x: '1', y: 1 } },
    ],
    [
      'two values of one template',
      `{ text: '\${response.json.first} \${response.json.last}' }`,
      { first: '1', last: '1' },
    ],
    ['nothing where nothing is read of it', `{ text: '\${string(response.status)}' }`, {}],
  ])('%s', (_what, save, json) => {
    expect(repliesTo(save)[0]).toEqual({ json });
  });
});

/** Expressions as they are met in flows; behind each the step goes on. */
const EXPRESSIONS: [variable: string, expression: string][] = [
  ['number', 'size(response.json.items)'],
  ['is_open', 'size(response.json.items) > 2'],
  ['is_open', 'response.json.ports.exists(p, p.up)'],
  ['is_open', 'response.json.items.all(i, i.qty > 3)'],
  ['is_open', 'response.json.tags.exists(t, t == "vip")'],
  ['is_open', '"vip" in response.json.tags'],
  ['text', 'response.json.items.map(i, i.name).join(", ")'],
  ['text', 'response.json.items.filter(i, i.open)[0].name'],
  ['text', 'response.json.valid ? "valid" : "expired"'],
  ['text', 'response.json.hour < 12 ? "morning" : "later"'],
  ['text', 'has(response.json.note) ? response.json.note : "none"'],
  ['text', 'response.json.name.split(" ")[1]'],
  ['text', 'response.json.date.substring(0, 10)'],
  ['number', 'timestamp(response.json.at).getFullYear()'],
  ['text', 'response.headers["x-ref"]'],
  ['number', 'int(response.text)'],
  ['text', 'response.text'],
  ['text', 'response.text.split(";")[2]'],
  ['text', 'response.text.contains("blocked") ? "blocked" : "free"'],
  ['number', 'int(response.json.a) + 1'],
  ['amount', 'response.json.litres / 1000.0'],
  ['amount', 'response.json.items.map(i, i.price * i.qty)[0]'],
  ['text', 'response.json.a.b.c[2].d'],
  ['is_open', 'response.json.a.size() > 3 && response.json.a[3].ok'],
  ['is_open', 'response.json.a == response.json.b'],
  ['text', 'response.json["first name"].lowerAscii()'],
  ['text', 'response.json.phone.startsWith("+49") ? response.json.phone : "+49" + response.json.phone'],
  ['text', 'string(response.status)'],
];

const save = (variable: string, expression: string) =>
  `{ ${variable}: '\${${expression.replaceAll("'", "''")}}' }`;

test.each(EXPRESSIONS)('a response for %s is found: %s', (variable, expression) => {
  const { found, exploration } = proofOf(asking(save(variable, expression)));
  expect(found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
  const edges = exploration.nodes.flatMap((node) => node.edges);
  expect(edges.filter(({ move }) => 'isAssumed' in move)).toEqual([]);
  expect(savedAt(exploration, 'told', variable)).not.toEqual([]);
});

test.each([
  ['each result of a choice', 'text', 'response.json.valid ? "valid" : "expired"', ['valid', 'expired']],
  ['both results of a comparison', 'text', 'response.json.hour < 12 ? "am" : "pm"', ['am', 'pm']],
  ['both results of a search in text', 'text', 'response.text.contains("no") ? "a" : "b"', ['a', 'b']],
  [
    'a text together with a header',
    'text',
    'response.text.contains("yes") && response.headers["x-kind"] == "b2b" ? "a" : "b"',
    ['a', 'b'],
  ],
  [
    'a text together with a status',
    'text',
    'response.text.contains("yes") && response.status == 202 ? "a" : "b"',
    ['a', 'b'],
  ],
  [
    'three members at once',
    'text',
    'response.json.a == "x" && response.json.b == "y" && response.json.c > 40 ? "a" : "b"',
    ['a', 'b'],
  ],
  ['a member that is there and one that is not', 'text', 'has(response.json.x) ? "a" : "b"', ['a', 'b']],
])('the replies give %s', (_what, variable, expression, values) => {
  const conditions = values.map((value) => `{ when: vars.text == "${value}", goto: got_${value} }`);
  const steps = values.map((value) => `  got_${value}: { say: It is ${value}., next: told }\n`);
  const text = asking(
    save(variable, expression),
    `  which:\n    switch: [${conditions.join(', ')}]\n    next: told\n${steps.join('')}`,
  );
  expect(foundIn(text)).toEqual([]);
  expect(repliesTo(save(variable, expression)).length).toBeGreaterThanOrEqual(values.length);
});

test('a number from a service that is called is a telephone number', () => {
  const { exploration, found } = proofOf(
    flowWith(`vars: { desk: '' }
steps:
  look:
    http: { get: 'https://crm.example.com/it', save: { desk: '\${response.json.desk}' } }
    on: { failed: sorry }
  talk:
    connect: { to: '\${vars.desk}' }
    on: { busy: sorry, no_answer: sorry }
    next: hangup
`),
  );
  expect(found).toEqual([]);
  expect(savedAt(exploration, 'talk', 'desk')).toEqual(['+4930555001']);
});

test('where no response is found the steps behind are explored all the same', () => {
  const { exploration } = proofOf(asking(save('text', 'response.json.code.split("Q")[3]')));
  const assumed = exploration.nodes.flatMap((node) => node.edges).filter(({ move }) => 'isAssumed' in move);
  expect(assumed.length).toBeGreaterThan(0);
  expect(savedAt(exploration, 'told', 'text')).not.toEqual([]);
});
