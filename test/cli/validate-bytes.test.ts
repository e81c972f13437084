/** Whatever bytes a flow file holds: `validate` says what is wrong with them and ends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { registerValidate } from '../../src/cli/author/validate.ts';
import { folderWith, runCommand } from './command.ts';
import { scaleRuns } from '../setup/property-runs.ts';

const folder = folderWith({});
afterAll(() => {
  folder.remove();
});

const flow = `ringflow: 1
name: hello
languages: [de-DE]
on: { error: sorry }
steps:
  hello: { say: Grüß Gott. }
  sorry: { say: Bitte rufen Sie später an. }
`;

interface Printed {
  diagnostics: { code: string; message: string; start: { line: number; column: number } }[];
}

/** What `validate` says of a file with these bytes. */
async function validate(bytes: Uint8Array): Promise<{ code: number; diagnostics: Printed['diagnostics'] }> {
  const file = join(folder.path, 'flow.yaml');
  writeFileSync(file, bytes);
  const { code, out, err } = await runCommand(registerValidate, ['validate', file, '--format', 'json']);
  expect(err).toBe('');
  return { code, diagnostics: (JSON.parse(out) as Printed).diagnostics };
}

/** The same, as `line:column code`. */
async function told(bytes: Uint8Array): Promise<string[]> {
  const { diagnostics } = await validate(bytes);
  return diagnostics.map(({ code, start }) => `${start.line}:${start.column} ${code}`);
}

describe('a flow file in another encoding', () => {
  test('UTF-8 is right, with or without a byte order mark', async () => {
    expect(await told(Buffer.from(flow))).toEqual([]);
    expect(await told(Buffer.from(`\ufeff${flow}`))).toEqual([]);
  });

  test('Latin-1 is told at the first character that is lost, and hides no other mistake', async () => {
    const mistaken = flow.replace('später an. }', 'später an., next: nowhere }');
    expect(await told(Buffer.from(mistaken, 'latin1'))).toEqual([
      '6:19 wrong-encoding',
      '7:51 dangling-target',
    ]);
  });

  test.each([
    ['little-endian', Buffer.from(`\ufeff${flow}`, 'utf16le')],
    ['big-endian', Buffer.from(`\ufeff${flow}`, 'utf16le').swap16()],
    ['without a byte order mark', Buffer.from(flow, 'utf16le')],
  ])('UTF-16, %s, is called by its name', async (_, bytes) => {
    const { diagnostics, code } = await validate(bytes);
    expect(diagnostics.map(({ message }) => message)).toEqual(['the file is UTF-16; expected UTF-8']);
    expect(code).toBe(1);
  });
});

test('a file of 10 MB is refused, whatever it holds', async () => {
  for (const piece of ['a: b\n', '\n', '\0', '[', '\u{1F600}'])
    expect(await told(Buffer.alloc(10_000_000, piece))).toEqual(['1:1 too-large']);
});

test('any bytes, and any bytes amid a flow, end in a verdict', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), fc.nat(flow.length), async (junk, isAmid, at) => {
      const whole = Buffer.from(flow);
      const file = isAmid ? Buffer.concat([whole.subarray(0, at), junk, whole.subarray(at)]) : junk;
      const { code, diagnostics } = await validate(file);
      expect([0, 1]).toContain(code);
      if (code === 1) expect(diagnostics).not.toEqual([]);
    }),
    { numRuns: scaleRuns(200) },
  );
});
