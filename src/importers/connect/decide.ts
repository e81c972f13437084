/** Blocks that choose a way or change a value, without anybody noticing. */
import type { SwitchStep } from '../../../schemas/types/flow.ts';
import { isMeaningless } from '../project/index.ts';
import type { Condition } from './read-flow.ts';
import { splitText, toConstant } from './references.ts';
import type { StepContext } from './step-context.ts';

const NUMBER = String.raw`^-?[0-9]+(\\.[0-9]+)?$`;

const numberSigns: Readonly<Record<string, string>> = {
  NumberLessThan: '<',
  NumberLessOrEqualTo: '<=',
  NumberGreaterThan: '>',
  NumberGreaterOrEqualTo: '>=',
};

const textFunctions: Readonly<Record<string, string>> = {
  TextStartsWith: 'startsWith',
  TextEndsWith: 'endsWith',
  TextContains: 'contains',
};

/** Where a comparison leads that fits nothing. */
function findOtherwise(context: StepContext): string | undefined {
  return context.failure('NoMatchingCondition') ?? context.action.next;
}

/** Returns where a comparison of a fixed value leads, so that it needs no step. */
export function passComparison(context: StepContext): { to: string | undefined } | undefined {
  const parts = splitText(context.parameters.text('ComparisonValue') ?? '');
  const fixed = parts.map((part) =>
    typeof part === 'object' && 'reference' in part && part.reference.kind === 'fixed'
      ? part.reference.value
      : undefined,
  );
  if (fixed.length !== 1 || fixed[0] === undefined) return undefined;
  const { conditions } = context.action;
  if (
    !conditions.every(
      ({ operator, operands }) =>
        operator === 'Equals' && operands.every((one) => toConstant(one) !== undefined),
    )
  )
    return undefined;
  const otherwise = findOtherwise(context);
  const found = conditions.find(({ operands }) => operands[0] === fixed[0]);
  return { to: found === undefined ? otherwise : found.next };
}

export function translateComparison(context: StepContext): void {
  const { action, parameters, shared } = context;
  const compared = parameters.text('ComparisonValue') ?? '';
  const value = context.toExpression(compared);
  const otherwise = shared.findStep(findOtherwise(context));
  const cases = toCases(context, action.conditions);
  // An entry that is no number fails a comparison of numbers, which leads where nothing fits.
  const lastText = action.conditions.findLastIndex(({ operator }) => !Object.hasOwn(numberSigns, operator));
  const isEntry = compared.trim() === '$.StoredCustomerInput';
  const tests = (): SwitchStep =>
    action.conditions.flatMap((condition, at) => {
      const when = toTest(context, { value, isGuarded: !isEntry || at < lastText }, condition);
      return when === undefined ? [] : [{ when, goto: shared.findStep(condition.next) }];
    });
  const step = cases === undefined ? tests() : { value, cases };
  const isEmpty = Array.isArray(step) && step.length === 0;
  if (isEmpty)
    context.add({ switch: [{ when: 'false', goto: otherwise }], next: otherwise, on: { failed: otherwise } });
  else context.add({ switch: step, next: otherwise, on: { failed: otherwise } });
}

/** Returns the cases if all conditions compare with different texts. */
function toCases(context: StepContext, conditions: readonly Condition[]): Record<string, string> | undefined {
  if (conditions.length === 0) return undefined;
  const cases = new Map<string, string>();
  for (const { operator, operands, next } of conditions) {
    const constant = toConstant(operands[0] ?? '');
    if (operator !== 'Equals' || operands.length !== 1 || constant === undefined || constant === '__proto__')
      return undefined;
    if (!cases.has(constant)) cases.set(constant, context.shared.findStep(next));
    else context.lose('VALUE_SHAPE', `Equals ${constant}`);
  }
  return Object.fromEntries(cases);
}

function toTest(
  context: StepContext,
  { value, isGuarded }: { value: string; isGuarded: boolean },
  { operator, operands }: Condition,
): string | undefined {
  const [operand = ''] = operands;
  const right = context.toExpression(operand);
  const left = value.includes(' + ') ? `(${value})` : value;
  if (operator === 'Equals') return `${left} == ${right}`;
  if (Object.hasOwn(textFunctions, operator)) return `${left}.${textFunctions[operator] ?? ''}(${right})`;
  const sign = Object.hasOwn(numberSigns, operator) ? numberSigns[operator] : undefined;
  const isDynamic = toConstant(operand) === undefined;
  const number = isDynamic ? `double(${right})` : toNumber(operand);
  if (sign === undefined || number === undefined) {
    context.lose('VALUE_SHAPE', `${operator} ${operand}`);
    context.lower('near', 'VALUE_SHAPE');
    return undefined;
  }
  const guard = (text: string) => (isGuarded ? `${text}.matches("${NUMBER}") && ` : '');
  const guards = guard(left) + (isDynamic ? guard(right.includes(' + ') ? `(${right})` : right) : '');
  return `${guards}double(${left}) ${sign} ${number}`;
}

