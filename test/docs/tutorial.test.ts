/** The tutorial adds to what the reader has written, and marks what is new (test/e2e/tutorial.test.ts carries it out). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const page = readFileSync(join(import.meta.dirname, '../../docs/tutorial.md'), 'utf8');
const flows = [...page.matchAll(/^```yaml (?:flow|mistake)\n(.*?)^```$/gms)].map(([, flow = '']) => flow);
const steps = flows.slice(1).map((text, index) => ({ number: index + 2, before: flows[index] ?? '', text }));

const MARK = ' # new';
const removeMark = (line: string) => (line.endsWith(MARK) ? line.slice(0, -MARK.length) : line);

/** The paths of all keys and entries. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, `${path}/${key}`))];
}

/** The lines that say that they are new, and those that say so of what is indented below them. */
function dividedLines(text: string): { marked: string[]; below: string[]; unmarked: string[] } {
  const lines = { marked: [] as string[], below: [] as string[], unmarked: [] as string[] };
  let cover = Infinity;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent <= cover) cover = Infinity;
    if (indent > cover) lines.below.push(line);
    else if (line.endsWith(MARK)) {
      lines.marked.push(removeMark(line));
      cover = indent;
    } else lines.unmarked.push(line);
  }
  return lines;
}

test('there are flows that grow', () => {
  expect(steps.length).toBeGreaterThan(5);
});

test.each(steps)('the flow number $number keeps what was there', ({ before, text }) => {
  const now = pathsOf(parse(text));
  expect(pathsOf(parse(before)).filter((path) => !now.includes(path))).toEqual([]);
});

test.each(steps)('the flow number $number marks what is new, and nothing else', ({ before, text }) => {
  const old = before.split('\n').map(removeMark);
  const { marked, unmarked } = dividedLines(text);
  expect(unmarked.filter((line) => !old.includes(line))).toEqual([]);
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.filter((line) => old.includes(line))).toEqual([]);
});

test('each scenario file has a name of its own, so that none is replaced', () => {
  const scenarios = [...page.matchAll(/^```yaml scenario\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const names = scenarios.map((text) => /^# flows\/bakery\/(\S+)$/m.exec(text)?.[1]);
  expect(names).toEqual([...new Set(names)]);
  expect(names).not.toContain(undefined);
});
