import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { renderChange, compareFlows } from '../../../src/authoring/diff/index.ts';
import { edited, versionOf } from './scene.ts';
import type { Edit } from './scene.ts';

const office = `ringflow: 1
name: office
vars: { place: '' }
on: { error: bye }
hours:
  week: { timezone: Europe/Berlin, open: { mon-fri: '09:00-17:00' }, holidays: ['2026-12-25'], exceptions: { '2026-12-24': '09:00-12:00' } }
tables:
  codes: { '10': Berlin, '20': Hamburg }
steps:
  open:
    hours: week
    on: { closed: bye, holiday: bye }
  code:
    lookup: { table: codes, key: '10', save: { place: value } }
    on: { not_found: bye }
  pause:
    wait: 5s
  bye:
    say: Bye \${vars.place}.
`;

function changes(...edits: Edit[]): string[] {
  return compareFlows(versionOf(office), versionOf(edited(office, ...edits))).map(renderChange);
}

describe('what a flow declares', () => {
  test.each<[what: string, edit: Edit, ...told: string[]]>([
    [
      'a time',
      ['mon-fri: ', 'mon: 10:00-17:00, tue-fri: '],
      'on Mondays week opens at 10:00 instead of 09:00',
    ],
    [
      'days in a row, once',
      ["mon-fri: '09:00-17:00'", 'mon-thu: [09:00-12:00, 13:00-17:00], fri: 09:00-16:00'],
      'from Monday to Thursday week is now open 09:00–12:00 and 13:00–17:00 (was: open 09:00–17:00)',
      'on Fridays week closes at 16:00 instead of 17:00',
    ],
    ['a day', ['mon-fri', 'mon-thu'], 'on Fridays week is now closed (was: open 09:00–17:00)'],
    ['the zone', ['Europe/Berlin', 'UTC'], 'uses the time zone UTC instead of Europe/Berlin for week'],
    [
      'a holiday',
      ["['2026-12-25']", '[{ from: 2026-12-25, to: 2026-12-26 }]'],
      'now takes 2026-12-25 to 2026-12-26 as a holiday of week',
      'no longer takes 2026-12-25 as a holiday of week',
    ],
    [
      'an exception',
      [", exceptions: { '2026-12-24': '09:00-12:00' }", ''],
      'on 2026-12-24 week is now as on other days (was: open 09:00–12:00)',
    ],
    ['a cell', ["'10': Berlin,", "'10': Bonn,"], '10 in the table codes is now Bonn (was: Berlin)'],
    ['a row that is new', ["'20':", "'30': Kiel, '20':"], 'the row 30 of the table codes is new: Kiel'],
    ['a row that is gone', [", '20': Hamburg", ''], 'the row 20 of the table codes is gone: Hamburg'],
    [
      'many rows, together',
      ["'20':", "'31': A, '32': B, '33': C, '34': D, '35': E, '36': F, '20':"],
      'a set of 6 rows of the table codes is new: 31, 32, 33, 34, 35 and 1 more',
    ],
    [
      'a column',
      [
        "codes: { '10': Berlin, '20': Hamburg }",
        "codes: [{ key: '10', value: Bonn }, { key: '20', value: Hamburg, more: x }]",
      ],
      'the columns of the table codes is now value, more (was: value)',
      '10 in the table codes is now Bonn (was: Berlin)',
    ],
    ['a wait', ['wait: 5s', 'wait: 6s'], 'at pause: waits 6 s instead of 5 s'],
  ])('%s', (_, edit, ...told) => {
    expect(changes(edit)).toEqual(told);
  });
});

test('what is new may be named as what every object of JavaScript has', () => {
  const told = changes(
    ['  week:', '  constructor: { timezone: UTC, open: { mon: 09:00-17:00 } }\n  week:'],
    ['  codes:', "  constructor: { '1': Kiel }\n  codes:"],
    ["place: ''", "place: '', constructor: ''"],
  );
  expect(told).toEqual([]);
});

describe('a flow that is run', () => {
  const main =
    'ringflow: 1\nname: main\non: { error: bye }\nsteps:\n  ask: { run: { flow: ask } }\n  bye: { say: Bye. }\n';
  const ask =
    'ringflow: 1\nname: ask\non: { error: bye }\nsteps:\n  hello: { say: Hello., next: bye }\n  bye: { return: }\n';
  const version = (text: string) => {
    const files = [main, text].map((one, index) => ({ file: `${index}.yaml`, text: one }));
    const {
      flow,
      graph,
      graphs = {},
    } = compileFlow({ file: '0.yaml', text: main }, { others: createFlowCatalogue(files) });
    if (flow === undefined || graph === undefined) throw new Error('it does not compile');
    return { flow, graph, graphs };
  };

  test('is compared like the flow itself, by its name', () => {
    const changed = ask
      .replace('Hello.', 'Good day.')
      .replace('{ return: }', '{ wait: 2s, next: last }\n  last: { return: }')
      .replace('name: ask', 'name: ask\nvoice: male');
    const told = compareFlows(version(ask), version(changed));
    expect(told.map(renderChange)).toEqual([
      'ask: the voice is now male (was: the default)',
      'ask, at hello: the wording changed: “Hello.” → “Good day.”',
      'ask, at bye: a step is new: waits 2 s',
    ]);
  });

  test('and is new may have any name', () => {
    const [another, called] = [main.replace('ask }', 'constructor }'), ask.replace('ask', 'constructor')];
    const files = [another, called].map((text, index) => ({ file: `${index}.yaml`, text }));
    const {
      flow,
      graph,
      graphs = {},
    } = compileFlow({ file: '0.yaml', text: another }, { others: createFlowCatalogue(files) });
    if (flow === undefined || graph === undefined) throw new Error('it does not compile');
    expect(compareFlows(version(ask), { flow, graph, graphs })).not.toEqual([]);
  });

  test('and only stands elsewhere in its file is not', () => {
    expect(compareFlows(version(ask), version(ask.replace('steps:', '# Steps.\nsteps:')))).toEqual([]);
  });
});

test('in which currency an amount is read out', () => {
  const ask = `ringflow: 1
name: bill
vars: { amount: 0.0 }
on: { error: bye }
steps:
  how_much:
    collect: { prompt: How much?, type: currency, currency: EUR, save: amount, confirm: true }
    on: { exhausted: bye }
  told:
    say: { text: '\${vars.amount}', as: { currency: EUR } }
  bye:
    hangup:
`;
  const told = compareFlows(versionOf(ask), versionOf(edited(ask, ['EUR', 'USD']))).map(renderChange);
  expect(told).toEqual([
    'amount is read out as currency USD instead of currency EUR',
    'at told: the wording changed: “[as currency EUR] ${vars.amount}” → “[as currency USD] ${vars.amount}”',
  ]);
});
