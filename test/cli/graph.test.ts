import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Flowchart } from '../../src/authoring/flowchart/index.ts';
import { registerGraph } from '../../src/cli/author/graph.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const flow =
  'ringflow: 1\nname: desk\non: { error: bye }\nsteps:\n  hello: { say: Hello. }\n  bye: { hangup: }\n';

function folder(files: Record<string, string>): string {
  const made = folderWith(files);
  folders.push(made);
  return made.path;
}

const graph = (...args: string[]) => runCommand(registerGraph, ['graph', ...args]);

describe('ringflow graph', () => {
  it.each([
    ['mermaid', '---\ntitle: "desk"\n---\nflowchart TD\n'],
    ['dot', 'digraph "desk" {\n'],
    ['svg', '<svg '],
  ])('draws %s', async (format, beginning) => {
    const { out, err, code } = await graph(folder({ 'flow.yaml': flow }), '--format', format);
    expect(out.slice(0, beginning.length)).toBe(beginning);
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('describes steps and ways as JSON, failures that nobody routed included', async () => {
    const path = folder({ 'flow.yaml': flow });
    const { out, err, code } = await graph(path, '--format', 'json');
    expect({ err, code }).toEqual({ err: '', code: 0 });
    const chart = JSON.parse(out) as Flowchart;
    expect(chart).toMatchObject({ flow: 'desk', entry: 'hello', errorStep: 'bye' });
    expect(chart.steps[0]?.ways).toContainEqual({
      code: 'failed',
      kind: 'failure',
      to: { step: 'bye' },
      isUnhandled: true,
    });
    expect(out.endsWith('}\n')).toBe(true);
  });

  it('leaves failures that nobody routed out, unless all are wanted', async () => {
    const path = folder({ 'flow.yaml': flow });
    expect((await graph(path)).out).not.toContain('step_hello -.-> step_bye');
    expect((await graph(path, '--all')).out).toContain('step_hello -.-> step_bye');
  });

  it('writes to a file when given one, and nothing to stdout', async () => {
    const path = folder({ 'flow.yaml': flow });
    const { out, code } = await graph(path, '-o', `${path}/desk.mmd`);
    expect({ out, code }).toEqual({ out: '', code: 0 });
    expect(readFileSync(`${path}/desk.mmd`, 'utf8')).toBe((await graph(path)).out);
  });

  it('says that it cannot write where there is no folder', async () => {
    const path = folder({ 'flow.yaml': flow });
    const { err, code } = await graph(path, '-o', `${path}/no/desk.mmd`);
    expect(code).toBe(2);
    expect(err).toMatch(/^ringflow: .*desk\.mmd cannot be written: /);
  });

  it('takes a flow by its name too', async () => {
    expect(await graph('front-desk')).toEqual(await graph('flows/front-desk'));
    const { err, code } = await graph('no-desk');
    expect(err).toMatch(/^ringflow: no file, folder or flow no-desk; the flows in flows are: .*front-desk/);
    expect(code).toBe(2);
  });

  it('wants one flow', async () => {
    const { err, code } = await graph(
      folder({ 'a/flow.yaml': flow, 'b/flow.yaml': flow.replace('desk', 'b') }),
    );
    expect(code).toBe(2);
    expect(err).toMatch(/contains 2 flows: name one of them\n$/);
  });

  it('draws no flow with errors', async () => {
    const { out, err, code } = await graph(folder({ 'flow.yaml': flow.replace('hangup', 'hang') }));
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toContain('[unknown-key]');
  });
});
