/** What `npm pack` makes, installed elsewhere: the build alone, with its dependencies and nothing else of this checkout. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const sources = [
  'bin',
  'flows',
  'std',
  'templates',
  'schemas',
  'scripts',
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringflow-package-'));
  const checkout = join(folder, 'checkout');
  for (const source of sources) await cp(join(root, source), join(checkout, source), { recursive: true });
  await linkModules(checkout);
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout });
  program = await installed(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Links the dependencies, but not the cache beside them: the build writes there, and commands of this checkout read it. */
async function linkModules(checkout: string): Promise<void> {
  const modules = join(root, 'node_modules');
  await mkdir(join(checkout, 'node_modules'));
  const names = (await readdir(modules)).filter((name) => name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(modules, name), join(checkout, 'node_modules', name))));
}

/** A program's folder with the package and what it depends on. */
async function installed(packed: string): Promise<string> {
  const modules = join(packed, 'program/node_modules');
  const [tarball = ''] = (await readdir(packed)).filter((name) => name.endsWith('.tgz'));
  await mkdir(modules, { recursive: true });
  await run('tar', ['-xzf', join(packed, tarball), '-C', modules]);
  await cp(join(modules, 'package'), join(modules, 'ringflow'), { recursive: true });
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  return join(packed, 'program');
}

/** The example project in a folder beside the installed package, with what it develops with. */
async function exampleProject(): Promise<string> {
  const project = join(folder, 'test-your-flows');
  const modules = join(program, 'node_modules');
  await cp(join(root, 'examples/test-your-flows'), project, { recursive: true });
  await symlink(modules, join(project, 'node_modules'));
  await mkdir(join(modules, '.bin'));
  for (const name of ['vitest', 'typescript', '@types/node']) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of ['vitest', 'tsc'])
    await symlink(join(root, 'node_modules/.bin', name), join(modules, '.bin', name));
  await symlink(join(modules, 'ringflow/bin/ringflow.js'), join(modules, '.bin/ringflow'));
  await symlink(process.execPath, join(modules, '.bin/node'));
  return project;
}

describe('the example project, with the package installed', () => {
  let project: string;
  beforeAll(async () => {
    project = await exampleProject();
  });

  /** What a program writes, whether it succeeds or not. */
  const output = (program: string, ...args: string[]): Promise<string> =>
    run(program, args, { cwd: project, env: { ...process.env, NO_COLOR: '1', VITEST: '' } }).then(
      ({ stdout }) => stdout,
      (error: unknown) => `${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`,
    );

  it('tests its flows with Vitest and with node:test', async () => {
    const told = await output('npm', 'test');
    expect(told).toMatch(/Tests {2}6 passed \(6\)/);
    expect(told).toMatch(/pass 1\n/);
    expect(told).toMatch(/fail 0\n/);
  });

  it('points to the line of the test that fails, not into the package', async () => {
    await writeFile(
      join(project, 'test/failing.test.ts'),
      `import { test } from 'vitest';
       import { call } from 'ringflow/testing';
       test('a greeting that nobody hears', async () => {
         const c = await call('order-status').env({ SHOP_URL: 'https://shop.test' });
         await c.hears('Welcome to Acne');
       });
       test('a line for which nobody waits', async () => {
         const c = await call('order-status').env({ SHOP_URL: 'https://shop.test' });
         void c.hears('Welcome to Acorn');
       });`,
    );
    const told = await output('npx', 'vitest', 'run', 'test/failing.test.ts');
    expect(told).toContain('AssertionError: the caller did not hear "Welcome to Acne"');
    expect(told).toContain('nearest: "Welcome to Acme. Please enter the six digits of your order number."');
    expect(told).toContain('❯ test/failing.test.ts:5:18');
    expect(told).toMatch(
      /Unhandled Rejection[^]*the caller did not hear "Welcome to Acorn"[^]*failing\.test\.ts:9:17/,
    );
    await rm(join(project, 'test/failing.test.ts'));
  });

  it('does not compile with a name that its flow does not have', async () => {
    await writeFile(
      join(project, 'test/wrong.test.ts'),
      `import { expect } from 'vitest';
       import { call } from 'ringflow/testing';
       import 'ringflow/testing/vitest';
       const c = await call('order-status').with({ shop: 'Acme' });
       expect(c).toHaveVariable('days', 2);
       expect(c).toHaveVariable('day', 2);
       expect(c).toHaveVariable('days', 'two');
       expect(c).toBeInStep('asks');
       expect(c).toHaveReached('inform');
       await c.hears({ prompt: 'welcome' });
       await c.expects({ var: { name: 'order', is: 5 } });
       console.log(c.vars.orders);
       call('order-status').with({ show: 'Acme' });
       call('orderstatus');
       call('flows/order-status/flow.yaml').with({ show: 'Acme' });`,
    );
    const told = await output('npx', 'tsc', '--pretty', 'false');
    const lines = [...told.matchAll(/^test\/wrong\.test\.ts\((\d+),/gm)].map((match) => Number(match[1]));
    expect([...new Set(lines)]).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14]);
    await rm(join(project, 'test/wrong.test.ts'));
  });
});

describe('the package, installed', () => {
  it('runs as `ringflow`', async () => {
    const { stdout } = await run(process.execPath, ['node_modules/ringflow/bin/ringflow.js', '--version'], {
      cwd: program,
    });
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('brings the pages of the console and of the emulator, and serves the latter', async () => {
    const files = await readdir(join(program, 'node_modules/ringflow/dist'), { recursive: true });
    for (const page of ['console', 'emulator']) {
      expect(files).toContain(`${page}/index.html`);
      expect(files.some((file) => file.startsWith(`${page}/assets/index-`) && file.endsWith('.js'))).toBe(
        true,
      );
    }
    expect(files.filter((file) => file.startsWith('src/console'))).toEqual([]);
    await writeFile(
      join(program, 'page.mjs'),
      `import { startEmulator } from './node_modules/ringflow/dist/src/platform/emulator/http/index.js';
       const emulator = await startEmulator();
       const page = await (await fetch(emulator.url + '/_emulator/')).text();
       const [, script] = /src="([^"]+[.]js)"/.exec(page);
       const answer = await fetch(new URL(script, emulator.url + '/_emulator/'));
       console.log(answer.status, answer.headers.get('content-type'));
       await emulator.close();`,
    );
    const { stdout } = await run(process.execPath, ['page.mjs'], { cwd: program });
    expect(stdout.trim()).toBe('200 application/javascript; charset=utf-8');
  });

  it('finds nothing wrong with a flow that it brings', async () => {
    const flow = 'node_modules/ringflow/flows/front-desk/flow.yaml';
    const args = ['node_modules/ringflow/bin/ringflow.js', 'validate', flow];
    await expect(run(process.execPath, args, { cwd: program })).resolves.toMatchObject({ stdout: '' });
  });

  it('is imported as `ringflow/platform`, its schemas included', async () => {
    await writeFile(
      join(program, 'program.mjs'),
      `import { createPlatformClient, parseVoiceNotification } from 'ringflow/platform';
       const client = createPlatformClient({ baseUrl: 'http://127.0.0.1:9', appId: 'a', appKey: 'k' });
       console.log(parseVoiceNotification({ state: 'ringing' }).notification.event.type);
       await client.voice.dial({ from: '+4930111' }).catch((error) => console.log(error.problems[0].path));
       await client.close();`,
    );
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: program });
    expect(stdout.trim().split('\n')).toEqual(['ringing', '/to']);
  });
});
