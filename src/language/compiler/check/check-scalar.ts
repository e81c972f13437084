import type { Checker, Problem, Subject } from './checker.ts';
import type { ScalarNode } from '../read/document.ts';
import type { Rule } from '../schema/schema.ts';
import { listAlternatives, shortenText } from '../read/words.ts';
import { adviseOnValue } from './wrong-type.ts';

/** Checks a scalar whose kind the rule accepts, and returns its plain value. */
export function checkScalar(subject: Subject<ScalarNode>, checker: Checker): unknown {
  const { node, rule, path } = subject;
  const value = toPlainValue(node, rule);
  const problem = findScalarProblem(value, node, rule);
  if (problem !== undefined) {
    const isForm = rule.values !== undefined || rule.pattern?.test(String(value)) === false;
    checker.reportProblem(node.range, path, {
      ...problem,
      ...(isForm ? adviseOnValue(subject, checker) : {}),
    });
    return undefined;
  }
  if (rule.reference && value !== null)
    checker.addReference({
      kind: rule.reference,
      text: String(value),
      path,
      ...(rule.variableType === undefined ? {} : { variableType: rule.variableType }),
      at: { node },
    });
  return value;
}

/** Keeps a number as source text where text is allowed too: `007` and `+4930` keep every character. */
function toPlainValue(node: ScalarNode, rule: Rule): ScalarNode['value'] {
  return typeof node.value === 'number' && rule.types.includes('string') ? node.source : node.value;
}

function findScalarProblem(value: ScalarNode['value'], node: ScalarNode, rule: Rule): Problem | undefined {
  if (rule.values)
    return rule.values.some((legal) => legal === value)
      ? undefined
      : createNotAllowedProblem(rule.values, node);
  if (typeof value === 'number') return findNumberProblem(value, node, rule);
  return typeof value === 'string' ? findTextProblem(value, rule) : undefined;
}

function findNumberProblem(value: number, { source }: ScalarNode, { bounds }: Rule): Problem | undefined {
  const { minimum = -Infinity, maximum = Infinity } = bounds;
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return {
      code: 'bad-value',
      message: `${shortenText(source)} is too large to be stored exactly`,
    };
  if (value >= minimum && value <= maximum) return undefined;
  return { code: 'bad-value', message: `found ${source}; expected ${renderBounds(minimum, maximum)}` };
}

function renderBounds(minimum: number, maximum: number): string {
  if (maximum === Infinity) return `at least ${minimum}`;
  return minimum === -Infinity ? `at most ${maximum}` : `${minimum} to ${maximum}`;
}

function findTextProblem(value: string, rule: Rule): Problem | undefined {
  if (value.length < (rule.bounds.minLength ?? 0)) return { code: 'bad-value', message: 'the text is empty' };
  if (!rule.pattern || rule.pattern.test(value)) return undefined;
  return {
    code: 'bad-value',
    message: `"${shortenText(value)}" does not have the right form`,
  };
}

function createNotAllowedProblem(values: NonNullable<Rule['values']>, node: ScalarNode): Problem {
  const found = node.kind === 'string' ? `"${shortenText(String(node.value))}"` : node.source || 'nothing';
  const legal = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return { code: 'bad-value', message: `found ${found}; expected ${listAlternatives(legal)}` };
}
