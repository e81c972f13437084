/** Commands over recorded calls, as their users see them: what they print, and with which exit code. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { registerCalls } from '../../src/cli/operate/recorded-calls-command.ts';
import { registerCompat } from '../../src/cli/author/compat.ts';
import { registerPreview } from '../../src/cli/author/preview.ts';
import { readRecording, redactCall, writeRecording } from '../../src/verification/recording/index.ts';
import { dedented } from '../builders/flow.ts';
import { call, desk } from '../verification/replay/desk.ts';
import { folderWith, runCommand } from './command.ts';

const kinds = ['helped', 'busy', 'silent', 'leaves'] as const;
const recorded = kinds.map((kind) => ({ ...call(kind), id: `default.${kind}` }));
const flows = new Map(recorded.map(({ flow }) => [flow.version, flow]));
const calls = recorded.map(({ call: one, id }) => ({
  ...(JSON.parse(JSON.stringify(one).replaceAll(one.id, id)) as typeof one),
}));

const yaml = (...of: Parameters<typeof desk>) => `ringflow: 1\nname: case\n${dedented(desk(...of))}\n`;
const BROKEN = 'ringflow: 1\nname: case\nsteps:\n  hello: { say: Hello., next: nowhere }\n';

let folder: { path: string; remove: () => void };
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = folderWith({
    'same/flow.yaml': yaml(),
    'louder/flow.yaml': yaml({ main: 'For the desk press 1, for your account press 2!' }),
    'elsewhere/flow.yaml': yaml({ desk: '+4930999' }),
    'renamed/flow.yaml': yaml().replaceAll(' main:', ' choose:'),
    'broken/flow.yaml': BROKEN,
    'other/flow.yaml': yaml().replace('name: case', 'name: other'),
    'calls.ndjson': writeRecording({ calls, flows }),
    'cut.ndjson': writeRecording({ calls, flows }).slice(0, -200),
    'none.ndjson': 'nothing\n',
    'empty.ndjson': '\n',
    'orphans.ndjson': writeRecording({ calls, flows: new Map() }),
  });
  await openSqliteStore({ file: at('empty.sqlite') }).close();
});
afterAll(() => {
  folder.remove();
});

const preview = (flow: string, ...args: string[]) =>
  runCommand(registerPreview, ['preview', at(flow), ...args]);
const compat = (...args: string[]) => runCommand(registerCompat, ['compat', ...args]);
const from = (name: string) => ['--from', at(name)];

describe('ringflow preview', () => {
  test('is content where every call goes the same way', async () => {
    const { out, err, code } = await preview('same', ...from('calls.ndjson'), '--threshold', '0%');
    expect(out).toMatch(
      /^4 calls replayed on case, version [0-9a-f]{16}:\n {2}4 would go the same way\n {2}0 would hear something else\n {2}0 would end differently\n$/,
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  test('fails where everybody hears something else, and says at which step', async () => {
    const { out, err, code } = await preview('louder', ...from('calls.ndjson'));
    expect(out).toContain('  4 would hear something else\n');
    expect(out).toContain('at step main:\n  4 calls would hear something else:\n');
    expect(out).toContain('    default.helped, default.busy, default.silent, default.leaves\n');
    expect({ err, code }).toEqual({
      err: 'ringflow: 100 % of the calls differ, more than the 5 % allowed\n',
      code: 1,
    });
  });

  test('tells calls that would end differently from those that do not get there', async () => {
    const { out } = await preview('elsewhere', ...from('calls.ndjson'), '--json', '--threshold', '100%');
    expect(JSON.parse(out)).toMatchObject({
      ...{ replayed: 4, same: 1, hears: 0, ends: 3, unknown: 0, share: 0.75 },
      steps: [
        {
          step: 'desk',
          calls: ['helped', 'busy', 'silent'].map((name) => ({
            call: `default.${name}`,
            kind: 'ends',
            difference: { before: { text: 'connect to +4930301' }, after: { text: 'connect to +4930999' } },
          })),
        },
      ],
    });
  });

  test.each([
    ['0%', 1],
    ['5%', 1],
    ['74.9%', 1],
    ['75%', 0],
    ['75 %', 0],
    ['100%', 0],
  ])('with a threshold of %s ends with %i', async (threshold, code) => {
    expect(await preview('elsewhere', ...from('calls.ndjson'), '--threshold', threshold)).toMatchObject({
      code,
    });
  });

  test.each(['', '5', '0.05', '-1%', '101%', '1000%', '5%%', 'all'])(
    'refuses the threshold "%s"',
    async (share) => {
      const { code, out, err } = await preview('same', ...from('calls.ndjson'), '--threshold', share);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(`ringflow: --threshold is "${share}": expected a percentage such as 5%\n`);
    },
  );

  test('leaves out a line that was cut off, with its number, and goes on with the others', async () => {
    const { out, err, code } = await preview('same', ...from('cut.ndjson'));
    expect(out).toContain('3 calls replayed');
    expect({ err, code }).toEqual({
      err: `${at('cut.ndjson')}:5 is neither a call nor a flow version: skipped\n`,
      code: 0,
    });
  });

  test.each([
    [
      'none.ndjson',
      2,
      /none.ndjson:1 is neither a call nor a flow version: write the file with `ringflow calls export --ndjson`/,
    ],
    ['empty.ndjson', 2, /no recorded call of case to replay/],
    ['missing.ndjson', 2, /missing.ndjson cannot be read/],
    ['orphans.ndjson', 1, /no call could be replayed/],
  ])('of %s ends with %i', async (name, code, says) => {
    const ran = await preview('same', ...from(name));
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(says);
  });

  test('says why calls could not be replayed', async () => {
    const { out } = await preview('same', ...from('orphans.ndjson'));
    expect(out).toContain(
      '4 calls could not be replayed:\n  4: the version on which it started is no longer stored  (default.helped, default.busy, default.silent, default.leaves)\n',
    );
  });

  test('has nothing to do with calls of other flows', async () => {
    const { code, err } = await preview('other', ...from('calls.ndjson'));
    expect(code).toBe(2);
    expect(err).toContain('no recorded call of other');
  });

  test('does not go on with a flow that has errors, nor without calls', async () => {
    expect(await preview('broken', ...from('calls.ndjson'))).toMatchObject({ code: 2, out: '' });
    const { code, err } = await preview('same', '--store', `sqlite:${at('empty.sqlite')}`);
    expect(code).toBe(2);
    expect(err).toContain('no recorded call of case');
  });
});

describe('ringflow compat without a store', () => {
  test('is content where every place is there again', async () => {
    const { out, err, code } = await compat(at('same'), at('louder'));
    expect(out).toMatch(/^(\d+) of \1 places where a call can rest could continue:\n/);
    expect(out).toMatch(/\n {2}main \(menu\) +\d+ could +0 could not\n/);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  test('ends with 1 where some are not, without a word too much', async () => {
    const { out, err, code } = await compat(at('same'), at('renamed'));
    expect(out).toMatch(/\n {2}main \(menu\) +0 could +\d+ could not\n {4}\d+: there is no step main {2}\(/);
    expect({ err, code }).toEqual({ err: '', code: 1 });
  });

  test('tells programs the same', async () => {
    const { out } = await compat(at('same'), at('renamed'), '--json');
    const found = JSON.parse(out) as {
      of: string;
      couldNot: number;
      steps: { step: string; couldNot: object[] }[];
    };
    expect(found.of).toBe('states');
    expect(found.steps.filter(({ couldNot }) => couldNot.length > 0).map(({ step }) => step)).toEqual([
      'main',
    ]);
  });

  test.each([
    ['broken', 'same'],
    ['same', 'broken'],
  ])('of %s and %s is refused', async (old, next) => {
    const { code, out } = await compat(at(old), at(next));
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test('has nothing to say of an empty store', async () => {
    const { out, code } = await compat(at('same'), at('renamed'), '--store', `sqlite:${at('empty.sqlite')}`);
    expect({ out, code }).toEqual({ out: '0 of 0 live calls could continue\n', code: 0 });
  });
});

describe('ringflow calls', () => {
  const listed = (...args: string[]) => runCommand(registerCalls, ['calls', ...args]);

  test.each([['list'], ['export', '--ndjson'], ['export', 'default.1', '--scenario']])(
    '%s %s without a store is refused, and makes none',
    async (...args) => {
      const file = at('nowhere.sqlite');
      const { code, err } = await listed(...args, '--store', `sqlite:${file}`);
      expect(code).toBe(2);
      expect(err).toBe(
        `ringflow: no store sqlite:${file}: set one with --store sqlite:FILE or redis://HOST:PORT\n`,
      );
      expect(existsSync(file)).toBe(false);
    },
  );

  test.each(['0', '-1', '1.5', '', '99999999', 'ten'])('list --last %s is refused', async (count) => {
    const { code, err } = await listed('list', '--last', count);
    expect({ code, err }).toEqual({
      code: 2,
      err: `ringflow: --last is "${count}": expected a whole number of at least 1\n`,
    });
  });

  test.each([
    [['--scenario', '--ndjson'], 'choose a format: --scenario or --ndjson'],
    [['a', 'b', '--scenario'], '--scenario requires the id of one call'],
  ])('export %j is refused', async (args, says) => {
    const { code, err } = await listed('export', ...args);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  test('export of an empty store writes a file without calls', async () => {
    const file = at('out.ndjson');
    const store = `sqlite:${at('empty.sqlite')}`;
    expect(await listed('export', '--ndjson', '--out', file, '--store', store)).toEqual({
      ...{ code: 0, out: '', err: '0 calls exported\n' },
    });
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

test('calls without their numbers are replayed as those with them', async () => {
  const hidden = calls.map(redactCall);
  writeFileSync(at('hidden.ndjson'), writeRecording({ calls: hidden, flows }));
  expect(readRecording(readFileSync(at('hidden.ndjson'), 'utf8')).calls).toEqual(hidden);
  const [one, other] = await Promise.all(
    ['calls.ndjson', 'hidden.ndjson'].map((name) => preview('elsewhere', ...from(name))),
  );
  expect(other).toEqual(one);
});
