/** Imports that cannot be read, and links among them: the import says why. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFlows } from '../../../src/authoring/flow-files/index.ts';
import { useFolders } from './folder.ts';

const createFolder = useFolders();
const importing = (...files: string[]) => `ringflow: 1
name: desk
imports: [${files.join(', ')}]
on: { error: sorry }
steps:
  hello: { say: welcome, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
const welcome = 'ringflow: 1\nprompts: { welcome: Hello. }\n';

/** Checks a flow in a folder that `make` fills; the findings read `file:line:column message`. */
function check(
  imports: string[],
  make: (own: { path: string; write: (name: string, text: string) => void }) => void,
) {
  const { path, write } = createFolder();
  write('desk/flow.yaml', importing(...imports));
  make({ path: join(path, 'desk'), write: (name, text) => write(join('desk', name), text) });
  return checkFlows([path]).diagnostics.map(
    ({ file, span: { start }, message }) =>
      `${file.slice(path.length + 6)}:${start.line}:${start.column} ${message}`,
  );
}

test.each([
  ['a link to nowhere', 'gone.yaml', 'is a link to gone.yaml, which does not exist'],
  ['a link to itself', 'parts.yaml', 'is a link that leads back to itself'],
  [
    'a link out of the folder',
    '/etc/hostname',
    'is a link to a file outside of the folders that a flow can import from',
  ],
])('%s is told as such', (_, target, reason) => {
  const told = check(['./parts.yaml'], ({ path }) => {
    symlinkSync(target, join(path, 'parts.yaml'));
  });
  expect(told).toEqual([`flow.yaml:3:11 the file "./parts.yaml" ${reason}`]);
});

test('two links that lead to each other are told as such', () => {
  const told = check(['./a.yaml'], ({ path }) => {
    symlinkSync('b.yaml', join(path, 'a.yaml'));
    symlinkSync('a.yaml', join(path, 'b.yaml'));
  });
  expect(told).toEqual(['flow.yaml:3:11 the file "./a.yaml" is a link that leads back to itself']);
});

test('a folder and a missing file are told as such', () => {
  const told = check(['./parts.yaml', './gone.yaml'], ({ path }) => {
    mkdirSync(join(path, 'parts.yaml'));
  });
  expect(told).toEqual([
    'flow.yaml:3:11 the file "./parts.yaml" is a folder, not a regular file',
    'flow.yaml:3:25 the file "./gone.yaml" does not exist',
  ]);
});

test('a file that imports a link to itself is told as a circle, once', () => {
  const told = check(['./a.yaml'], ({ path, write }) => {
    write('a.yaml', `imports: [./b.yaml]\n${welcome}`);
    symlinkSync('a.yaml', join(path, 'b.yaml'));
  });
  expect(told).toEqual(['a.yaml:1:11 the file imports itself: a.yaml -> b.yaml, a link to a.yaml']);
});

test('a file that is imported by two paths is read once', () => {
  const told = check(['./a.yaml', './b.yaml'], ({ path, write }) => {
    write('a.yaml', welcome);
    symlinkSync('a.yaml', join(path, 'b.yaml'));
  });
  expect(told).toEqual([]);
});

test('a flow that imports a link to itself is told', () => {
  const told = check(['./a.yaml'], ({ path }) => {
    symlinkSync('flow.yaml', join(path, 'a.yaml'));
  });
  expect(told).toEqual([
    'flow.yaml:3:11 "./a.yaml" is a flow, and only files without a name can be imported',
  ]);
});
