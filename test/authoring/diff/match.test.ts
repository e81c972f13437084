import { describe, expect, it } from 'vitest';
import { readContent } from '../../../src/authoring/diff/content.ts';
import { matchSteps } from '../../../src/authoring/diff/match.ts';
import type { Side } from '../../../src/authoring/diff/match.ts';
import { versionOf } from './scene.ts';

const head = 'ringflow: 1\nname: x\non: { error: last }\nsteps:\n';
const last = '  last: { hangup: }\n';

function sideOf(steps: string): Side {
  const { flow, graph } = versionOf(head + steps + last);
  const states = flow.machine.states ?? {};
  const contents = graph.steps.map(({ name }) => [name, readContent(flow, states[name] ?? {})] as const);
  return { flow, graph, contents: new Map(contents) };
}

/** The steps that were matched under another name. */
function renamed(before: string, after: string): string[] {
  const matches = matchSteps(sideOf(before), sideOf(after));
  return [...matches].flatMap(([old, found]) => (old === found ? [] : [`${old} → ${found}`]));
}

describe('steps are the same', () => {
  it('when name and content are', () => {
    expect(renamed('  a: { say: One. }\n', '  a: { say: One. }\n')).toEqual([]);
  });

  it('when only the name is another', () => {
    expect(renamed('  a: { say: One. }\n', '  b: { say: One. }\n')).toEqual(['a → b']);
  });

  it('when content moved to another name that was there before', () => {
    const before = '  a: { say: One. }\n  b: { say: Two. }\n';
    expect(renamed(before, '  a: { say: Two. }\n  b: { say: Three. }\n')).toEqual(['b → a']);
  });

  it('when they have the same content as others but their own way there', () => {
    const before = '  a: { say: One. }\n  b: { say: Same. }\n  c: { say: Same. }\n';
    expect(renamed(before, '  a: { say: One. }\n  x: { say: Same. }\n  y: { say: Same. }\n')).toEqual([
      'b → x',
      'c → y',
    ]);
  });

  it('when name and content are others, but not the way there', () => {
    const before = '  a: { say: One. }\n  b: { say: Two. }\n';
    expect(renamed(before, '  a: { say: One. }\n  x: { say: Another. }\n')).toEqual(['b → x']);
  });
});

describe('steps are not the same', () => {
  it.each([
    ['with another verb', '  a: { say: One. }\n', '  a: { language: en-US }\n'],
    [
      'with another name, other words, and another way there',
      '  a: { say: One. }\n  b: { say: Two. }\n',
      '  n: { language: en-US }\n  x: { say: Six. }\n',
    ],
  ])('%s', (_, before, after) => {
    const matches = matchSteps(sideOf(before), sideOf(after));
    expect([...matches.keys()]).toEqual(['last']);
  });

  it('twice: each has at most one counterpart', () => {
    const matches = matchSteps(
      sideOf('  a: { say: One. }\n'),
      sideOf('  a: { say: One. }\n  b: { say: One. }\n'),
    );
    expect([...matches]).toEqual([
      ['a', 'a'],
      ['last', 'last'],
    ]);
  });
});
