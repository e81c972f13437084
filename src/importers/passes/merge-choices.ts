/** Leaves out choices that do what no choice would do, and that no text offers: they lead where an unknown key leads. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { findReadVariables } from './reads.ts';

type Menu = NonNullable<Step['menu']>;
type Choice = Menu['choices'][number];

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
  const choices = joinPhrases(
    menu.choices.map(({ set = {}, ...choice }) => {
      const kept = Object.entries(set).filter(([name]) => read.has(name));
      return { ...choice, ...(kept.length > 0 && { set: Object.fromEntries(kept) }) };
    }),
  );
  const isOnce = menu.attempts === 1 && menu.no_match === undefined && on.exhausted !== undefined;
  if (!isOnce) return { ...menu, choices };
  const different = choices.filter(
    (choice) =>
      choice.goto !== on.exhausted ||
      choice.set !== undefined ||
      choice.language !== undefined ||
      isOffered(choice, menu.prompt),
  );
  return { ...menu, choices: different.length === 0 ? choices.slice(0, 1) : different };
}

/** Writes the words of a choice beside its key: a choice of words alone joins the first one of a key that does the same. */
function joinPhrases(choices: readonly Choice[]): Choice[] {
  const joined: Choice[] = [];
  for (const choice of choices) {
    const { key, phrases, ...rest } = choice;
    const at = joined.findIndex(
      (one) => one.key !== undefined && isText(one.phrases ?? []) && isSame(one, rest),
    );
    const fitting = joined[at];
    if (key !== undefined || phrases === undefined || !isText(phrases) || fitting === undefined) {
      joined.push(choice);
      continue;
    }
    const words = [fitting.phrases ?? [], phrases].flat() as string[];
    const [only] = words;
    joined[at] = { ...fitting, phrases: words.length === 1 && only !== undefined ? only : words };
  }
  return joined;
}

function isText(phrases: NonNullable<Choice['phrases']>): phrases is string | string[] {
  return typeof phrases === 'string' || Array.isArray(phrases);
}

/** True if two choices do the same, whatever callers press or say for them. */
function isSame(one: Choice, other: Choice): boolean {
  const strip = ({ goto, set, language }: Choice) => JSON.stringify([goto, set, language]);
  return strip(one) === strip(other);
}

/** True if the text of a question names a digit or words, so that people look for them among the choices. */
function isOffered({ key, phrases = [] }: Choice, prompt: Menu['prompt']): boolean {
  const text = JSON.stringify(prompt).toLowerCase();
  const isNamed = /^[0-9]$/.test(String(key)) && new RegExp(`\\b${String(key)}\\b`).test(text);
  return (
    isNamed || !isText(phrases) || [phrases].flat().some((phrase) => text.includes(phrase.toLowerCase()))
  );
}
