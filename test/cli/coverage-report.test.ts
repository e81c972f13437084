import { afterEach, expect, it } from 'vitest';
import { registerTest } from '../../src/cli/author/test.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const main = `ringflow: 1
name: main
on: { error: bye }
steps:
  ask: { run: { flow: greet }, next: bye }
  bye: { say: Goodbye. }
`;
const greet = `ringflow: 1
name: greet
on: { error: sorry }
steps:
  hello: { say: Hello., next: return }
  sorry: { say: Sorry., next: return }
`;
const scenarios = 'scenarios: [{ name: through, script: [hears: Hello, hears: Goodbye] }]';

it('a flow that is run is told by itself, though it lies outside of what was asked for', async () => {
  const folder = folderWith({
    'main/flow.yaml': main,
    'main/a.scenario.yaml': scenarios,
    'greet/flow.yaml': greet,
  });
  folders.push(folder);
  const { out, code } = await runCommand(registerTest, ['test', `${folder.path}/main`, '--coverage']);
  const shown = out.replaceAll(`${folder.path}/`, '');
  expect(code).toBe(0);
  expect(shown).toMatch(/^greet +1\/2/m);
  expect(shown).toContain('greet/flow.yaml\n  6  step     sorry\n');
});
