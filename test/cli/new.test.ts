import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerNew } from '../../src/cli/author/new.ts';
import { registerProve } from '../../src/cli/author/prove.ts';
import { registerTest } from '../../src/cli/author/test.ts';
import { registerValidate } from '../../src/cli/author/validate.ts';
import { folderWith, runCommand } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
const templates = readdirSync(join(root, 'templates'));

function emptyFolder(files: Record<string, string> = {}): string {
  const folder = folderWith(files);
  onTestFinished(folder.remove);
  return folder.path;
}

const createIn = (folder: string, name: string, ...args: string[]) =>
  runCommand(registerNew, ['new', name, '--in', folder, ...args]);

/** The schema that the first line of a file names, as a path. */
function findSchema(file: string): string {
  const [, path = ''] = /^# yaml-language-server: \$schema=(.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return resolve(dirname(file), path);
}

describe.each(templates)('the template %s', (template) => {
  it('makes a flow of any name that validates, passes its two scenarios and is proved without a finding', async () => {
    const folder = emptyFolder();
    expect(await createIn(folder, 'my-line', '--template', template)).toMatchObject({ code: 0 });
    const files = ['flow.yaml', 'my-line.scenario.yaml'].map((file) => join(folder, 'my-line', file));
    expect(files.map((file) => existsSync(findSchema(file)))).toEqual([true, true]);
    expect(readFileSync(join(folder, 'my-line/flow.yaml'), 'utf8')).toMatch(/^name: my-line$/m);

    const validated = await runCommand(registerValidate, ['validate', folder]);
    expect(validated).toEqual({ out: '', err: '1 flow checked: 0 errors, 0 warnings\n', code: 0 });
    const tested = await runCommand(registerTest, ['test', folder]);
    expect(tested.out).toContain('2 passed, 0 failed');
    const { out, err, code } = await runCommand(registerProve, ['prove', folder]);
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatch(/^my-line: nothing found; /);
  });

  it('is listed in the help with its purpose', async () => {
    let help = '';
    await expect(
      runHelp((text) => {
        help += text;
      }),
    ).rejects.toThrow('outputHelp');
    expect(help).toMatch(new RegExp(`^ {2}${template} +\\w.*\\w`, 'm'));
    expect(help).toContain('Examples:\n  ringflow new bakery\n');
  });

  it('names the schemas of this repository', () => {
    const folder = join(root, 'templates', template);
    for (const file of readdirSync(folder)) expect(existsSync(findSchema(join(folder, file)))).toBe(true);
  });
});

async function runHelp(writeOut: (text: string) => void): Promise<void> {
  const { Command } = await import('commander');
  const program = new Command('ringflow').exitOverride().configureOutput({ writeOut });
  registerNew(program, { out: writeOut, err: writeOut, colour: false });
  await program.parseAsync(['new', '--help'], { from: 'user' });
}

describe('ringflow new', () => {
  it('tells which files it wrote, and the commands that come next', async () => {
    const folder = emptyFolder();
    const { out, err } = await createIn(folder, 'bakery');
    expect(out).toBe(`${folder}/bakery/flow.yaml\n${folder}/bakery/bakery.scenario.yaml\n`);
    for (const command of ['validate', 'test', 'prove'])
      expect(err).toContain(`npx ringflow ${command} ${folder}`);
    expect(err).toContain('npx ringflow call bakery');
  });

  it('begins with the front desk in flows/ when nothing else is said', async () => {
    const folder = emptyFolder();
    const program = join(root, 'bin/ringflow.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'new', 'bakery'], {
      cwd: folder,
    });
    expect(stdout).toBe('flows/bakery/flow.yaml\nflows/bakery/bakery.scenario.yaml\n');
    expect(readFileSync(join(folder, 'flows/bakery/flow.yaml'), 'utf8')).toContain('For sales, press 1.');
  });

  it('changes nothing in a folder that has files in it', async () => {
    const folder = emptyFolder({ 'bakery/flow.yaml': 'mine' });
    const { err, code } = await createIn(folder, 'bakery');
    expect({ err, code }).toEqual({
      err: `ringflow: ${folder}/bakery exists and is not changed: choose another name\n`,
      code: 2,
    });
    expect(readFileSync(join(folder, 'bakery/flow.yaml'), 'utf8')).toBe('mine');
  });

  it('refuses a file in the place of the folder, and fills an empty folder', async () => {
    const folder = emptyFolder({ shop: '' });
    expect(await createIn(folder, 'shop')).toMatchObject({ code: 2 });
    mkdirSync(join(folder, 'bakery'));
    expect(await createIn(folder, 'bakery')).toMatchObject({ code: 0 });
  });

  it.each([
    ['Night_Line', ', such as night-line'],
    ['2nd line', ', such as nd-line'],
    ['../up', ', such as up'],
    ['ü', ''],
  ])('refuses the name %s and says what would do', async (name, such) => {
    const { err, code } = await createIn(emptyFolder(), name);
    expect(err).toBe(
      `ringflow: "${name}" is no name of a flow: a lower-case letter, then lower-case letters, digits and hyphens${such}\n`,
    );
    expect(code).toBe(2);
  });

  it('says so when the place cannot be written', async () => {
    const folder = emptyFolder({ file: '' });
    const { err, code } = await createIn(join(folder, 'file'), 'bakery');
    expect(err).toMatch(/bakery cannot be written: /);
    expect(code).toBe(2);
  });

  it('names the schemas of the nearest project with the package in node_modules', async () => {
    const folder = emptyFolder({ 'project/node_modules/.keep': '' });
    symlinkSync(root, join(folder, 'project/node_modules/ringflow'));
    await createIn(join(folder, 'project/deep/flows'), 'bakery');
    expect(readFileSync(join(folder, 'project/deep/flows/bakery/flow.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/node_modules\/ringflow\/schemas\/flow\.schema\.json\n/,
    );
    expect(existsSync(join(folder, 'project/deep/flows/ringflow-schemas'))).toBe(false);
  });

  it('elsewhere copies the schemas, with all that they refer to, once for all flows of the folder', async () => {
    const folder = emptyFolder();
    await createIn(folder, 'bakery');
    writeFileSync(join(folder, 'ringflow-schemas/flow.schema.json'), 'of an older release');
    const { err } = await createIn(folder, 'shop');
    expect(err).toContain('The schemas for your editor were copied to ');
    const schema = findSchema(join(folder, 'bakery/flow.yaml'));
    expect(schema).toBe(join(folder, 'ringflow-schemas/flow.schema.json'));
    expect(findMissing(schema)).toEqual([]);
    expect(findMissing(findSchema(join(folder, 'shop/shop.scenario.yaml')))).toEqual([]);
  });
});

/** The files that a schema refers to, directly or not, and that do not exist. */
function findMissing(schema: string, seen = new Set<string>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (!existsSync(schema)) return [schema];
  const references = [...readFileSync(schema, 'utf8').matchAll(/"\$ref": "([^#"]+)/g)];
  return references.flatMap(([, file = '']) => findMissing(resolve(dirname(schema), file), seen));
}
