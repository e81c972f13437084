/** A key that somebody types, or that comes down a pipe. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askForKey } from '../../src/cli/operate/key-prompt.ts';
import { CommandFailure } from '../../src/cli/shared/io.ts';

/** Somebody at a terminal types this; gives the key with all that was shown. */
async function typing(keys: string): Promise<{ key: string; shown: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const said: string[] = [];
  const asked = askForKey(input, { err: (text) => said.push(text) });
  input.write(keys);
  return { key: await asked, shown: said.join('') };
}

const piped = (text: string) => {
  const input = new PassThrough();
  input.end(text);
  return askForKey(input, { err: () => undefined });
};

test('a key that is typed is taken, and shown nowhere', async () => {
  expect(await typing(' rf_the_key \r')).toEqual({ key: 'rf_the_key', shown: 'Key (input is hidden): \n' });
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-C behind half of it', 'rf_\u0003'],
  ['Ctrl-D', '\u0004'],
  ['nothing but Enter', '\r'],
])('%s ends it in one line', async (_what, keys) => {
  await expect(typing(keys)).rejects.toEqual(new CommandFailure('no key was entered'));
});

test('of a pipe the first line is taken that says something', async () => {
  expect(await piped('\n  rf_piped  \nmore\n')).toBe('rf_piped');
});

test.each(['', '\n', '  \n\n'])('a pipe with %j has none', async (text) => {
  await expect(piped(text)).rejects.toMatchObject({
    message: 'no key on stdin: pipe it in, or set RINGFLOW_TOKEN',
    exitCode: 2,
  });
});
