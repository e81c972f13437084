/** Tables in files beside the flow. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

/** What comes of a flow whose table `people` is in this file. */
function compiled(
  text: string | undefined,
  { file = 'people.csv', more = '', save = '{ name: name, age: age }' } = {},
) {
  const flow = `ringflow: 1
name: case
on: { error: sorry }
vars: { name: '', age: 0, ext: '007' }
tables: { people: { file: ${file}${more} } }
steps:
  find:
    lookup: { table: people, key: '\${vars.ext}', save: ${save} }
    on: { not_found: sorry }
    next: sorry
  sorry: { say: 'Sorry \${vars.name} \${vars.age}.' }
`;
  const asked: string[] = [];
  const result = compileFlow({
    file: 'flow.yaml',
    text: flow,
    read(path) {
      asked.push(path);
      return text;
    },
  });
  const told = result.diagnostics.map(({ code, message, span }) => `${span.start.line} ${code}: ${message}`);
  return { ...result, told, asked, table: result.flow?.tables.people };
}

describe('a CSV file', () => {
  test('is part of the flow, every cell as it stands', () => {
    const { told, table } = compiled(
      'ext,name,age\r\n007,"Bond, James",40\r\n101,"Say ""Anna""\nBerg", 30\r\n',
    );
    expect(told).toEqual([]);
    expect(table).toEqual({
      key: 'ext',
      columns: ['name', 'age'],
      rows: { '007': ['Bond, James', '40'], '101': ['Say "Anna"\nBerg', ' 30'] },
    });
  });

  test('may begin with a mark and have empty lines', () => {
    expect(compiled('\uFEFFext,name,age\n\n1,a,2\n\n').table?.rows).toEqual({ 1: ['a', '2'] });
  });

  test.each([
    ['is larger than 1 MiB', 'x'.repeat(1024 * 1024 + 1), 'the file is larger than 1 MiB'],
    ['is UTF-16', 'e\0x\0t\0', 'the file is UTF-16; expected UTF-8'],
  ])('that %s is told', (_what, text, problem) => {
    expect(compiled(text).told).toEqual([`5 bad-table: people.csv: ${problem}`]);
  });

  test('may have its keys in another column', () => {
    const { table, told } = compiled('name,ext,age\na,1,2\n', { more: ', key: ext' });
    expect(told).toEqual([]);
    expect(table).toEqual({ key: 'ext', columns: ['name', 'age'], rows: { 1: ['a', '2'] } });
  });

  test('changes the version of the flow', () => {
    const version = (age: number) => compiled(`ext,name,age\n1,a,${age}\n`).flow?.version;
    expect(version(2)).toBe(version(2));
    expect(version(2)).not.toBe(version(3));
  });

  test.each([
    ['is not there', undefined, 'there is no readable file "people.csv" next to the flow'],
    ['is empty', '', 'people.csv has no rows'],
    ['has names alone', 'ext,name,age\n', 'people.csv has no rows'],
    [
      'has a row that is too short',
      'ext,name,age\n1,a,2\n2,b\n',
      'line 3 of people.csv has 2 cells; expected 3',
    ],
    [
      'has a key twice',
      'ext,name,age\n1,a,2\n2,b,3\n1,c,4\n',
      'the key "1" in line 4 of people.csv is already used in line 2 of people.csv',
    ],
    [
      'has no key in a row',
      'ext,name,age\n,a,2\n',
      'line 2 of people.csv has no value in the key column "ext"',
    ],
    ['has a column twice', 'ext,name,name\n1,a,2\n', 'people.csv has a column "name" twice'],
    ['has a column without a name', 'ext,,age\n1,a,2\n', 'people.csv has a column without a name'],
    [
      'is separated otherwise',
      'ext;name;age\n1;a;2\n',
      'the columns of people.csv are not separated by commas',
    ],
  ])('that %s is told at its name', (_, text, message) => {
    expect(compiled(text).told).toContain(`5 bad-table: ${message}`);
  });

  test('whose quotes are not closed is told', () => {
    expect(compiled('ext,name,age\n1,"a,2\n').told[0]).toMatch(/^5 bad-table: people\.csv: /);
  });

  test('without the column of the keys is told where that is named', () => {
    expect(compiled('ext,name,age\n1,a,2\n', { more: ', key: extension' }).told).toEqual([
      '5 bad-table: people.csv has no column "extension"',
    ]);
  });

  test('whose cells do not fit a variable is told with the line', () => {
    expect(compiled('ext,name,age\n1,a,2\n2,b,old\n').told).toEqual([
      '8 wrong-type: the variable "age" is a whole number, but line 3 of people.csv has "old" in the column "age"',
    ]);
  });

  test('without a column that is kept is told', () => {
    expect(compiled('ext,name,age\n1,a,2\n', { save: '{ name: nam, age: age }' }).told).toEqual([
      '8 unknown-column: the table "people" has no column "nam"',
    ]);
  });

  test('is bounded', () => {
    const rows = Array.from({ length: 10_001 }, (_, row) => `${row},a,1`).join('\n');
    expect(compiled(`ext,name,age\n${rows}\n`).told).toEqual([
      '5 bad-table: a table has at most 10000 rows, found 10001',
    ]);
  });
});

describe('a YAML file', () => {
  const file = 'people.yaml';

  test.each([
    [
      'a list',
      'ext',
      '- { ext: 007, name: a, age: 1 }\n- { ext: 2, name: b }\n',
      { '007': ['a', '1'], 2: ['b', ''] },
    ],
    ['a map', 'key', '007: { name: a, age: 1 }\n008: { age: 3 }\n', { '007': ['a', '1'], '008': ['', '3'] }],
  ])('may be %s', (_, key, text, rows) => {
    expect(compiled(text, { file, save: '{ name: name }' }).table).toEqual({
      key,
      columns: ['name', 'age'],
      rows,
    });
  });

  test.each([
    [
      '- { ext: 1, name: [a] }\n',
      '5 bad-table: line 1 of people.yaml: expected text, a whole number, a number or true or false, found a list',
    ],
    ['- a\n  b: [\n', '5 bad-table: line'],
    ['', '5 bad-table: line 1 of people.yaml: the file is empty'],
    ['{}\n', '5 bad-table: line 1 of people.yaml: expected at least one entry, found an empty map'],
  ])('that is %j is told with its line', (text, message) => {
    expect(compiled(text, { file }).told[0]).toContain(message);
  });
});

describe('no file is read', () => {
  test.each([
    '../people.csv',
    '/etc/people.csv',
    'a/../../people.csv',
    '"..\\\\people.csv"',
    '"C:\\\\people.csv"',
  ])('outside of the folder of the flow: %s', (file) => {
    const { told, asked } = compiled('ext,name,age\n1,a,2\n', { file });
    expect(told[0]).toMatch(/bad-table: .* is not in the folder of the flow$/);
    expect(asked).toEqual([]);
  });
});
