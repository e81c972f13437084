/**
 * Flows with one flaw each, as they are met in the field. `expected.yaml` beside a flow says which tools find it;
 * `fixed.yaml`, the same flow without the flaw, is one in which none finds anything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findingsIn, tools } from './flawed-flows/find.ts';
import type { Finding } from './flawed-flows/find.ts';

const ROOT = 'test/fixtures/flawed-flows';
const names = readdirSync(ROOT);

/** What stands beside a flawed flow. */
interface Expected {
  /** What callers suffer, or their hosts. */
  flaw: string;
  /** The kind of the flaw, by which `npm run flaws` counts. */
  family: string;
  /** The carrier of the calls; the platform where it is absent. */
  carrier?: string;
  findings: Finding[];
}

const FAMILIES = [
  'circles',
  'conditions',
  'http',
  'limits',
  'numbers',
  'privacy',
  'read-before-set',
  'robustness',
  'speech',
  'wiring',
  'words',
];

const expectedOf = (name: string) =>
  parse(readFileSync(join(ROOT, name, 'expected.yaml'), 'utf8')) as Expected;

describe.each(names)('%s', (name) => {
  const folder = join(ROOT, name);
  const { flaw, findings } = expectedOf(name);
  // It runs hundreds of calls: `npm run flaws` perturbs all flows.
  const isPerturbed = findings.some(({ tool }) => tool === 'perturb');

  test(`is found: ${flaw}`, () => {
    expect(findings.length).toBeGreaterThan(0);
    expect(findingsIn(folder, 'flow', { isPerturbed })).toEqual(findings);
  });

  test('is clean once it is mended', () => {
    expect(findingsIn(folder, 'fixed', { isPerturbed })).toEqual([]);
  });

  test('is mended by a small change', () => {
    const [before, after] = ['flow', 'fixed'].map((which) => linesOf(join(folder, `${which}.yaml`)));
    expect(changed(before, after) + changed(after, before)).toBeLessThanOrEqual(MOST_CHANGED_LINES);
  });
});

test('each tool finds some of the flaws', () => {
  const used = new Set(names.flatMap((name) => expectedOf(name).findings.map(({ tool }) => tool)));
  expect([...used].sort()).toEqual(Object.keys(tools).sort());
});

test('each family has flaws, and each flaw a family', () => {
  const used = new Set(names.map((name) => expectedOf(name).family));
  expect([...used].sort()).toEqual(FAMILIES);
});

const MOST_CHANGED_LINES = 18;

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

/** How many lines of the first text are not in the second. */
function changed(lines: readonly string[] = [], others: readonly string[] = []): number {
  return lines.filter((line) => !others.includes(line)).length;
}
