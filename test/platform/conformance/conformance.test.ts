import { describe, expect, test } from 'vitest';
import { checkEmulated } from './emulated.ts';
import { specifications } from './rules/index.ts';

const sections = Object.entries(specifications);

describe.concurrent.each(sections)('%s.md', (_name, rules) => {
  test.for(rules.filter((rule) => 'check' in rule))('$section: $rule', async (rule) => {
    await checkEmulated(rule);
  });
});

test.each(sections)('%s.md: no two rules of a section have the same name', (_name, rules) => {
  const names = rules.map(({ section, rule }) => `${section}: ${rule}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
