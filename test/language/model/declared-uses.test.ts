import { expect, test } from 'vitest';
import { findDeclaredUses } from '../../../src/language/model/index.ts';

/** What an expression names, each with the text at its place. */
function named(source: string): string[] {
  return findDeclaredUses(source).map(({ section, start, end }) => `${section}: ${source.slice(start, end)}`);
}

test.each([
  ['vars.tier == "gold"', ['vars: tier']],
  ['vars.a + params.b + env.C', ['vars: a', 'params: b', 'env: C']],
  ['vars["tier"] + vars[ \'pin\' ]', ['vars: tier', 'vars: pin']],
  ['vars . tier', ['vars: tier']],
  ['vars.?tier.orValue("")', ['vars: tier']],
  ['vars.name.split(vars.by)', ['vars: name', 'vars: by']],
  ['has(vars.tier) && !vars.open', ['vars: tier', 'vars: open']],
  ['vars.tier ==', ['vars: tier']],
  ['(vars.tier', ['vars: tier']],
])('%s names %j', (source, expected) => {
  expect(named(source)).toEqual(expected);
});

test.each([
  ['a text', '"vars.tier" + \'vars.tier\''],
  ['a text of several lines', '"""vars.tier\n"vars.tier" """'],
  ['a text with an escaped quote', String.raw`"\" vars.tier"`],
  ['a member of something else', 'call.vars.tier'],
  ['a longer word', 'myvars.tier + varsity.tier'],
  ['all of them', 'size(vars)'],
  ['a computed key', 'vars[call.id]'],
])('%s names nothing', (_what, source) => {
  expect(named(source)).toEqual([]);
});

test('the name of the declaration comes without what is around it', () => {
  expect(findDeclaredUses('vars["tier"]')).toEqual([{ section: 'vars', name: 'tier', start: 6, end: 10 }]);
});
