import { describe, expect, test } from 'vitest';
import { renderChange, compareFlows } from '../../../src/authoring/diff/index.ts';
import { edited, versionOf } from './scene.ts';
import type { Edit } from './scene.ts';

const asking = `ringflow: 1
name: asking
vars: { tier: '', order: 7 }
env: { CRM: Where customers are. }
on: { error: bye }
steps:
  ask:
    http:
      post: \${env.CRM}/orders
      headers: { X-Order: 'number \${vars.order}' }
      query: { all: 'true' }
      json: { order: '\${vars.order}', lines: [{ count: 1 }] }
      filler: One moment.
      save: { tier: '\${response.json.tier}' }
    on: { client_error: bye }
  pick:
    switch:
      - { when: vars.order > 9, goto: bye }
      - { when: vars.order > 3, goto: many }
  few:
    say: Few.
    next: bye
  many:
    say: Many.
  bye:
    say: Bye \${vars.tier}.
`;

function changes(...edits: Edit[]): string[] {
  return compareFlows(versionOf(asking), versionOf(edited(asking, ...edits))).map(renderChange);
}

describe('a request', () => {
  test.each<[what: string, edits: Edit[], ...told: string[]]>([
    [
      'by method and address',
      [
        ['post: ${env.CRM}/orders', 'put: https://crm.example.com/orders'],
        ['env: { CRM: Where customers are. }', 'description: x'],
      ],
      'the setting CRM is gone: needed',
      'at ask: sends the request PUT https://crm.example.com/orders instead of POST ${env.CRM}/orders',
    ],
    [
      'by its headers',
      [['number ${vars.order}', 'no. ${vars.order}']],
      'at ask: sends “no. ${vars.order}” instead of “number ${vars.order}” as the header X-Order',
    ],
    [
      'by what stands in its address',
      [["all: 'true'", "all: 'false'"]],
      'at ask: sends false instead of true as the query parameter all',
    ],
    [
      'by what it sends, however deep',
      [['count: 1', 'count: 2']],
      'at ask: sends 2 instead of 1 as lines[0].count',
    ],
    [
      'by what it keeps',
      [['${response.json.tier}', '${response.json.level}']],
      'at ask: saves ${response.json.level} instead of ${response.json.tier} as tier',
    ],
    [
      'by what is said meanwhile',
      [['filler: One moment.', 'filler: Please wait.\n      filler_after: 2s\n      timeout: 9s']],
      'at ask: waits 9 s instead of 5 s for the answer',
      'at ask: what is said while the caller waits changed: “One moment.” → “Please wait.”',
      'at ask: says it after 2 s instead of 1 s',
    ],
    [
      'by where it leads when it is refused',
      [['client_error: bye', 'client_error: many']],
      'when the request of ask is refused the caller now reaches many (was: bye)',
    ],
  ])('is told %s', (_, edits, ...told) => {
    expect(changes(...edits)).toEqual(told);
  });
});

describe('conditions', () => {
  test('in another order are told as that', () => {
    expect(
      changes(
        ['vars.order > 9, goto: bye', 'MORE'],
        ['vars.order > 3, goto: many', 'vars.order > 9, goto: bye'],
        ['MORE', 'vars.order > 3, goto: many'],
      ),
    ).toEqual([
      'at pick: the order of conditions is now vars.order > 3; vars.order > 9 (was: vars.order > 9; vars.order > 3)',
    ]);
  });

  test('that lead elsewhere are told by themselves, not by their numbers', () => {
    expect(changes(['> 3, goto: many', '> 3, goto: few'], ['next: bye', 'next: many'])).toEqual([
      'when vars.order > 3 at pick the caller now reaches few (was: many)',
      'after few the caller now reaches many (was: bye)',
    ]);
  });
});
