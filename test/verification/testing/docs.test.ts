/** The tests of docs/testing.md are run as a reader would: in a project with Ringflow and Vitest, over the flow before them. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith } from '../../cli/command.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
const [, , section = ''] = /(\n## In TypeScript\n)(.*?)(?=\n## |$(?!\n))/s.exec(page) ?? [];

/** The one code block of a kind. */
function block(kind: string): string {
  const found = [...section.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\`$`, 'gms'))];
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? '';
}

const project = folderWith({
  'package.json': '{ "type": "module" }',
  'flows/parcel/flow.yaml': block('yaml flow'),
  'test/parcel.test.ts': block('ts test'),
  'test/parcel.node-test.ts': block('ts node-test'),
});
mkdirSync(join(project.path, 'node_modules'));
symlinkSync(root, join(project.path, 'node_modules/ringflow'));
symlinkSync(join(root, 'node_modules/vitest'), join(project.path, 'node_modules/vitest'));
afterAll(project.remove);

async function node(...args: string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.path, env });
  return stdout;
}

describe('the tests in the documentation pass', () => {
  test('with Vitest', async () => {
    expect(await node('node_modules/vitest/vitest.mjs', 'run')).toMatch(/Tests {2}2 passed \(2\)/);
  });

  test("with Node's own runner", async () => {
    expect(await node('--test', 'test/parcel.node-test.ts')).toMatch(/pass 1\n/);
  });
});
