import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import ts from 'typescript';
import { registerTypes } from '../../src/cli/author/types.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function folder(files: Record<string, string>): string {
  const made = folderWith(files);
  folders.push(made);
  return made.path;
}

const types = (...args: string[]) => runCommand(registerTypes, ['types', ...args]);

const desk = `ringflow: 1
name: desk
on: { error: bye }
env: { KEY: Key of the shop., URL: { description: Address of the shop., default: 'http://127.0.0.1:1' } }
params: { who: { type: string }, times: { type: int, default: 1 } }
vars: { name: '', count: 0, share: 0.5, known: false }
prompts: { hello: 'Hello \${params.who} \${vars.name} \${vars.count} \${vars.share} \${vars.known} \${params.times}.' }
steps:
  hello:
    say: hello
  ask:
    http: { get: '\${env.URL}/\${env.KEY}', save: { name: '\${response.text}', count: 1, share: 0.1, known: true } }
    on: { failed: bye }
  served:
    outcome: served
    next: hangup
  bye: { say: Bye. }
`;
const bare =
  'ringflow: 1\nname: bare\non: { error: hello }\nsteps: { hello: { say: Hello., next: hangup } }\n';

const declared = `// Made by \`ringflow types\`; do not edit.
import 'ringflow/testing';

declare module 'ringflow/testing' {
  interface Flows {
    'bare': {
      vars: Record<string, never>;
      params: Record<string, never>;
      env: Record<string, never>;
      steps: 'hello';
      prompts: never;
      outcomes: never;
    };
    'desk': {
      vars: { name: string; count: number; share: number; known: boolean };
      params: { who: string; times?: number };
      env: { KEY: string | number; URL?: string | number };
      steps: 'hello' | 'ask' | 'served' | 'bye';
      prompts: 'hello';
      outcomes: 'served';
    };
  }
}
`;

describe('ringflow types', () => {
  it('describes flows in the order of their names', async () => {
    const path = folder({ 'one/flow.yaml': desk, 'two/flow.yaml': bare });
    expect(await types(path)).toEqual({ out: declared, err: '', code: 0 });
  });

  it('writes a file, and nothing else', async () => {
    const path = folder({ 'one/flow.yaml': desk, 'two/flow.yaml': bare });
    const file = join(path, 'flows.d.ts');
    expect(await types(path, '--out', file)).toEqual({ out: '', err: '', code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(declared);
  });

  it('writes none for a flow with errors, which it shows', async () => {
    const path = folder({ 'flow.yaml': desk.replace('say: hello', 'say: helo') });
    const file = join(path, 'flows.d.ts');
    const { out, err, code } = await types(path, '--out', file);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toContain('helo');
    expect(existsSync(file)).toBe(false);
  });

  it('says where it could not write', async () => {
    const path = folder({ 'flow.yaml': bare });
    const { err, code } = await types(path, '--out', join(path, 'none/flows.d.ts'));
    expect(err).toMatch(/^ringflow: \S+none\/flows\.d\.ts cannot be written: ENOENT/);
    expect(code).toBe(2);
  });
});

describe('a test that is compiled with the file', () => {
  const use = `import { call, flow } from 'ringflow/testing';
import 'ringflow/testing/vitest';
import { expect } from 'vitest';
const c = await call('desk').with({ who: 'Ada', times: 2 }).env({ KEY: 'k' });
const count: number = c.vars.count;
await c.expects({ var: { name: 'known', is: true } });
await c.hears({ prompt: 'hello' });
expect(c).toBeInStep('ask');
expect(c).toHaveReached('served');
expect(c).toHaveVariable('share', count);
await flow('bare').call();
await flow('./any/flow.yaml').call().with({ anything: 1 });
`;

  it('may say what its flows have', () => {
    expect(problems(use)).toEqual([]);
  });

  const wrong: [string, RegExp][] = [
    ["call('disk')", /'"disk"' is not assignable/],
    ["call('desk').with({ whom: 'Ada' })", /'whom' does not exist/],
    ["call('desk').with({ times: 'twice' })", /'string' is not assignable to type 'number'/],
    ["call('desk').env({ SHOP: 'k' })", /'SHOP' does not exist/],
    ['void c.vars.counter', /'counter' does not exist/],
    ["c.expects({ var: { name: 'known', is: 'yes' } })", /not assignable/],
    ["c.expects({ step: 'asks' })", /'"asks"' is not assignable/],
    ["c.hears({ prompt: 'helo' })", /'"helo"' is not assignable/],
    ["expect(c).toBeInStep('asks')", /'"asks"' is not assignable/],
    ["expect(c).toHaveReached('server')", /'"server"' is not assignable/],
    ["expect(c).toHaveVariable('count', true)", /'boolean' is not assignable/],
    ["flow('bare').call().with({ who: 'Ada' })", /'string' is not assignable to type 'undefined'/],
  ];

  it('may not say what they do not have', () => {
    const found = problems(`${use}${wrong.map(([line]) => `${line};\n`).join('')}`);
    expect(found).toHaveLength(wrong.length);
    for (const [index, [, told]] of wrong.entries()) expect(found[index]).toMatch(told);
  });
});

/** What the compiler says of a test beside the declarations, in this repository. */
function problems(test: string): string[] {
  const root = join(import.meta.dirname, '../..');
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
    .config as object;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = new Map([
    [join(root, 'test/cli/made-flows.d.ts'), declared],
    [join(root, 'test/cli/made-use.ts'), test],
  ]);
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    getSourceFile(path, ...rest) {
      const text = files.get(path);
      return text === undefined
        ? disk.getSourceFile(path, ...rest)
        : ts.createSourceFile(path, text, rest[0]);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const made = [...files.keys()].flatMap((path) => program.getSourceFile(path) ?? []);
  return made
    .flatMap((file) => program.getSemanticDiagnostics(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
