/** `ringflow import` and `ringflow equal`: files in, flows, scenarios and a report out; nothing replaced, nothing fetched. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import schema from '../../schemas/import-report.schema.json' with { type: 'json' };
import type { PlainReport } from '../../src/importers/index.ts';
import { registerEqual } from '../../src/cli/author/equal.ts';
import { registerImport } from '../../src/cli/author/import.ts';
import { registerTest } from '../../src/cli/author/test.ts';
import { registerValidate } from '../../src/cli/author/validate.ts';
import { folderWith, runCommand } from './command.ts';

const menus = `<menus>
  <menu name="office" greet-long="say:For sales, press 1. For our address, press 2." invalid-sound="say:Sorry?" exit-sound="say:Goodbye." timeout="5000" max-failures="3">
    <entry action="menu-exec-app" digits="1" param="bridge sofia/gateway/carrier/+493023125001"/>
    <entry action="menu-play-sound" digits="2" param="say:12 Long Street"/>
  </menu>
</menus>
`;

function folderOf(files: Record<string, string>): string {
  const folder = folderWith(files);
  onTestFinished(folder.remove);
  return folder.path;
}

const runImport = (...args: string[]) => runCommand(registerImport, ['import', ...args]);

describe('ringflow import', () => {
  it('writes a flow that validates, scenarios that pass, and a report', async () => {
    const folder = folderOf({ 'menus.xml': menus });
    const out = join(folder, 'office');
    const { out: report, code } = await runImport(join(folder, 'menus.xml'), '--out', out);
    expect(code).toBe(0);
    expect(report).toMatch(/^FreeSWITCH: \d+ nodes: .*\noffice: equal on (\d+) of \1 paths/);
    expect(readdirSync(out).toSorted()).toEqual(
      expect.arrayContaining(['import-report.json', 'office.flow.yaml', 'office.scenario.yaml']),
    );
    expect((await runCommand(registerValidate, ['validate', out])).err).toMatch(/^1 flow checked: 0 errors/);
    expect(await runCommand(registerTest, ['test', out])).toMatchObject({ code: 0 });
    const written: unknown = JSON.parse(readFileSync(join(out, 'import-report.json'), 'utf8'));
    expect(new Ajv().validate(schema, written)).toBe(true);
  });

  it('twice gives the same bytes', async () => {
    const folder = folderOf({ 'menus.xml': menus });
    const texts = ['one', 'two'].map(async (name) => {
      await runImport(join(folder, 'menus.xml'), '--out', join(folder, name));
      return readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8'));
    });
    const [one, two] = await Promise.all(texts);
    expect(one).toEqual(two);
  });

  it('replaces nothing without --force', async () => {
    const folder = folderOf({ 'menus.xml': menus, 'office.flow.yaml': 'mine' });
    const { err, code } = await runImport(join(folder, 'menus.xml'), '--out', folder);
    expect({ err, code }).toEqual({
      err: `ringflow: ${join(folder, 'office.flow.yaml')} would be replaced: use --force, or another --out\n`,
      code: 2,
    });
    expect(readFileSync(join(folder, 'office.flow.yaml'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'import-report.json'))).toBe(false);
    expect(await runImport(join(folder, 'menus.xml'), '--out', folder, '--force')).toMatchObject({ code: 0 });
  });

  it('says where a file is broken, without a stack', async () => {
    const folder = folderOf({ 'flow.json': '{ "states": [ }' });
    const { err, code } = await runImport(join(folder, 'flow.json'), '--out', folder);
    expect(code).toBe(2);
    expect(err).toMatch(
      /flow\.json:1:15: error: the JSON is broken here: value expected \[import-unreadable\]/,
    );
    expect(err).not.toMatch(/ at .*\.ts:/);
  });

  it('says that a file is of no system that it knows', async () => {
    const folder = folderOf({ 'flow.json': '{ "a": 1 }' });
    const { err, code } = await runImport(join(folder, 'flow.json'), '--out', folder);
    expect(code).toBe(2);
    expect(err).toMatch(/\[import-unknown-system\]/);
  });

  it('shows a question, takes its answer, and with --strict fails without one', async () => {
    const asking = menus.replace('bridge sofia/gateway/carrier/+493023125001', 'transfer 1000 XML default');
    const folder = folderOf({ 'menus.xml': asking });
    const [file, out] = [join(folder, 'menus.xml'), join(folder, 'out')];
    const open = await runImport(file, '--out', out, '--strict');
    expect(open.code).toBe(1);
    expect(open.out).toMatch(/^question: .*menus\.xml:\d+:\d+: numbers: what is "1000 XML default"\?$/m);
    const answers = join(out, 'import.yaml');
    writeFileSync(answers, readFileSync(answers, 'utf8').replace('null', "'+493023125009'"));
    const closed = await runImport(file, '--out', out, '--answers', answers, '--strict', '--force');
    expect(closed).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(out, 'office.flow.yaml'), 'utf8')).toContain("to: '+493023125009'");
  });

  it('names answers that nothing asks for, and keeps them', async () => {
    const asking = menus.replace('bridge sofia/gateway/carrier/+493023125001', 'transfer 1000 XML default');
    const given = `numbers: { 1000 XML defualt: '+493023125009' }\nprompts: { tone.wav: null }\nvoicemail: callback\n`;
    const folder = folderOf({ 'menus.xml': asking, 'answers.yaml': given });
    const [file, out] = [join(folder, 'menus.xml'), join(folder, 'out')];
    const { out: report, code } = await runImport(
      file,
      '--out',
      out,
      '--answers',
      join(folder, 'answers.yaml'),
    );
    expect(code).toBe(0);
    expect(report).toMatch(
      /^warning: nothing in the files asks for these answers: numbers "1000 XML defualt"$/m,
    );
    const written = JSON.parse(readFileSync(join(out, 'import-report.json'), 'utf8')) as PlainReport;
    expect(new Ajv().validate(schema, written)).toBe(true);
    expect(written.unusedAnswers).toEqual([{ kind: 'numbers', key: '1000 XML defualt' }]);
    expect(parse(readFileSync(join(out, 'import.yaml'), 'utf8'))).toEqual({
      numbers: { '1000 XML defualt': '+493023125009', '1000 XML default': null },
      voicemail: 'callback',
    });
  });

  it.each([
    ['its own key', "{ 1000 XML default: '+493023125009' }"],
    ['a key with $1', '{ $1 XML default: sip:$1@pbx.example.com }'],
  ])('an answer under %s is used', async (_, numbers) => {
    const asking = menus.replace('bridge sofia/gateway/carrier/+493023125001', 'transfer 1000 XML default');
    const folder = folderOf({ 'menus.xml': asking, 'answers.yaml': `numbers: ${numbers}\n` });
    const { out: report } = await runImport(
      join(folder, 'menus.xml'),
      '--out',
      join(folder, 'out'),
      '--answers',
      join(folder, 'answers.yaml'),
    );
    expect(report).not.toMatch(/warning/);
  });

  it('says which key of the answers is wrong', async () => {
    const folder = folderOf({ 'menus.xml': menus, 'answers.yaml': 'queus: { a: b }\n' });
    const { err, code } = await runImport(
      join(folder, 'menus.xml'),
      '--answers',
      join(folder, 'answers.yaml'),
    );
    expect(code).toBe(2);
    expect(err).toMatch(/answers\.yaml:1:1: error: unexpected key "queus"; expected "queues"/);
  });

  it('shows markup of a source as text in the page', async () => {
    const folder = folderOf({
      'menus.xml': menus.replace('12 Long Street', '&lt;img src=x onerror=alert(1)&gt;'),
    });
    const { out } = await runImport(
      join(folder, 'menus.xml'),
      '--out',
      join(folder, 'out'),
      '--report',
      'html',
    );
    expect(out).toMatch(/<mark class="exact" id="step%3A\w+"><a href="#[^"]+menus\.xml%3A\d+">/);
    expect(out).not.toMatch(/<img/);
    expect(out).toContain('&lt;img');
  });
});

describe('ringflow equal', () => {
  const flow = (said: string) =>
    `ringflow: 1\nname: short\non: { error: hangup }\nsteps:\n  hello:\n    say: ${said}\n  bye:\n    hangup: Goodbye.\n`;

  it('says on how many paths two flows are equal', async () => {
    const folder = folderOf({ 'a/flow.yaml': flow('Hello.'), 'b/flow.yaml': flow('Hello.') });
    expect(await runCommand(registerEqual, ['equal', join(folder, 'a'), join(folder, 'b')])).toEqual({
      out: expect.stringMatching(/^equal on (\d+) of \1 paths?\n$/) as string,
      err: '',
      code: 0,
    });
  });

  it('shows the first difference, and writes it as a scenario of the old flow', async () => {
    const folder = folderOf({ 'a/flow.yaml': flow('Hello.'), 'b/flow.yaml': flow('Hi.') });
    const written = join(folder, 'a/difference.scenario.yaml');
    const args = ['equal', join(folder, 'a/flow.yaml'), join(folder, 'b/flow.yaml'), '--write', written];
    const { out, code } = await runCommand(registerEqual, args);
    expect(code).toBe(1);
    expect(out).toContain('differs at the beginning:\n  old: says "Hello. Goodbye."');
    expect(await runCommand(registerTest, ['test', join(folder, 'a')])).toMatchObject({ code: 0 });
  });
});
