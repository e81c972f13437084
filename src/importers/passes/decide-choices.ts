/** Leads each choice of a menu, and each assignment, past the switch that tests what was set. */
import { createExpressions, evaluateKnown } from '../../language/model/index.ts';
import type { DeclaredNames, Expressions, Value, VarType } from '../../language/model/index.ts';
import type { Step, Variable } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

type Choice = NonNullable<Step['menu']>['choices'][number];

/** Maximum number of switches in a row. */
const MAX_SWITCHES = 20;

/** Lets choices and assignments lead to where the switches behind them would lead. */
export function decideChoices(draft: Draft): Draft {
  const { flow } = draft;
  const expressions = createExpressions({ vars: declareVars(flow.vars ?? {}) });
  const decide = (choice: Choice) => decideChoice(choice, flow.steps, expressions);
  const steps = Object.entries(flow.steps).map(([name, step]) => {
    const { menu, set, next } = step;
    if (set !== undefined && next !== undefined)
      return [name, { ...step, next: decide({ set, goto: next }).goto }];
    return [
      name,
      menu === undefined ? step : { ...step, menu: { ...menu, choices: menu.choices.map(decide) } },
    ];
  });
  return { ...draft, flow: { ...flow, steps: Object.fromEntries(steps) as Record<string, Step> } };
}

function declareVars(vars: Record<string, Variable>): DeclaredNames['vars'] {
  return Object.fromEntries(
    Object.entries(vars).map(([name, variable]) => [
      name,
      { type: findType(variable), initial: '', secret: false },
    ]),
  );
}

function findType(variable: Variable): VarType {
  if (typeof variable === 'object') return variable.type;
  if (typeof variable === 'number') return Number.isInteger(variable) ? 'int' : 'double';
  return typeof variable === 'boolean' ? 'bool' : 'string';
}

function decideChoice(choice: Choice, steps: Draft['flow']['steps'], expressions: Expressions): Choice {
  const set = choice.set ?? {};
  const values = new Map<string, Value>(
    Object.entries(set).flatMap(([name, value]) =>
      isConstant(value) ? [[`vars.${name}`, value] as const] : [],
    ),
  );
  let target = choice.goto;
  for (let passed = 0; passed < MAX_SWITCHES; passed += 1) {
    const next = decideStep(steps[target], values, expressions);
    if (next === undefined) break;
    target = next;
  }
  return { ...choice, goto: target };
}

function isConstant(value: unknown): value is Value {
  return typeof value !== 'string' || !value.includes('${');
}

/** Returns where a switch leads with these values; undefined for another step, or if that is not known. */
function decideStep(
  step: Step | undefined,
  values: ReadonlyMap<string, Value>,
  expressions: Expressions,
): string | undefined {
  if (step?.switch === undefined) return undefined;
  const evaluate = (source: string) => evaluateKnown(source, (name) => values.get(name), expressions);
  if (!Array.isArray(step.switch)) {
    const value = evaluate(step.switch.value);
    return value === undefined ? undefined : (step.switch.cases[String(value)] ?? step.next);
  }
  for (const { when, goto } of step.switch) {
    const holds = evaluate(when);
    if (holds === undefined) return undefined;
    if (holds === true) return goto;
  }
  return step.next;
}