/** Writes a number of a condition; undefined if it is none. */
function toNumber(text: string): string | undefined {
  const trimmed = text.trim();
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? trimmed.replace(/^(-?)0+(?=\d)/, '$1') : undefined;
}

export function translateAttributes(context: StepContext): void {
  const isFlow = context.action.type === 'UpdateFlowAttributes';
  const fields = context.parameters.fields(isFlow ? 'FlowAttributes' : 'Attributes');
  const kind = isFlow ? 'flow' : 'attribute';
  const target = isFlow ? undefined : context.parameters.text('TargetContact');
  if (target !== undefined && target !== 'Current')
    context.lose('OPTION_WITHOUT_EFFECT', `TargetContact ${target}`);
  const values = new Map<string, string>();
  for (const name of fields.names) {
    const text = fields.text(name) ?? fields.fields(name).text('Value');
    if (text === undefined) context.lose('VALUE_SHAPE', name);
    values.set(context.shared.variables.declare(`${kind} ${name}`), context.toTemplate(text ?? ''));
  }
  const failed = context.shared.findStep(context.failure());
  context.add({ set: Object.fromEntries(values), next: context.next(), on: { failed } });
}

/** A block that sets nothing needs no step. */
export function passAttributes(context: StepContext): { to: string | undefined } | undefined {
  const isFlow = context.action.type === 'UpdateFlowAttributes';
  const { names } = context.parameters.fields(isFlow ? 'FlowAttributes' : 'Attributes');
  return names.length === 0 ? { to: context.action.next } : undefined;
}

/** Returns how often a loop goes on, if that is written in the flow; what is no number is none. */
function readCount(context: StepContext): number | undefined {
  const text = context.parameters.text('LoopCount') ?? '';
  if (toConstant(text) === undefined) return undefined;
  const count = Math.floor(Number(text));
  return Number.isFinite(count) && count > 0 ? count : 0;
}

/** A loop without rounds is done at once. */
export function passLoop(context: StepContext): { to: string | undefined } | undefined {
  if (readCount(context) !== 0) return undefined;
  if (context.parameters.text('LoopCount')?.trim() !== '0') context.lose('VALUE_SHAPE', 'LoopCount');
  context.failure();
  return { to: context.condition('DoneLooping') ?? context.action.next };
}

/** A loop goes on as often as it says, is done once, and then begins anew. */
export function translateLoop(context: StepContext): void {
  const { shared, action } = context;
  const count = readCount(context);
  const text = context.parameters.text('LoopCount') ?? '';
  const counter = shared.variables.declare(`rounds of ${shared.draft.flow.name} ${action.id}`, {
    initial: 0,
    wish: isMeaningless(action.id) ? 'rounds' : `rounds of ${action.id}`,
  });
  const round = shared.findStep(context.condition('ContinueLooping') ?? action.next);
  const done = shared.findStep(context.condition('DoneLooping') ?? action.next);
  const failed = shared.findStep(context.failure());
  const limit = count === undefined ? `int(${context.toExpression(text)})` : String(count);
  const on = { failed };
  const goOn = context.addMore('count', { set: { [counter]: `\${vars.${counter} + 1}` }, next: round, on });
  const stop = context.addMore('done', { set: { [counter]: 0 }, next: done, on });
  // A count that is no number ends the loop.
  const ways = { next: stop, on: { failed: count === undefined ? stop : failed } };
  context.add({ switch: [{ when: `vars.${counter} < ${limit}`, goto: goOn }], ...ways });
}

/** Stores the number of a call back, if it is one. */
export function translateCallbackNumber(context: StepContext): void {
  const number = context.toTemplate(context.parameters.text('CallbackNumber') ?? '');
  const value = context.toExpression(context.parameters.text('CallbackNumber') ?? '');
  const left = value.includes(' + ') ? `(${value})` : value;
  const name = context.shared.variables.declare('callback');
  const invalid = context.fail('InvalidCallbackNumber', 'CallbackNumberNotDialable');
  context.failure('CallbackNumberNotDialable', 'InvalidCallbackNumber');
  const next = context.next();
  const store = context.addMore('store', { set: { [name]: number }, next, on: { failed: invalid } });
  const when = `${left}.matches("^[+][1-9][0-9]{6,14}$")`;
  context.add({ switch: [{ when, goto: store }], next: invalid, on: { failed: invalid } });
}
