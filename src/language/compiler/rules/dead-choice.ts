import { findReachable, indexSteps } from '../../model/index.ts';
import { quote } from '../../text/index.ts';
import { findPromptWords } from '../../speech/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { readsBesides } from '../check/step-values.ts';
import { nameChoice } from '../verbs/menu.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus, type Menu } from './questions.ts';
import { findSilentCircle } from './silent-circle.ts';
import { findEdge } from './unasked-ways.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { groupSaidByStep } from './words/said.ts';

/** Steps that only decide where the call goes on. */
const DECIDING = new Set(['hours', 'switch', 'lookup']);

/**
 * Reports choices from which a call comes back to their menu through steps that only decide and say nothing, so that the
 * key seems dead. A choice that leads straight to its menu repeats it on purpose, and one that sets something, or passes
 * a step that does, changes what callers hear next, unless nothing reads what it sets and every way leads back.
 */
export const deadChoice: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const menu of listMenus(draft))
      for (const choice of menu.body.choices ?? []) {
        const told = choice && (describeDecided(menu, choice, draft) ?? describeCounted(menu, choice, draft));
        if (told === undefined) continue;
        const named = choice?.key === undefined ? 'a choice' : `the key "${choice.key}"`;
        report({
          code: 'dead-choice',
          message: `${named} of menu "${menu.step.name}" seems dead: ${told.message}`,
          span: spanAt(draft.document, [...menu.path, 'choices', menu.body.choices?.indexOf(choice) ?? 0]),
          hint: told.hint,
        });
      }
  },
};

type Choice = NonNullable<NonNullable<Menu['body']['choices']>[number]>;
interface Told {
  message: string;
  hint: string;
}

/** A choice from which calls may come back through steps that only decide. */
function describeDecided({ step }: Menu, choice: Choice, draft: FlowDraft): Told | undefined {
  const steps = indexSteps(draft.graph);
  const first = steps.get(choice.goto ?? '');
  if (first === undefined || choice.set !== undefined || choice.language !== undefined) return undefined;
  if (!DECIDING.has(first.verb)) return undefined;
  const silent = new Map([...steps].filter(([, { verb }]) => DECIDING.has(verb)));
  const passed = findReachable(silent, [first.name]);
  const last = [...passed].find((name) => steps.get(name)?.edges.some(({ to }) => to === step.name));
  return last === undefined
    ? undefined
    : {
        message: `from step "${last}" callers hear the same menu again, without a word why`,
        hint: `lead step "${last}" to a step that says why, or to another party`,
      };
}

/** A choice from which all calls come back, over steps that set what nothing else reads. */
function describeCounted(menu: Menu, choice: Choice, draft: FlowDraft): Told | undefined {
  const { name } = menu.step;
  const outcome = nameChoice(choice);
  if (findEdge(draft, name, outcome)?.language !== undefined || isRepetition(menu, choice, draft))
    return undefined;
  const circle = findSilentCircle(draft, name, outcome);
  if (circle === undefined || circle.written.size === 0) return undefined;
  const decider = circle.steps.findLast((step) => draft.source.steps?.[step]?.switch !== undefined);
  const isRead = [...circle.written].some((variable) => isReadElsewhere(variable, circle.steps, draft));
  if (decider === undefined || isRead) return undefined;
  return {
    message: `over ${circle.steps.map(quote).join(' -> ')} every caller hears the same menu again, without a word why`,
    hint: `lead it past step "${decider}", or set ${[...circle.written].map(quote).join(' and ')} back before it`,
  };
}

/** True for a variable that other steps read, or that the flow returns. */
function isReadElsewhere(variable: string, steps: readonly string[], draft: FlowDraft): boolean {
  const returned = Object.values(draft.returns).flatMap((source) => [
    ...draft.expressions().findReads(source),
  ]);
  return (
    returned.includes(`vars.${variable}`) ||
    draft.steps.some(({ name }) => !steps.includes(name) && readsBesides(draft, name, variable))
  );
}

/** True for a key by which callers hear the menu again, and for one of whose purpose nothing is known. */
function isRepetition({ step }: Menu, choice: Choice, draft: FlowDraft): boolean {
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.some(({ pieces, language }) =>
    pieces.some((piece) => {
      const words = findPromptWords(piece.language ?? language);
      if (words === undefined) return true;
      return readKeyPurposes(piece, words).some(
        ({ key, clause }) => key === String(choice.key) && words.talk.again.test(clause),
      );
    }),
  );
}
