/**
 * Separates values that the flow itself computes (known) from those that come from outside (open): input, responses of
 * services, caller, time. A condition on an open value can be true or false.
 *
 * KNOWN-1 A variable is known only if every value that any action assigns to it is computed from known values, a parameter
 *    only if every step that runs its flow gives it a constant, or leaves it to its default.
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
import { listParts } from './beginnings.ts';
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

/** An assignment to a variable, as `vars.name`, with the names that it reads, or `open`. */
interface Gift {
  name: string;
  from: 'open' | readonly string[];
}

/** Finds the known values of a flow; `open` are variables that count as open in any case. */
export function findKnownValues(
  part: FlowPart,
  flow: CompiledFlow,
  open: ReadonlySet<string> = new Set(),
): KnownValues {
  const expressions = createExpressions({ vars: part.vars, params: part.params, env: flow.env });
  const actions = listActions(part.machine);
  const gifts = actions.flatMap((action) => listGifts(action, expressions));
  const params = listConstantParams(part, flow);
  const names = Object.keys(part.vars);
  const known = filterKnown([...toVars(names.filter((name) => !open.has(name))), ...params], gifts);
  const own = filterKnown([...toVars(names), ...params], gifts);
  const read = actions
    .flatMap(listConditions)
    .flatMap((condition) => listNames(condition, expressions) ?? []);
  const isKnown = (name: string): boolean => known.has(`vars.${name}`);
  const deciding = collectDependencies(read, gifts);
  return {
    vars: names.filter((name) => isKnown(name) && deciding.has(`vars.${name}`)).sort(),
    measured: listMeasuredTexts(part).filter((name) => !isKnown(name)),
    evaluate: (source, context) =>
      evaluateKnown(source, (name) => (known.has(name) ? readValue(name, context) : undefined), expressions),
    isOwn: (source) => listNames(source, expressions)?.every((name) => own.has(name)) === true,
  };
}

const toVars = (names: readonly string[]): string[] => names.map((name) => `vars.${name}`);

function readValue(name: string, { vars, params }: CallContext): Value | undefined {
  const [holder, field = ''] = name.split('.');
  return (holder === 'vars' ? vars : params)[field];
}

/** Lists the parameters, as `params.name`, to which every step that runs the flow gives a constant. */
function listConstantParams(part: FlowPart, flow: CompiledFlow): string[] {
  if (part.name === flow.name) return [];
  const given = listParts(flow)
    .flatMap(({ machine }) => listActions(machine))
    .flatMap((action) =>
      action.type === 'call_flow' && action.params.flow === part.name ? action.params.with : [],
    );
  const open = new Set(given.filter(({ value }) => !isConstant(value)).map(({ variable }) => variable));
  return Object.keys(part.params).flatMap((name) => (open.has(name) ? [] : [`params.${name}`]));
}

function isConstant(value: Assignment['value']): boolean {
  return (
    'literal' in value || ('template' in value && value.template.every((one) => typeof one === 'string'))
  );
}

/** Lists the variables and parameters that an expression reads; undefined if it reads anything else. */
function listNames(source: string, expressions: Expressions): string[] | undefined {
  const names = [...expressions.findReads(source)];
  return names.every((name) => /^(?:vars|params)\./.test(name)) ? names : undefined;
}

function filterKnown(names: readonly string[], gifts: readonly Gift[]): ReadonlySet<string> {
  const known = new Set(names);
  let isSettled = false;
  while (!isSettled) {
    isSettled = true;
    for (const { name, from } of gifts) {
      if (from !== 'open' && from.every((one) => known.has(one))) continue;
      if (known.delete(name)) isSettled = false;
    }
  }
  return known;
}

/** Returns names with all names that determine their values. */
function collectDependencies(read: readonly string[], gifts: readonly Gift[]): Set<string> {
  const found = new Set(read);
  // A set's iterator also visits elements that are added while it runs.
  for (const one of found)
    for (const { name, from } of gifts)
      if (name === one && from !== 'open') for (const source of from) found.add(source);
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
      return [{ name: `vars.${action.params.variable}`, from: 'open' }];
    case 'take_answer':
      return action.params.save.map(({ variable }) => ({ name: `vars.${variable}`, from: 'open' }));
    case 'look_up':
    case 'keep_returned':
      return listSavedValues(action.params).map(([variable]) => ({ name: `vars.${variable}`, from: 'open' }));
    case 'take_message':
      return action.params.variable === undefined
        ? []
        : [{ name: `vars.${action.params.variable}`, from: 'open' }];
    default:
      return [];
  }
}

function toGift({ variable, value }: Assignment, expressions: Expressions): Gift {
  const name = `vars.${variable}`;
  if ('literal' in value) return { name, from: [] };
  const sources =
    'expression' in value
      ? [value.expression]
      : value.template.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.expr]));
  const names = sources.map((source) => listNames(source, expressions));
  return { name, from: names.includes(undefined) ? 'open' : names.flatMap((one) => one ?? []) };
}
