/** Says once, under `always`, what callers can choose in every menu, as far as the original says it once, too. */
import type { FlowSource, Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

type Menu = NonNullable<Step['menu']>;
type Choice = Menu['choices'][number];
type Always = NonNullable<FlowSource['always']>;

/**
 * Moves choices of all menus to `always`.
 *
 * GLOBAL-1 A menu that gives the key a meaning of its own keeps it: what a question takes comes first.
 * GLOBAL-2 A flow with a question that is no menu keeps its choices: there the key would have a meaning that it had not.
 */
export function foldGlobalChoices(draft: Draft): Draft {
  const { flow, global } = draft;
  const menus = Object.values(flow.steps).flatMap(({ menu }) => menu ?? []);
  const hasOthers = Object.values(flow.steps).some(
    ({ collect, voicemail, menu }) => collect ?? voicemail ?? menu?.extension,
  );
  if (global === undefined || hasOthers || menus.length < 2) return draft;
  const folded = keepFirst(findCandidates(menus, global).filter((choice) => isEverywhere(choice, menus)));
  const kept = new Map(
    menus.map((menu) => [menu, menu.choices.filter((choice) => !isAmong(choice, folded))]),
  );
  if (folded.length === 0 || [...kept.values()].some(({ length }) => length === 0)) return draft;
  const steps = Object.entries(flow.steps).map(([name, step]) => {
    const { menu } = step;
    const choices = menu && kept.get(menu);
    return [name, choices === undefined ? step : { ...step, menu: { ...menu, choices } }];
  });
  const always = folded.reduce(addChoice, flow.always ?? {});
  return { ...draft, flow: { ...flow, always, steps: Object.fromEntries(steps) as Record<string, Step> } };
}

/** Lists choices that the original has everywhere, each once. */
function findCandidates(menus: readonly Menu[], global: ReadonlySet<string>): Choice[] {
  const words = ({ key, phrases = [] }: Choice) => [
    ...(key === undefined ? [] : [String(key)]),
    ...(typeof phrases === 'string' || Array.isArray(phrases) ? [phrases] : Object.values(phrases)).flat(),
  ];
  const all = menus.flatMap(({ choices }) => choices);
  const found = all.filter((choice) => {
    const own = words(choice);
    const isPlain = choice.set === undefined && choice.language === undefined;
    return isPlain && own.length > 0 && own.every((word) => global.has(word));
  });
  return [...new Map(found.map((choice) => [toForm(choice), choice])).values()];
}

/** Leaves out choices with the key of an earlier one, or with other phrases for the same way: `always` holds one of each. */
function keepFirst(choices: readonly Choice[]): Choice[] {
  const keys = choices.map(({ key }) => key && String(key));
  const said = choices.map(({ phrases, goto }) => phrases && goto);
  const isFirst = (values: readonly unknown[], at: number) =>
    values[at] === undefined || values.indexOf(values[at]) === at;
  return choices.filter((_, at) => isFirst(keys, at) && isFirst(said, at));
}

/** True if each menu has a choice, or another one with its key. */
function isEverywhere(choice: Choice, menus: readonly Menu[]): boolean {
  return menus.every(({ choices }) =>
    choices.some(
      (one) =>
        toForm(one) === toForm(choice) ||
        (choice.phrases === undefined && one.key !== undefined && String(one.key) === String(choice.key)),
    ),
  );
}

function isAmong(choice: Choice, folded: readonly Choice[]): boolean {
  return folded.some((one) => toForm(one) === toForm(choice));
}

function toForm({ key, phrases, goto, set, language }: Choice): string {
  return JSON.stringify([key === undefined ? null : String(key), phrases, goto, set, language]);
}

function addChoice({ keys = {}, phrases = {} }: Always, choice: Choice): Always {
  const { key, goto } = choice;
  const said = choice.phrases;
  const isNew = said !== undefined && !Object.hasOwn(phrases, goto);
  const allKeys = key === undefined ? keys : { ...keys, [String(key)]: goto };
  const allPhrases = isNew ? { ...phrases, [goto]: said } : phrases;
  return {
    ...(Object.keys(allKeys).length > 0 && { keys: allKeys }),
    ...(Object.keys(allPhrases).length > 0 && { phrases: allPhrases }),
  };
}
