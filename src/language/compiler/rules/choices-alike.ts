import { REPEAT } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { MenuStep } from '../../../../schemas/types/flow.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/**
 * Reports decisions that make no difference: menus whose choices all lead to the same step, and steps of `switch` and
 * `hours` that go on to one step whatever they find. A choice that sets something, or only repeats the question, makes a
 * difference of its own. Two of at least three choices that set the same text, number or language where all others differ
 * are reported too: one was copied.
 */
export const choicesAlike: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkDecisions(draft, report);
    checkMenus(draft, report);
  },
};

function checkDecisions({ graph }: FlowDraft, report: Report): void {
  for (const { name, verb, edges, span } of graph.steps) {
    const [first, second, ...more] = edges.filter(({ failure }) => !failure);
    if (!DECIDING.has(verb) || first === undefined || second === undefined) continue;
    if (first.to === name || [second, ...more].some(({ to }) => to !== first.to)) continue;
    report({
      code: 'choices-alike',
      message: `step "${name}" makes no difference: the call goes on to step "${first.to}" in any case`,
      span: first.span ?? span,
      hint: 'does it lack a "next" for what none of its cases covers?',
    });
  }
}

function checkMenus(draft: FlowDraft, report: Report): void {
  for (const { step, body, path } of listMenus(draft)) {
    const choices = body.choices ?? [];
    const leading = choices.filter((choice) => choice?.goto !== REPEAT);
    const alike = findIdle(leading) ?? findCopied(leading);
    const [first, second] = alike ?? [];
    if (first?.goto === undefined || second === undefined) continue;
    const keys = alike?.map((choice) => `"${choice?.key ?? choice?.goto ?? ''}"`) ?? [];
    const effect = doesMore(first) ? 'do the same and ' : '';
    report({
      code: 'choices-alike',
      message: `it makes no difference what callers press: ${keys.join(' and ')} of menu "${step.name}" ${effect}lead to step "${first.goto}"`,
      span: spanAt(draft.document, [...path, 'choices', choices.indexOf(second), 'goto']),
      hint:
        effect === '' ? 'lead each key to a step of its own' : 'one of them was copied: correct what it sets',
    });
  }
}

type Choice = Readable<MenuStep['choices'][number]> | undefined;

/** Returns choices that do nothing but lead to the same step. */
function findIdle(choices: readonly Choice[]): readonly Choice[] | undefined {
  const isIdle = choices.every((choice) => choice?.goto === choices[0]?.goto && !doesMore(choice));
  return isIdle ? choices : undefined;
}

/** Returns the only two choices with the same effect. Flags have two values, so three choices may share one. */
function findCopied(choices: readonly Choice[]): readonly Choice[] | undefined {
  const groups = [...Map.groupBy(choices, toEffect).values()];
  const [pair, ...more] = groups.filter(({ length }) => length > 1);
  const [one] = pair ?? [];
  if (pair?.length !== 2 || more.length > 0 || !doesMore(one)) return undefined;
  const setting = choices.filter(doesMore);
  const isOfKind = setting.every((choice) => toFields(choice) === toFields(one));
  const isFlag = Object.values(one?.set ?? {}).some((value) => typeof value === 'boolean');
  return isOfKind && (setting.length === 2 || !isFlag) ? pair : undefined;
}

function toEffect(choice: Choice): string {
  return JSON.stringify([choice?.goto, choice?.set, choice?.language]);
}

/** Returns what a choice sets, without the values. */
function toFields(choice: Choice): string {
  return JSON.stringify([choice?.language !== undefined, Object.keys(choice?.set ?? {})]);
}

/** Verbs that only decide where the call goes on. */
const DECIDING = new Set(['switch', 'hours']);

/** Keys of a choice that say how it is chosen and where it leads. */
const ROUTING = new Set(['key', 'phrases', 'goto']);

function doesMore(choice: Choice): boolean {
  return Object.keys(choice ?? {}).some((key) => !ROUTING.has(key));
}
