import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KeptFlows } from '../../../src/authoring/flow-files/index.ts';
import { brokenFlow, flowSaying, useFolders } from './folder.ts';

const newFolder = useFolders();

const runner = `ringflow: 1
name: runner
languages: [en-US]
on: { error: sorry }
steps:
  other: { run: { flow: desk }, on: { done: hangup } }
  sorry: { say: Sorry., next: hangup }
`;

const importer = `ringflow: 1
name: importer
languages: [en-US]
imports: [./parts.yaml]
on: { error: sorry }
steps:
  hello: { say: greeting, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

/** The version of the flow in a file, or what is wrong with it. */
function versionAt(flows: KeptFlows, file: string): string | undefined {
  const loaded = flows.load(file);
  return loaded?.files[0]?.flow?.version ?? loaded?.diagnostics.map(({ code }) => code).join();
}

describe('flows that are kept (KEPT-1)', () => {
  test('are the same object as long as nothing has changed', () => {
    const file = newFolder().write('flow.yaml', flowSaying('Hello.'));
    const flows = new KeptFlows();
    expect(flows.load(file)).toBe(flows.load(file));
  });

  test('are compiled anew when their file has changed', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flowSaying('Hello.'));
    const flows = new KeptFlows();
    const before = versionAt(flows, file);
    folder.write('flow.yaml', flowSaying('Good day.'));
    expect(versionAt(flows, file)).not.toBe(before);
    folder.write('flow.yaml', brokenFlow);
    expect(flows.load(file)?.failed).toBe(true);
    folder.write('flow.yaml', flowSaying('Hello.'));
    expect(versionAt(flows, file)).toBe(before);
  });

  test('are compiled anew when a file that they import has changed, or is there at last', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', importer);
    const flows = new KeptFlows();
    expect(versionAt(flows, file)).toContain('unknown-import');
    folder.write('parts.yaml', 'ringflow: 1\nprompts: { greeting: Hello. }\n');
    const before = versionAt(flows, file);
    expect(before).toMatch(/^[0-9a-f]+$/);
    folder.write('parts.yaml', 'ringflow: 1\nprompts: { greeting: Good day. }\n');
    expect(versionAt(flows, file)).not.toBe(before);
  });

  test('are compiled anew when a flow beside them that they run has changed', () => {
    const folder = newFolder();
    const file = folder.write('runner/flow.yaml', runner);
    folder.write('desk/flow.yaml', flowSaying('Hello.'));
    const flows = new KeptFlows();
    const before = versionAt(flows, file);
    expect(flows.load(file)).toBe(flows.load(file));
    folder.write('desk/flow.yaml', flowSaying('Good day.'));
    expect(versionAt(flows, file)).not.toBe(before);
  });

  test('are not compiled anew for a flow beside them that they cannot run', () => {
    const folder = newFolder();
    const file = folder.write('a.flow.yaml', flowSaying('Hello.', 'a'));
    const flows = new KeptFlows();
    const before = flows.load(file);
    folder.write('b.flow.yaml', flowSaying('Hello.', 'b'));
    expect(flows.load(file)).toBe(before);
  });

  test('are gone when their file is', () => {
    const folder = newFolder();
    const file = folder.write('flow.yaml', flowSaying('Hello.'));
    const flows = new KeptFlows();
    flows.load(file);
    rmSync(file);
    expect(flows.load(file)).toBeUndefined();
    expect(flows.load(join(folder.path, 'never.yaml'))).toBeUndefined();
  });
});
