/** Files that flows import, on a disk. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { useFolders } from './folder.ts';

const newFolder = useFolders();
const flow = (name: string, path: string) =>
  `ringflow: 1\nname: ${name}\nimports: [${path}]\non: { error: hello }\nsteps:\n  hello: { say: welcome }\n`;

describe('loading flows', () => {
  test('reads what they import, in the folder around theirs too', () => {
    const { path, write } = newFolder();
    write('desk/flow.yaml', flow('desk', '../shared/words.yaml'));
    const words = write('shared/words.yaml', 'ringflow: 1\nprompts: { welcome: Hello. }\n');
    const { flows, files, diagnostics, source } = loadFlows([path]);
    expect(diagnostics).toEqual([]);
    expect(flows).toHaveLength(1);
    expect(files[0]?.imports.map(({ file }) => file)).toEqual([words]);
    expect(source(words)).toContain('Hello.');
  });

  test('tells what is wrong with an imported file once, however many flows import it', () => {
    const { path, write } = newFolder();
    write('a/flow.yaml', flow('a', '../words.yaml'));
    write('b/flow.yaml', flow('b', '../words.yaml'));
    const words = write('words.yaml', 'ringflow: 1\nprompts: { welcome: 5 }\n');
    expect(loadFlows([path]).diagnostics.map(({ file, code }) => [file, code])).toEqual([
      [words, 'wrong-type'],
    ]);
  });

  test('does not follow a link that leads out of the folders', () => {
    const { path, write } = newFolder();
    const outside = join(newFolder().path, 'words.yaml');
    writeFileSync(outside, 'ringflow: 1\nprompts: { welcome: Hello. }\n');
    const file = write('desk/flow.yaml', flow('desk', './words.yaml'));
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(outside, join(dirname(file), 'words.yaml'));
    expect(loadFlows([path]).diagnostics.map(({ code }) => code)).toEqual(['unknown-import']);
  });
});
