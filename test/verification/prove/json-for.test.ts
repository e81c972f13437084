/** An answer of a web service has whatever a step wants of it. */
import { describe, expect, test } from 'vitest';
import { listActions } from '../../../src/language/model/index.ts';
import { createAnswer } from '../../../src/verification/prove/create-answer.ts';
import { flowWith, proofOf, provable } from './proof-of.ts';

const VARS = `vars: { text: '', number: 0, amount: 0.5, isOpen: false, other: '' }`;

/** The answer for what a step saves. */
function answer(save: string): unknown {
  const { flow } = provable(
    flowWith(`${VARS.replace('isOpen', 'is_open')}
steps:
  look:
    http: { get: 'https://crm.example.com/it', save: ${save} }
`),
  );
  const taken = listActions(flow.machine).flatMap((action) =>
    action.type === 'take_answer' ? action.params.save : [],
  );
  return createAnswer(taken, flow);
}

describe('an answer has', () => {
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
    ['a later entry of a list', `{ number: '\${response.json.orders[2]}' }`, { orders: [null, null, 1] }],
    ['a key in brackets', `{ text: '\${response.json["first name"]}' }`, { 'first name': '1' }],
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
    [
      'two entries of one list',
      `{ text: '\${response.json.list[0].a}', other: '\${response.json.list[1].a}' }`,
      { list: [{ a: '1' }, { a: '1' }] },
    ],
    ['nothing where nothing is read of it', `{ text: '\${string(response.status)}' }`, {}],
  ])('%s', (_what, save, json) => {
    expect(answer(save)).toEqual(json);
  });
});

test('with it the step ends as it should on a simulated call', () => {
  const { found, exploration } = proofOf(
    flowWith(`vars: { text: '', number: 0 }
steps:
  look:
    http:
      get: 'https://crm.example.com/it'
      save: { text: '\${response.json.orders[1].name}', number: '\${response.json.orders[0].count}' }
    on: { failed: sorry }
  told: { say: 'You have \${vars.number} of \${vars.text}.', next: hangup }
`),
  );
  expect(found).toEqual([]);
  const told = exploration.nodes.find(({ situation }) => situation.record.context.step === 'told');
  expect(told?.situation.record.context.vars).toMatchObject({ text: '1', number: 1 });
});
