import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { BACK, type Transition } from '../../model/index.ts';
import { checkCollect } from './parts/check-collect.ts';
import { toAcceptedInput } from './parts/collected.ts';
import { listConfirmationPhrases, nameConfirmationPrompt, NO, YES } from './parts/confirmation.ts';
import { buildAskingState, listGlobalDecisions, toAcceptedSpeech, inputOutcomes } from './parts/input.ts';
import type { Confirmation, Question } from './parts/input.ts';
import { toPhrases, selectPhrases } from './parts/phrases.ts';
import type { Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Asks for digits or for a value of some type, and keeps it in a variable. */
export const collect: Verb<CollectStep> = {
  name: 'collect',
  waits: 'caller',
  needsCall: true,
  deciding: ['type', 'speech'],
  alone: true,
  listOutcomes: () => [{ name: 'filled', otherwise: 'next' }, ...inputOutcomes],
  check: checkCollect,
  compile(body, step) {
    const { confirm = false } = body;
    const save: Transition = { actions: [{ type: 'save', params: { variable: body.save } }] };
    const filled = { target: 'confirming', ...save };
    const leads = confirm === false ? prependActions(save, step.exit('filled')) : filled;
    const question = { ...buildQuestion(body, step), secret: step.isSecret(body.save) };
    const decisions = [{ as: 'filled', leads }, ...listGlobalDecisions(step)];
    const second = confirm === false ? undefined : buildConfirmation(body, redirectBack(step));
    return buildAskingState(step, { ...question, body, decisions }, second);
  },
};

function prependActions({ actions = [] }: Transition, leads: Transition): Transition {
  return { ...leads, actions: [...actions, ...(leads.actions ?? [])] };
}

function buildQuestion(body: CollectStep, step: StepContext): Pick<Question, 'accepts' | 'hears'> {
  const keys = step.alwaysKeys.map(({ key }) => key);
  const accepts = toAcceptedInput(body, { keys, type: step.findType(body.save) });
  const { speech = false } = body;
  const { phrases = [], hints } = typeof speech === 'object' ? speech : {};
  const buildPhrases = (language: string) =>
    toPhrases('filled', selectPhrases(phrases, language, step.languages), { isKept: true });
  const likely = hints && {
    hints: Object.fromEntries(
      step.languages.map((language) => [language, selectPhrases(hints, language, step.languages)]),
    ),
  };
  return {
    accepts: body.type === 'text' ? { kind: 'keys', keys } : accepts,
    hears:
      speech === false
        ? toAcceptedSpeech(step, undefined)
        : toAcceptedSpeech(step, buildPhrases, { accepts, ...likely }),
  };
}

/** Makes `back` in the confirmation lead to the value's own question. */
function redirectBack(step: StepContext): StepContext {
  const exitTo = (target: string, label: string) => step.exitTo(target === BACK ? step.name : target, label);
  return { ...step, exitTo };
}

/** Builds the question that confirms the value. It shares the first question's settings and what is said after silence. */
function buildConfirmation(body: CollectStep, step: StepContext): Confirmation {
  const { confirm, speech = false } = body;
  const { prompt, yes, no } = typeof confirm === 'object' ? confirm : {};
  const { languages } = step;
  const buildPhrases = (language: string) => [
    ...toPhrases(YES, selectPhrases(yes ?? listConfirmationPhrases('yes', languages), language, languages)),
    ...toPhrases(NO, selectPhrases(no ?? listConfirmationPhrases('no', languages), language, languages)),
  ];
  const keys = [YES, NO, ...step.alwaysKeys.map(({ key }) => key)];
  const accepts = { kind: 'keys' as const, keys: [...new Set(keys)] };
  const { no_match: _noMatch, reprompt: _reprompt, ...manner } = body;
  return {
    body: { ...manner, prompt: prompt ?? nameConfirmationPrompt(step.name) },
    variable: body.save,
    confirmed: YES,
    accepts,
    hears:
      speech === false
        ? toAcceptedSpeech(step, undefined, { accepts })
        : toAcceptedSpeech(step, buildPhrases, { accepts }),
    decisions: [
      { as: YES, leads: step.exit('filled') },
      { as: NO, leads: { target: 'refused' } },
      ...listGlobalDecisions(step, [YES, NO]),
    ],
  };
}
