/** Mutation testing in short (`npm run mutation` is the long form): do validate, the samples' scenarios and prove find what is broken? */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { judgeOf } from '../../bench/mutation/judge.ts';
import { mutate } from '../../bench/mutation/mutate.ts';
import { mutantsOf } from '../../bench/mutation/mutants.ts';
import type { Mutant } from '../../bench/mutation/mutants.ts';
import { mutators } from '../../bench/mutation/mutators.ts';
import { applied, placesOf } from '../../bench/mutation/places.ts';
import { renderReport } from '../../bench/mutation/report.ts';
import { findFiles, isFlowFile } from '../../src/authoring/flow-files/index.ts';

const samples = findFiles(['flows'], isFlowFile).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

function first(count: number, seed: number): Mutant[] {
  const mutants: Mutant[] = [];
  for (const mutant of mutantsOf(samples, seed)) if (mutants.push(mutant) === count) break;
  return mutants;
}

describe('mutants', () => {
  test('are the same for the same seed, and others for another one', () => {
    expect(first(30, 1)).toEqual(first(30, 1));
    expect(first(30, 1)).not.toEqual(first(30, 2));
  });

  test('are YAML, each unlike its sample and unlike the others', () => {
    const mutants = first(200, 3);
    expect(new Set(mutants.map(({ text }) => text)).size).toBe(mutants.length);
    for (const { before, text, slip } of mutants) {
      expect(text).not.toBe(before);
      expect(parseDocument(text).errors, slip).toEqual([]);
    }
  });

  test('are made by every mutator', () => {
    const slips = new Set(first(1_500, 4).map(({ slip }) => slip));
    expect(Object.keys(mutators).filter((slip) => !slips.has(slip))).toEqual([]);
  });

  test('differ in few lines', () => {
    for (const { before, text, slip } of first(300, 5)) {
      const old = new Set(before.split('\n'));
      const written = text.split('\n').filter((line) => !old.has(line));
      expect(written.length, slip).toBeLessThanOrEqual(6);
    }
  });
});

describe('places of a text', () => {
  const text = 'a: { x: 1, y: [p, q] }\nb:\n  # why\n  c: two words # a remark\n  d:\n    - e\n';
  const place = (...path: string[]) => placesOf(text).find((one) => one.path.join() === path.join())!;

  test('are all entries of maps and lists', () => {
    expect(placesOf(text).map(({ path }) => path.join('.'))).toEqual([
      'a',
      'a.x',
      'a.y',
      'a.y.0',
      'a.y.1',
      'b',
      'b.c',
      'b.d',
      'b.d.0',
    ]);
  });

  test.each([
    [['a', 'x'], 'a: { y: [p, q] }'],
    [['a', 'y'], 'a: { x: 1 }'],
    [['a', 'y', '0'], 'a: { x: 1, y: [q] }'],
    [['a', 'y', '1'], 'a: { x: 1, y: [p] }'],
  ])('in braces are left out with their comma: %j', (path, line) => {
    expect(applied(text, [place(...path).removed]).split('\n')[0]).toBe(line);
  });

  test('on lines of their own are left out with these', () => {
    expect(applied(text, [place('b', 'c').removed])).not.toContain('two words');
    expect(parseDocument(applied(text, [place('b', 'c').removed])).toJS()).toEqual({
      a: { x: 1, y: ['p', 'q'] },
      b: { d: ['e'] },
    });
  });

  test('can be written anew and followed by others, and what stands around stays', () => {
    const { replaced, followed } = place('b', 'c');
    expect(applied(text, [replaced('other')])).toBe(text.replace('two words', 'other'));
    expect(parseDocument(applied(text, [followed('z: 1')])).toJS()).toMatchObject({ b: { z: 1, d: ['e'] } });
    expect(applied(text, [place('a', 'x').followed('z: 2')])).toBe(text.replace('x: 1', 'x: 1, z: 2'));
  });
});

describe('a mutant', () => {
  const judge = judgeOf(samples);
  const [file, before] = [
    'flows/pin-check/flow.yaml',
    samples.find((one) => one.file === 'flows/pin-check/flow.yaml')?.text ?? '',
  ];
  const verdict = (from: string, to: string) => {
    expect(before).toContain(from);
    return judge({ file, slip: '', before, text: before.replace(from, to) }).by;
  };

  test('that does what the sample does is told apart', () => {
    expect(verdict('  or_hang_up:', '  # a remark\n  or_hang_up:')).toBe('same');
    expect(verdict('digits: 8', 'digits: { min: 8, max: 8 }')).toBe('same');
  });

  test('is found by validate, or by a scenario', () => {
    expect(verdict('next: ask_account', 'next: ask_acount')).toBe('validate');
    expect(verdict('vars.tries >= 3', 'vars.tries >= 2')).toBe('scenario');
  });

  test('that nobody finds is told with what was changed', () => {
    const text = before.replace('limits: { duration: 15m', 'limits: { duration: 16m');
    const mutant = { file, slip: 'a limit is another one', before, text };
    expect(judge(mutant)).toEqual({ by: 'nobody' });
    const report = { seed: 1, judged: [{ mutant, verdict: { by: 'nobody' as const } }], same: 2, share: 0 };
    expect(renderReport(report)).toBe(
      [
        `${file}: a limit is another one`,
        '  @ line 35',
        '  - limits: { duration: 15m, steps: 60 }',
        '  + limits: { duration: 16m, steps: 60 }',
        '',
        '1 mutants by seed 1: nobody 1; 2 more do what the sample does',
        'found: 0.0 %',
        '',
      ].join('\n'),
    );
  });
});

test('nine of ten slips are found', () => {
  const report = mutate(['flows'], { count: 20, seed: 37 });
  expect(report.judged).toHaveLength(20);
  expect(report.share, renderReport(report)).toBeGreaterThanOrEqual(0.9);
});
