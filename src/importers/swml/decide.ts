/** Leads ways past decisions whose values are known: what a key sets, the next `switch` need not ask again. */
import { evaluateExpression, isTruthy, listNames, toJsText } from '../ecmascript/index.ts';
import type { Value } from '../ecmascript/index.ts';
import type { Block, Embedded, Statement } from './model.ts';
import type { Goal, Ways } from './ways.ts';

/** Values of variables that are known at a place; undefined for one that is not set. */
export type KnownValues = Readonly<Record<string, Value>>;

const MAX_DECISIONS = 50;

export function followKnown(ways: Ways, from: Goal, known: KnownValues): Goal {
  let goal = from;
  for (let passed = 0; passed < MAX_DECISIONS && goal.kind === 'statement'; passed += 1) {
    const next = decide(ways, goal.statement, known);
    if (next === undefined) break;
    goal = next;
  }
  return goal;
}

/** Returns where a decision leads; undefined for another statement, or if its values are not known. */
function decide(ways: Ways, statement: Statement, known: KnownValues): Goal | undefined {
  const { does } = statement;
  const enter = (block: Block | undefined) =>
    block === undefined ? ways.after(statement) : ways.enterBlock(block);
  if (does.kind === 'switch') {
    const found = evaluate(does.value, known);
    const text = found?.value === undefined ? undefined : toJsText(found.value);
    return found && enter(does.cases.find(({ value }) => value === text)?.block ?? does.otherwise);
  }
  if (does.kind !== 'cond') return undefined;
  for (const { when, block } of does.ways) {
    const found = evaluate(when, known);
    if (found === undefined) return undefined;
    if (isTruthy(found.value)) return enter(block);
  }
  return enter(does.otherwise);
}

/** Returns the value of an expression that reads known variables alone; one that fails has none. */
function evaluate({ expression }: Embedded, known: KnownValues): { value: Value } | undefined {
  if (expression === undefined) return undefined;
  const toName = (names: readonly string[]) => (names[0] === 'vars' ? names.slice(1) : names).join('.');
  if (!listNames(expression).every((names) => Object.hasOwn(known, toName(names)))) return undefined;
  const result = evaluateExpression(expression, (names) => known[toName(names)]);
  return { value: result.ok ? result.value : undefined };
}
