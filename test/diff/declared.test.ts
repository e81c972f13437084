import { describe, expect, test } from 'vitest';
import { compileFlow, otherFlows } from '../../src/compiler/index.ts';
import { changeInWords, compareFlows } from '../../src/diff/index.ts';
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
    lookup: { table: codes, key: '10', save: { value: place } }
    on: { not_found: bye }
  pause:
    wait: 5s
  bye:
    say: Bye \${vars.place}.
`;

function changes(...edits: Edit[]): string[] {
  return compareFlows(versionOf(office), versionOf(edited(office, ...edits))).map(changeInWords);
}

describe('what a flow declares', () => {
  test.each<[what: string, edit: Edit, told: string]>([
    [
      'a time',
      ['mon-fri: ', 'mon: 10:00-17:00, tue-fri: '],
      'Mon in the hours week is now 10:00-17:00 (was: 09:00-17:00)',
    ],
    ['a day', ['mon-fri', 'mon-thu'], 'Fri in the hours week is now closed (was: 09:00-17:00)'],
    ['the zone', ['Europe/Berlin', 'UTC'], 'the time zone of the hours week is now UTC (was: Europe/Berlin)'],
    [
      'a holiday',
      ["['2026-12-25']", '[{ from: 2026-12-25, to: 2026-12-26 }]'],
      'the holidays of the hours week is now 2026-12-25 to 2026-12-26 (was: 2026-12-25)',
    ],
    [
      'an exception',
      [", exceptions: { '2026-12-24': '09:00-12:00' }", ''],
      '2026-12-24 in the hours week is gone: 09:00-12:00',
    ],
    ['a cell', ["'10': Berlin,", "'10': Bonn,"], 'the row 10 of the table codes is now Bonn (was: Berlin)'],
    ['a row that is new', ["'20':", "'30': Kiel, '20':"], 'the row 30 of the table codes is new: Kiel'],
    ['a row that is gone', [", '20': Hamburg", ''], 'the row 20 of the table codes is gone: Hamburg'],
    ['a wait', ['wait: 5s', 'wait: 6s'], 'at pause: how long it waits is now 6s (was: 5s)'],
  ])('%s', (_, edit, told) => {
    expect(changes(edit)).toEqual([told]);
  });
});

describe('a flow that is run', () => {
  const main =
    'ringflow: 1\nname: main\non: { error: bye }\nsteps:\n  ask: { run: { flow: ask } }\n  bye: { say: Bye. }\n';
  const ask =
    'ringflow: 1\nname: ask\non: { error: bye }\nsteps:\n  hello: { say: Hello., next: bye }\n  bye: { return: }\n';
  const version = (text: string) => {
    const files = [main, text].map((one, index) => ({ file: `${index}.yaml`, text: one }));
    const { flow, graph } = compileFlow({ file: '0.yaml', text: main }, { others: otherFlows(files) });
    if (flow === undefined || graph === undefined) throw new Error('it does not compile');
    return { flow, graph };
  };

  test('and says something else is told', () => {
    const told = compareFlows(version(ask), version(ask.replace('Hello.', 'Good day.')));
    expect(told.map(changeInWords)).toEqual([
      'the flow ask, which is run, is now another one: compare its two files (was: the old one)',
    ]);
  });

  test('and only stands elsewhere in its file is not', () => {
    expect(compareFlows(version(ask), version(ask.replace('steps:', '# Steps.\nsteps:')))).toEqual([]);
  });
});
