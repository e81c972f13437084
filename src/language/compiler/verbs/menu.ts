import type { MenuStep } from '../../../../schemas/types/flow.ts';
import type { Action, MachineState, Transition } from '../../model/index.ts';
import { buildFaultExits, toSetAction } from './parts/fragments.ts';
import {
  buildAskingState,
  listGlobalDecisions,
  toAcceptedSpeech,
  inputOutcomes,
  leadTo,
  type Question,
} from './parts/input.ts';
import { findExtension, findKeyedLength, toExtension } from './parts/collected.ts';
import { findPatternProblem, measurePattern } from './parts/patterns.ts';
import { toPhrases, selectPhrases, listPhrases } from './parts/phrases.ts';
import type { ReportAt, Verb, Readable } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Offers choices by key and by phrase; each leads to its step. */
export const menu: Verb<MenuStep> = {
  name: 'menu',
  waits: 'caller',
  needsCall: true,
  alone: true,
  listOutcomes: (body) => [
    ...(body?.choices ?? [undefined]).map((choice, index) => ({
      name: nameChoice(choice),
      goto: choice?.goto,
      path: ['choices', index, 'goto'],
      ...(choice?.language === undefined ? {} : { language: choice.language }),
    })),
    ...(body?.extension === undefined
      ? []
      : [{ name: EXTENSION, goto: body.extension.goto, path: [EXTENSION, 'goto'] }]),
    ...inputOutcomes,
  ],
  check(body, report) {
    checkExtension(body, report);
    const first = new Map<string, number>();
    body.choices?.forEach((choice, index) => {
      const key = choice?.key;
      if (key === undefined) return;
      const earlier = first.get(String(key));
      if (earlier === undefined) first.set(String(key), index);
      else
        report(['choices', index, 'key'], {
          code: 'duplicate-choice',
          message: `key "${key}" already belongs to choice ${earlier + 1} of this menu`,
        });
    });
    checkPhrases(body, report);
  },
  compile(body, step) {
    const own = body.choices.flatMap(({ key }) => (key === undefined ? [] : [String(key)]));
    const decisions = [
      ...body.choices.map((choice, index) => ({
        as: nameChoice(choice),
        leads: hasEffect(choice) ? { target: nameEffect(index) } : leadChoice(step, choice),
      })),
      ...listExtensionDecisions(body, step),
      ...listGlobalDecisions(step, own),
    ];
    const secret = body.extension !== undefined && step.isSecret(body.extension.save);
    const keys = [...own, ...step.alwaysKeys.map(({ key }) => key)];
    const extension = toExtension(body.extension);
    const accepts = { kind: 'keys' as const, keys: [...new Set(keys)], ...(extension && { extension }) };
    const hears = toAcceptedSpeech(step, createPhraseList(body, step), { accepts });
    const asking = buildAskingState(step, { body, accepts, hears, secret, decisions });
    return { ...asking, states: { ...asking.states, ...buildEffects(body, step) } };
  },
};

/** The outcome of a dialled number. */
const EXTENSION = 'extension';

function listExtensionDecisions({ extension }: MenuStep, step: StepContext): Question['decisions'] {
  if (extension === undefined) return [];
  const { save, goto } = extension;
  const leads = leadTo(step, goto, EXTENSION);
  const actions: Action[] = [{ type: 'save', params: { variable: save } }, ...(leads.actions ?? [])];
  return [{ as: EXTENSION, leads: { ...leads, actions } }];
}

function checkExtension(menu: Readable<MenuStep>, report: ReportAt): void {
  const { pattern, digits } = menu.extension ?? {};
  if (pattern === undefined) return;
  const problem = findPatternProblem(pattern, 'u');
  if (problem !== undefined) report([EXTENSION, 'pattern'], problem);
  else if (digits === undefined && findExtension(menu) === undefined)
    report([EXTENSION, 'pattern'], {
      code: 'missing-key',
      message: 'the pattern does not say how many digits an extension has: the key "digits" is missing',
      hint: 'digits: the number of digits, or { min, max }',
    });
  const asked = digits === undefined ? undefined : findKeyedLength({ digits });
  const possible = problem === undefined ? measurePattern(pattern) : undefined;
  if (asked && possible && (possible.min > asked.max || possible.max < asked.min || asked.min > asked.max))
    report([EXTENSION, 'pattern'], {
      code: 'impossible-answer',
      message: 'no number has both the length that the pattern requires and that of "digits"',
    });
}

function leadChoice(step: StepContext, choice: MenuStep['choices'][number]): Transition {
  return leadTo(step, choice.goto, nameChoice(choice));
}

function hasEffect({ set, language }: MenuStep['choices'][number]): boolean {
  return set !== undefined || language !== undefined;
}

/** Returns the name of the state that assigns the values of a choice. */
function nameEffect(index: number): string {
  return `chosen_${index + 1}`;
}

/** Builds a state for each choice that sets variables or the language on the way to its step. */
function buildEffects({ choices }: MenuStep, step: StepContext): Record<string, MachineState> {
  return Object.fromEntries(
    choices.flatMap((choice, index) => {
      const { set, language } = choice;
      if (!hasEffect(choice)) return [];
      const entry: Action[] = [
        ...(set === undefined ? [] : [toSetAction(set, step)]),
        ...(language === undefined ? [] : [{ type: 'speak', params: { language } } as const]),
      ];
      const always = [...buildFaultExits(step), leadChoice(step, choice)];
      return [[nameEffect(index), { entry, always }]];
    }),
  );
}

/** Returns the phrases of the choices by language; undefined when no choice has one. */
function createPhraseList({ choices }: MenuStep, { languages }: StepContext) {
  if (choices.every(({ phrases }) => phrases === undefined)) return undefined;
  return (language: string) =>
    choices.flatMap((choice) =>
      toPhrases(nameChoice(choice), selectPhrases(choice.phrases ?? [], language, languages)),
    );
}

/** Returns the outcome of a choice: its key, or else its first phrase in quotes, since plain words name other outcomes. */
export function nameChoice(choice: Choice): string {
  if (choice?.key !== undefined) return String(choice.key);
  const [first] = listPhrases(choice?.phrases);
  return first === undefined ? '' : `"${first.phrase}"`;
}

/** Reports phrases that belong to two choices in one language, and choices with the same outcome. */
function checkPhrases({ choices = [] }: Readable<MenuStep>, report: ReportAt): void {
  const first = new Map<string, number>();
  choices.forEach((choice, index) => {
    for (const { language, phrase, path } of listPhrases(choice?.phrases)) {
      const [said] = toPhrases('', [phrase]);
      const words = said?.words ?? '';
      const isName = choice?.key === undefined && nameChoice(choice) === `"${phrase}"`;
      const places = [`${language} ${words}`, ...(isName ? [`name ${words}`] : [])];
      const earlier = [...places, ` ${words}`].map((place) => first.get(place)).find(isDefined) ?? index;
      for (const place of places) if (!first.has(place)) first.set(place, index);
      if (earlier !== index)
        report(['choices', index, 'phrases', ...path], {
          code: 'duplicate-choice',
          message: `"${phrase}" already belongs to choice ${earlier + 1} of this menu`,
        });
    }
  });
}

function isDefined(place: number | undefined): place is number {
  return place !== undefined;
}

type Choice = NonNullable<Readable<MenuStep>['choices']>[number];
