/**
 * Separates values that the flow itself computes (known) from those that come from outside (open): input, responses of
 * services, caller, time. A condition on an open value can be true or false.
 *
 * KNOWN-1 A variable is known only if every value that any action assigns to it is computed from known values.
 * KNOWN-2 Situations are distinguished only by known variables on which a condition depends, directly or indirectly, and
 *    by the lengths of texts of which an expression takes a part.
 */
import {
  createExpressions,
  evaluateKnown,
  listActions,
  listSavedValues,
} from '../../language/model/index.ts';
import type {
  Action,
  Assignment,
  CompiledFlow,
  Expressions,
  FlowPart,
  Value,
} from '../../language/model/index.ts';
import type { CallContext } from '../../call/index.ts';
import { listMeasuredTexts } from './measured-texts.ts';

/** Known variables and expressions of one flow. */
export interface KnownValues {
  /** Known variables that affect a condition. */
  vars: readonly string[];
  /** Open variables whose length decides whether an expression fails. */
  measured: readonly string[];
  /** Evaluates an expression; undefined if it reads an open value or fails. */
  evaluate: (source: string, context: CallContext) => Value | undefined;
  /** True if an expression reads only values that the flow computes, even if some of them count as open. */
  isOwn: (source: string) => boolean;
}

/** An assignment to a variable, with the variables that it reads, or `open`. */
interface Gift {
  variable: string;
  from: 'open' | readonly string[];
}

/** Finds the known values of a flow; `open` are variables that count as open in any case. */
export function findKnownValues(
  part: FlowPart,
  { env }: CompiledFlow,
  open: ReadonlySet<string> = new Set(),
): KnownValues {
  const expressions = createExpressions({ vars: part.vars, params: part.params, env });
  const actions = listActions(part.machine);
  const gifts = actions.flatMap((action) => listGifts(action, expressions));
  const names = Object.keys(part.vars);
  const known = filterKnown(
    names.filter((name) => !open.has(name)),
    gifts,
  );
  const own = filterKnown(names, gifts);
  const read = actions
    .flatMap(listConditions)
    .flatMap((condition) => listVariables(condition, expressions) ?? []);
  return {
    vars: [...collectDependencies(read, gifts)].filter((name) => known.has(name)).sort(),
    measured: listMeasuredTexts(part).filter((name) => !known.has(name)),
    evaluate: (source, { vars }) =>
      evaluateKnown(
        source,
        (name) => {
          const variable = name.slice(VARS.length);
          return name.startsWith(VARS) && known.has(variable) ? vars[variable] : undefined;
        },
        expressions,
      ),
    isOwn: (source) => listVariables(source, expressions)?.every((name) => own.has(name)) === true,
  };
}

/** Lists the variables that an expression reads; undefined if it reads anything else. */
function listVariables(source: string, expressions: Expressions): string[] | undefined {
  const names = [...expressions.findReads(source)];
  return names.every((name) => name.startsWith(VARS))
    ? names.map((name) => name.slice(VARS.length))
    : undefined;
}

const VARS = 'vars.';

function filterKnown(names: readonly string[], gifts: readonly Gift[]): ReadonlySet<string> {
  const known = new Set(names);
  let isSettled = false;
  while (!isSettled) {
    isSettled = true;
    for (const { variable, from } of gifts) {
      if (from !== 'open' && from.every((name) => known.has(name))) continue;
      if (known.delete(variable)) isSettled = false;
    }
  }
  return known;
}

/** Returns variables with all variables that determine their values. */
function collectDependencies(read: readonly string[], gifts: readonly Gift[]): Set<string> {
  const found = new Set(read);
  // A set's iterator also visits elements that are added while it runs.
  for (const name of found)
    for (const { variable, from } of gifts)
      if (variable === name && from !== 'open') for (const one of from) found.add(one);
  return found;
}

function listConditions(action: Action): string[] {
  return action.type === 'choose' ? action.params.conditions : [];
}

function listGifts(action: Action, expressions: Expressions): Gift[] {
  switch (action.type) {
    case 'set':
      return action.params.values.map((one) => toGift(one, expressions));
    case 'save':
      return [{ variable: action.params.variable, from: 'open' }];
    case 'take_answer':
      return action.params.save.map(({ variable }) => ({ variable, from: 'open' }));
    case 'look_up':
    case 'keep_returned':
      return listSavedValues(action.params).map(([variable]) => ({ variable, from: 'open' }));
    case 'take_message':
      return action.params.variable === undefined ? [] : [{ variable: action.params.variable, from: 'open' }];
    default:
      return [];
  }
}

function toGift({ variable, value }: Assignment, expressions: Expressions): Gift {
  if ('literal' in value) return { variable, from: [] };
  const sources =
    'expression' in value
      ? [value.expression]
      : value.template.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.expr]));
  const names = sources.map((source) => listVariables(source, expressions));
  return { variable, from: names.includes(undefined) ? 'open' : names.flatMap((one) => one ?? []) };
}
