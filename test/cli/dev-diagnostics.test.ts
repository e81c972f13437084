import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DevDiagnostics } from '../../src/cli/author/validate.ts';
import { loadFlows } from '../../src/authoring/flow-files/index.ts';
import { brokenFlow, flowSaying } from '../authoring/flow-files/folder.ts';
import { folderWith } from './command.ts';

let folder: ReturnType<typeof folderWith>;
let told: DevDiagnostics;
let written = '';

beforeEach(() => {
  folder = folderWith({
    'good/flow.yaml': flowSaying('Hello.', 'good'),
    'broken/flow.yaml': brokenFlow.replace('desk', 'broken'),
  });
  told = new DevDiagnostics({ out: () => undefined, err: (text) => (written += text), colour: false });
});
afterEach(() => {
  folder.remove();
});

/** What is told after files were written. */
function saved(files: Record<string, string> = {}): string {
  written = '';
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  told.show(loadFlows([folder.path]));
  return written;
}

describe('dev tells', () => {
  test('at first of everything that is wrong', () => {
    expect(saved()).toContain('broken/flow.yaml');
  });

  test('nothing when nothing is wrong', () => {
    rmSync(join(folder.path, 'broken'), { recursive: true });
    expect(saved()).toBe('');
  });

  test('after a save of what is wrong in the files that changed, and of the others in one line', () => {
    saved();
    const bad = brokenFlow.replace('desk', 'good');
    const news = saved({ 'good/flow.yaml': bad });
    expect(news).toContain('good/flow.yaml');
    expect(news).not.toContain('broken/flow.yaml');
    expect(news.trimEnd().split('\n').at(-1)).toBe('2 flows checked: 2 errors, 0 warnings');
    expect(saved({ 'good/flow.yaml': flowSaying('Good evening.', 'good') })).toBe(
      '2 flows checked: 1 error, 0 warnings\n',
    );
  });

  test('of a file again when it was saved again, wrong as before', () => {
    saved();
    expect(saved({ 'broken/flow.yaml': `${brokenFlow.replace('desk', 'broken')}\n# still\n` })).toContain(
      'broken/flow.yaml',
    );
  });

  test('of a file that did not change when another one takes its name', () => {
    saved();
    expect(saved({ 'broken/flow.yaml': flowSaying('Mine.', 'good') })).toContain('duplicate-flow');
  });

  test('of an imported file when that changes, and not again', () => {
    rmSync(join(folder.path, 'broken'), { recursive: true });
    const flow = flowSaying('welcome', 'good').replace('name: good', 'name: good\nimports: [./words.yaml]');
    const files = { 'good/flow.yaml': flow, 'good/words.yaml': 'ringflow: 1\nprompts: { welcome: 5 }\n' };
    expect(saved(files)).toContain('words.yaml:2:21: error');
    expect(saved(files)).not.toContain('words.yaml:2:21: error');
    expect(saved({ 'good/words.yaml': '\nringflow: 1\nprompts: { welcome: 5 }\n' })).toContain(
      'words.yaml:3:21: error',
    );
  });
});
