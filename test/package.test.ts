/** What `npm pack` makes, installed elsewhere: the build alone, with its dependencies and nothing else of this checkout. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const sources = ['bin', 'flows', 'schemas', 'src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringflow-package-'));
  const checkout = join(folder, 'checkout');
  for (const source of sources) await cp(join(root, source), join(checkout, source), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout });
  program = await installed(folder);
}, 240_000);
afterAll(() => rm(folder, { recursive: true }));

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

describe('the package, installed', () => {
  it('runs as `ringflow`', async () => {
    const { stdout } = await run(process.execPath, ['node_modules/ringflow/bin/ringflow.js', '--version'], {
      cwd: program,
    });
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
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
