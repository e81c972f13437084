/** Leaves out choices that do what no choice would do, and that no text offers: they lead where an unknown key leads. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { findReadVariables } from './reads.ts';

type Menu = NonNullable<Step['menu']>;

/** Leaves out values that nobody reads, and then choices without a difference. */
export function mergeChoices(draft: Draft): Draft {
  const read = findReadVariables(draft);
  const steps = Object.entries(draft.flow.steps).map(([name, step]) => {
    const { menu } = step;
    return [name, menu === undefined ? step : { ...step, menu: mergeMenu(menu, step.on ?? {}, read) }];
  });
  return { ...draft, flow: { ...draft.flow, steps: Object.fromEntries(steps) as Record<string, Step> } };
}

function mergeMenu(menu: Menu, on: Record<string, string>, read: ReadonlySet<string>): Menu {
  const choices = menu.choices.map(({ set = {}, ...choice }) => {
    const kept = Object.entries(set).filter(([name]) => read.has(name));
    return { ...choice, ...(kept.length > 0 && { set: Object.fromEntries(kept) }) };
  });
  const isOnce = menu.attempts === 1 && menu.no_match === undefined && on.exhausted !== undefined;
  if (!isOnce) return { ...menu, choices };
  const different = choices.filter(
    ({ key, goto, set, phrases, language }) =>
      goto !== on.exhausted ||
      set !== undefined ||
      phrases !== undefined ||
      language !== undefined ||
      isOffered(key, menu.prompt),
  );
  return different.length === 0 ? { ...menu, choices } : { ...menu, choices: different };
}

/** True if the text of a question names a digit, so that people look for it among the choices. */
function isOffered(key: string | number | undefined, prompt: Menu['prompt']): boolean {
  return /^[0-9]$/.test(String(key)) && new RegExp(`\\b${String(key)}\\b`).test(JSON.stringify(prompt));
}
