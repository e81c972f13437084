import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { registerPerturb } from '../../src/cli/perturb.ts';
import { folderWith, runCommand } from './command.ts';

const flow = `ringflow: 1
name: hello
steps:
  hello: { say: Hello there. }
`;

const scenario = `scenarios:
  - name: somebody calls
    script:
      - hears: Hello there
`;

const { path, remove } = folderWith({ 'flow.yaml': flow, 'hello.scenario.yaml': scenario });
afterAll(remove);

const perturb = (...args: string[]) => runCommand(registerPerturb, ['perturb', path, ...args]);

describe('ringflow perturb', () => {
  test('says that everything held, and how much was tried', async () => {
    const { out, code } = await perturb('--quick');
    expect(out).toMatch(/^nothing found; 1 case, \d+ runs\n$/);
    expect(code).toBe(0);
  });

  test('says the same each time', async () => {
    expect(await perturb('--json')).toEqual(await perturb('--json'));
  });

  test('tries only the kinds that are asked for', async () => {
    const runs = async (...args: string[]) =>
      (JSON.parse((await perturb('--json', ...args)).out) as { runs: number }).runs;
    expect(await runs('--only', 'drop')).toBeLessThan(await runs('--only', 'drop,swap'));
  });

  test('says what a budget leaves out, and fails', async () => {
    const { out, code } = await perturb('--budget', '3');
    expect(out).toMatch(/1 case, 3 runs; stopped with \d+ runs left to make/);
    expect(code).toBe(1);
  });

  test('says which case fails as it is', async () => {
    const file = join(path, 'wrong.scenario.yaml');
    writeFileSync(file, scenario.replace('Hello there', 'Goodbye'));
    const { out, code } = await perturb('--filter', 'wrong');
    expect(out).toContain(
      'wrong.scenario.yaml:2 somebody calls: it fails as it is: the caller did not hear "Goodbye"',
    );
    expect(code).toBe(1);
  });

  test('runs a scenario in which something goes wrong with that alone', async () => {
    const file = join(path, 'twice.scenario.yaml');
    writeFileSync(file, scenario.replace('    script:', '    perturbation: { duplicate: 2 }\n    script:'));
    const { out, code } = await perturb('--filter', 'twice');
    expect(out).toBe('nothing found; 1 case, 1 run\n');
    expect(code).toBe(0);
  });

  test.each([
    [['--only', 'earthquake'], /"earthquake" is none of duplicate, drop/],
    [['--budget', '0'], /whole number above 0/],
  ])('%j is wrong use', async (args, message) => {
    await expect(perturb(...args)).rejects.toThrow(message);
  });

  test('a filter that leaves nothing is wrong use', async () => {
    const { err, code } = await perturb('--filter', 'nobody');
    expect(err).toMatch(/no scenario to perturb/);
    expect(code).toBe(2);
  });
});
