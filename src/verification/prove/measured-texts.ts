/** Finds texts of which expressions take parts, so that the length of an answer decides whether they fail. */
import { memoize } from '../../language/model/index.ts';
import type { FlowPart } from '../../language/model/index.ts';

const TAKING = /\bvars\.(\w+)\s*\.\s*(?:split|substring|charAt)\s*\(/g;

/** Lists the variables of which an expression of the flow takes a part, such as `vars.room.substring(2)`. */
export const listMeasuredTexts = memoize(({ machine, vars }: FlowPart): readonly string[] => {
  const taken = [...JSON.stringify(machine).matchAll(TAKING)].flatMap(([, name]) => name ?? []);
  return [...new Set(taken)]
    .filter((name) => Object.hasOwn(vars, name) && vars[name]?.type === 'string')
    .sort();
});
