/**
 * The tutorial is carried out as a reader would: its files are written one after the other, its commands are run, and
 * say what it says they do. `UPDATE=1` writes what they say into it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const page = fileURLToPath(new URL('../../docs/tutorial.md', import.meta.url));
const bin = fileURLToPath(new URL('../../bin/ringflow.js', import.meta.url));
const BLOCK = /^```(yaml flow|yaml mistake|yaml scenario|console)\n(.*?)^```$/gms;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringflow-tutorial-'));
  mkdirSync(join(folder, 'flows/bakery'), { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('each command of the tutorial says what the tutorial says', async () => {
  const written = readFileSync(page, 'utf8');
  const shown: string[] = [];
  for (const [, kind = '', text = ''] of written.matchAll(BLOCK)) shown.push(await done(kind, text));
  expect(shown).not.toEqual([]);
  const carriedOut = written.replaceAll(
    BLOCK,
    (_block, kind: string) => `\`\`\`${kind}\n${shown.shift() ?? ''}\`\`\``,
  );
  if (process.env.UPDATE === '1') writeFileSync(page, carriedOut);
  expect(written).toBe(carriedOut);
});

/** Does what a block asks for; gives the block as it should be. */
async function done(kind: string, text: string): Promise<string> {
  if (kind === 'console') return transcript(text);
  // A scenario file says its name in a comment; without one it is the flow.
  const name = /^# flows\/bakery\/(\S+)$/m.exec(text)?.[1] ?? 'flow.yaml';
  writeFileSync(join(folder, 'flows/bakery', name), text);
  return text;
}

/** The first line of a block is its command. */
async function transcript(block: string): Promise<string> {
  const [prompt = ''] = block.split('\n');
  const command = prompt.replace(/^\$ /, '').replace('npx ringflow', `'${process.execPath}' '${bin}'`);
  const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } };
  // A command that finds something ends with another code than 0, which is what is shown.
  const said = await promisify(execFile)('sh', ['-c', `(${command}) 2>&1; true`], options);
  const lines = said.stdout.split('\n').map((line) => line.trimEnd());
  return `${prompt}\n${lines.join('\n').trim()}\n`.replace(/\n\n$/, '\n');
}
