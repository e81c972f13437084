/** Texts and numbers with which the conditions of a flow compare. */
import { memoize } from '../../language/model/index.ts';
import type { CompiledFlow, FlowPart } from '../../language/model/index.ts';
import { listParts } from './beginnings.ts';

/** Lists the texts and numbers in the conditions of a flow and of the flows that it runs. */
export const listConditionTexts = memoize((flow: CompiledFlow): readonly string[] => [
  ...new Set(listParts(flow).flatMap(readConditionTexts)),
]);

const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\b(\d+(?:\.\d+)?)\b/g;

function readConditionTexts({ machine }: FlowPart): string[] {
  const conditions: string[] = [];
  JSON.stringify(machine, (key, value: unknown) => {
    if (key === 'conditions' && Array.isArray(value))
      conditions.push(...value.filter((one) => typeof one === 'string'));
    return value;
  });
  return conditions.flatMap((condition) =>
    [...condition.matchAll(LITERAL)].map(([, double, single, number]) => double ?? single ?? number ?? ''),
  );
}
