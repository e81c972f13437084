/** Translates splits. */
import type { Step } from '../../../../schemas/types/flow.ts';
import type { Widget } from '../widgets.ts';
import { hasNoCase, translateConditions, type Translated } from './conditions.ts';
import type { FlowWriter } from './flow-writer.ts';

interface Way {
  test: Translated;
  goto: string;
}

export function translateSplit(writer: FlowWriter, widget: Widget): void {
  const otherwise = writer.follow(widget, 'noMatch');
  const matches = widget.transitions.filter(({ event }) => event === 'match');
  const ways: Way[] = [];
  for (const { conditions, next, span } of matches) {
    const test = translateConditions(conditions, writer.find);
    if (test === undefined) {
      writer.addStub(widget, 'LIQUID_LOGIC', { next: otherwise });
      return;
    }
    if (conditions.length > 1) writer.setGrade(widget, 'near', 'VALUE_SHAPE');
    if (next !== undefined && !writer.scope.flow.byName.has(next)) writer.reportMissing(next, span);
    ways.push({ test, goto: writer.toTarget(next) });
  }
  writer.setGrade(widget, 'exact');
  if (ways.length === 0)
    writer.pass(widget, widget.transitions.find(({ event }) => event === 'noMatch')?.next);
  else writer.add(widget, { switch: writeCases(ways) ?? writeList(ways), next: otherwise });
}

function writeList(ways: readonly Way[]): { when: string; goto: string }[] {
  return ways.map(({ test, goto }) => ({ when: test.code, goto }));
}

/** Writes ways that all compare one value with constants as cases. */
function writeCases(ways: readonly Way[]): Step['switch'] | undefined {
  const [first] = ways;
  const value = first?.test.cases?.value;
  if (ways.length < 2 || value === undefined || ways.some(({ test }) => test.cases?.value !== value))
    return undefined;
  const cases = new Map<string, string>();
  for (const { test, goto } of ways)
    for (const constant of test.cases?.constants ?? []) if (!cases.has(constant)) cases.set(constant, goto);
  const isCaseFree = [...cases.keys()].every(hasNoCase);
  return {
    value: isCaseFree ? (first?.test.cases?.trimmed ?? value) : value,
    cases: Object.fromEntries(cases),
  };
}
