import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { BACK, type Transition } from '../../model/index.ts';
import { checkCollect } from './parts/check-collect.ts';
import { acceptsOf } from './parts/collected.ts';
import { confirmationPhrases, confirmationPrompt, NO, YES } from './parts/confirmation.ts';
import { asking, globalDecisions, hearing, inputOutcomes } from './parts/input.ts';
import type { Confirmation, Question } from './parts/input.ts';
import { meaning, phrasesIn } from './parts/phrases.ts';
import type { Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Asks for digits or for a value of some type, and keeps it in a variable. */
export const collect: Verb<CollectStep> = {
  name: 'collect',
  waits: 'caller',
  needsCall: true,
  deciding: ['type', 'speech'],
  alone: true,
  outcomes: () => [{ name: 'filled', otherwise: 'next' }, ...inputOutcomes],
  check: checkCollect,
  compile(body, step) {
    const { confirm = false } = body;
    const save: Transition = { actions: [{ type: 'save', params: { variable: body.save } }] };
    const filled = { target: 'confirming', ...save };
    const leads = confirm === false ? before(save, step.exit('filled')) : filled;
    const question = { ...questionOf(body, step), secret: step.isSecret(body.save) };
    const decisions = [{ as: 'filled', leads }, ...globalDecisions(step)];
    const second = confirm === false ? undefined : confirmation(body, afterQuestion(step));
    return asking(step, { ...question, body, decisions }, second);
  },
};

function before({ actions = [] }: Transition, leads: Transition): Transition {
  return { ...leads, actions: [...actions, ...(leads.actions ?? [])] };
}

/** Returns the accepted keys and phrases of the question. */
function questionOf(body: CollectStep, step: StepContext): Pick<Question, 'accepts' | 'hears'> {
  const keys = step.alwaysKeys.map(({ key }) => key);
  const accepts = acceptsOf(body, { keys, type: step.typeOf(body.save) });
  const { speech = false } = body;
  const { phrases = [], hints } = typeof speech === 'object' ? speech : {};
  const own = (language: string) =>
    meaning('filled', phrasesIn(phrases, language, step.languages), { isKept: true });
  const likely = hints && {
    hints: Object.fromEntries(
      step.languages.map((language) => [language, phrasesIn(hints, language, step.languages)]),
    ),
  };
  return {
    accepts: body.type === 'text' ? { kind: 'keys', keys } : accepts,
    hears: speech === false ? hearing(step, undefined) : hearing(step, own, { accepts, ...likely }),
  };
}

/** Makes `back` in the confirmation lead to the value's own question. */
function afterQuestion(step: StepContext): StepContext {
  const exitTo = (target: string, label: string) => step.exitTo(target === BACK ? step.name : target, label);
  return { ...step, exitTo };
}

/** Builds the question that confirms the value. It shares the first question's settings but not its texts. */
function confirmation(body: CollectStep, step: StepContext): Confirmation {
  const { confirm, speech = false } = body;
  const { prompt, yes, no } = typeof confirm === 'object' ? confirm : {};
  const { languages } = step;
  const own = (language: string) => [
    ...meaning(YES, phrasesIn(yes ?? confirmationPhrases('yes', languages), language, languages)),
    ...meaning(NO, phrasesIn(no ?? confirmationPhrases('no', languages), language, languages)),
  ];
  const keys = [YES, NO, ...step.alwaysKeys.map(({ key }) => key)];
  const accepts = { kind: 'keys' as const, keys: [...new Set(keys)] };
  const { no_input: _noInput, no_match: _noMatch, reprompt: _reprompt, ...manner } = body;
  return {
    body: { ...manner, prompt: prompt ?? confirmationPrompt(step.name) },
    variable: body.save,
    confirmed: YES,
    accepts,
    hears: speech === false ? hearing(step, undefined, { accepts }) : hearing(step, own, { accepts }),
    decisions: [
      { as: YES, leads: step.exit('filled') },
      { as: NO, leads: { target: 'refused' } },
      ...globalDecisions(step, [YES, NO]),
    ],
  };
}
