import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesText,
} from '../../../src/authoring/diff/index.ts';
import type { Change } from '../../../src/authoring/diff/index.ts';

const wording: Change = {
  kind: 'wording',
  where: ['under welcome → 2 (support)'],
  subject: 'the wording',
  before: 'Press *, please.',
  after: 'Press star.',
  language: 'en-US',
};
const destination: Change = {
  kind: 'destination',
  where: [],
  subject: '9 at main',
  before: 'hangup',
  after: 'billing_desk',
};

describe('changes as text', () => {
  it('are one line each', () => {
    expect(renderChangesText([wording, destination])).toBe(
      'under welcome → 2 (support): the wording changed: “Press *, please.” → “Press star.” (en-US)\n' +
        '9 at main now goes to billing_desk (was: the end of the call)\n',
    );
  });

  it.each<[Change['where'], string]>([
    [['at a', 'at b'], 'at a and in one more place: '],
    [['at a', 'at b', 'at c'], 'at a and in 2 more places: '],
  ])('name one place of %j and count the others', (where, line) => {
    expect(renderChangesText([{ ...wording, where }])).toContain(line);
  });

  it('say so when there are none', () => {
    expect(renderChangesText([])).toBe('no change that a caller notices\n');
  });
});

describe('changes as Markdown', () => {
  it('are a list under a heading, with its marks taken for letters', () => {
    expect(renderChangesMarkdown([wording, destination], 'What changed in desk')).toBe(
      '### What changed in desk\n\n' +
        '- under welcome → 2 (support): the wording changed: “Press \\*, please.” → “Press star.” (en-US)\n' +
        '- 9 at main now goes to billing\\_desk (was: the end of the call)\n',
    );
  });

  it('stay on one line', () => {
    const [, , line] = renderChangesMarkdown([{ ...wording, after: 'Two\nlines.' }], 'x').split('\n');
    expect(line).toContain('“Two lines.”');
  });

  it('say so when there are none', () => {
    expect(renderChangesMarkdown([], 'x')).toBe('### x\n\nNo change that a caller notices.\n');
  });
});

describe('changes as JSON', () => {
  it('are data, each with its line of text', () => {
    expect(JSON.parse(renderChangesJson([destination]))).toEqual({
      same: false,
      changes: [{ ...destination, text: '9 at main now goes to billing_desk (was: the end of the call)' }],
    });
    expect(JSON.parse(renderChangesJson([]))).toEqual({ same: true, changes: [] });
  });

  it('have the form that the documentation shows', () => {
    const page = readFileSync(new URL('../../../docs/diff.md', import.meta.url), 'utf8');
    const [, shown = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    const change: Change = {
      kind: 'setting',
      where: ['under main → 1 (desk)'],
      subject: 'rings for …',
      before: '20 s',
      after: '1 min',
    };
    expect(JSON.parse(shown)).toEqual(JSON.parse(renderChangesJson([change])));
    const keys = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, key]) => key);
    expect(keys).toEqual(['kind', 'flow', 'where', 'subject', 'before', 'after', 'language', 'text']);
  });
});
