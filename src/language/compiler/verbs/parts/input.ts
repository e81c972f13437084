/**
 * Builds the machine of a step that asks for keys or speech: menu and collect differ only in what they accept and
 * where decisions lead.
 *
 *  answering → asking → (leading →) listening → deciding → gathering (more keys may follow) → deciding …
 *                ↑                       └ silence → patient → no_input ┐
 *                └────────────── attempts left ─────────────── no_match ┘
 *
 * Only the last entry of the playlist listens: the platform sends no `playfinished` for a listening play, only one
 * event with the keys or `menutimeout` (platform-facts.md), so the entries before it must have ended. With speech
 * the platform gets the timeout itself, so its silence is the caller's.
 */
import type { Accepts, Hears, MachineState, Phrase, Transition } from '../../../model/index.ts';
import type { MenuStep } from '../../../../../schemas/types/flow.ts';
import { answering, asList, durationMs, faultExits, speaking } from './fragments.ts';
import { byEachLanguage, meaning, phrasesIn } from './phrases.ts';
import type { Outcome } from '../../types.ts';
import type { StepContext } from '../step-context.ts';

const DEFAULT_ATTEMPTS = 3;
const DEFAULT_TIMEOUT = '5s';
const DEFAULT_INTER_DIGIT = '3s';

/** Outcomes of every asking step, besides its own. */
export const inputOutcomes: Outcome[] = [
  { name: 'exhausted', otherwise: 'nowhere' },
  { name: 'failed', otherwise: 'error' },
];

/** The fields that all asking steps share (`definitions.input` of the schema). */
type InputBody = Omit<MenuStep, 'choices'>;

export interface Question {
  body: InputBody;
  accepts: Accepts;
  /** The accepted speech; absent: the step does not listen for speech. */
  hears?: Hears | undefined;
  /** True when the input is kept in a secret variable. */
  secret?: boolean;
  /** The transition of each decision, in order of test. */
  decisions: { as: string; leads: Transition }[];
}

/** Continues to listen, since the platform's window for keys is shorter than the flow's. */
const listenOn: Transition = { actions: [{ type: 'listen' }] };

/** The question that confirms a value. */
export interface Confirmation extends Question {
  /** The variable that keeps the value. */
  variable: string;
  /** The decision that accepts the value. */
  confirmed: string;
}

/** Builds the state of an asking step. With `confirm` a second question follows, in a state of its own. */
export function asking(step: StepContext, question: Question, confirm?: Confirmation): MachineState {
  return {
    initial: 'answering',
    states: {
      answering: answering(step, 'asking'),
      ...questionStates(step, question),
      ...(confirm && { confirming: confirming(step, confirm) }),
    },
  };
}

/**
 * Builds the confirmation. A refused value repeats the first question and counts as an attempt. Any other exit
 * before the confirmation, even the end of the call, discards the value.
 */
function confirming(step: StepContext, confirm: Confirmation): MachineState {
  const { body, variable, confirmed } = confirm;
  const again = failedAttempt(step, 'not_confirmed', {
    attempts: attemptsOf(body),
    to: `#${step.name}.asking`,
  });
  return {
    initial: 'asking',
    exit: [{ type: 'forget', params: { variable, unless: confirmed } }],
    states: { ...questionStates(step, confirm), refused: again },
  };
}

function questionStates(step: StepContext, question: Question): Record<string, MachineState> {
  const { body, accepts, hears } = question;
  const retry = { attempts: attemptsOf(body), to: 'asking' };
  const take: Transition = { target: 'deciding', actions: [{ type: 'take', params: accepts }] };
  return {
    asking: {
      entry: [{ type: 'ask', params: askParams(step, question) }],
      always: [
        ...faultExits(step),
        { guard: { type: 'queued', params: { atLeast: 2 } }, target: 'leading' },
        { target: 'listening' },
      ],
    },
    leading: speaking('leading', 2, [{ target: 'listening' }]),
    ...(hears ? listeningForWords(question, hears, take) : listeningForKeys(question, take)),
    gathering: {
      entry: [{ type: 'listen' }],
      on: { digits: [take], silence: [listenOn] },
      after: {
        [durationMs(body.inter_digit ?? DEFAULT_INTER_DIGIT)]: [
          { target: 'deciding', actions: [{ type: 'close', params: accepts }] },
        ],
      },
    },
    deciding: {
      always: [
        decided('more', { target: 'gathering' }),
        decided('no_match', { target: 'no_match' }),
        ...(hears ? [decided('no_input', { target: 'no_input' })] : []),
        ...question.decisions.map(({ as, leads }) => decided(as, leads)),
      ],
    },
    no_input: failedAttempt(step, 'no_input', retry),
    no_match: failedAttempt(step, 'no_match', retry),
  };
}

function listeningForKeys({ body }: Question, take: Transition): Record<string, MachineState> {
  return {
    listening: {
      entry: [{ type: 'play', params: { listen: true, ...bargeIn(body) } }],
      on: {
        digits: [take],
        silence: [{ guard: { type: 'patient' }, target: 'patient' }, { target: 'no_input' }],
      },
      after: { no_input: [{ target: 'no_input' }] },
    },
    patient: {
      entry: [{ type: 'listen' }],
      on: { digits: [take], silence: [listenOn] },
      after: { patience: [{ target: 'no_input' }] },
    },
  };
}

function listeningForWords({ body }: Question, hears: Hears, take: Transition): Record<string, MachineState> {
  return {
    listening: {
      entry: [{ type: 'play', params: { listen: true, speech: true, ...bargeIn(body) } }],
      on: {
        digits: [take],
        speech: [{ target: 'deciding', actions: [{ type: 'hear', params: hears }] }],
        silence: [{ target: 'no_input' }],
      },
      after: { no_result: [{ target: 'no_input' }] },
    },
  };
}

/** Returns the accepted speech of a step: its own phrases, those of `always`, and an answer of this kind. */
export function hearing(
  step: StepContext,
  own: ((language: string) => Phrase[]) | undefined,
  more: Omit<Hears, 'phrases'> = {},
): Hears | undefined {
  if (own === undefined && step.alwaysPhrases.length === 0) return undefined;
  return {
    phrases: byEachLanguage(step.languages, (language) => [
      ...(own?.(language) ?? []),
      ...step.alwaysPhrases.flatMap(({ phrases, goto }) =>
        meaning(`always_${goto}`, phrasesIn(phrases, language, step.languages)),
      ),
    ]),
    ...more,
  };
}

/** Returns the decisions for the global keys and phrases, which mean the same wherever input is taken. */
export function globalDecisions(step: StepContext, own: string[] = []): Question['decisions'] {
  const keys = step.alwaysKeys.filter(({ key }) => !own.includes(key));
  return [
    ...keys.map(({ key, goto }) => ({ as: key, leads: leadTo(step, goto, `always_${key}`) })),
    ...step.alwaysPhrases.map(({ goto }) => {
      const as = `always_${goto}`;
      return { as, leads: leadTo(step, goto, as) };
    }),
  ];
}

/** Returns the transition of a choice; `repeat` asks again without counting an attempt. */
export function leadTo(step: StepContext, target: string, label: string): Transition {
  if (target !== 'repeat') return step.exitTo(target, label);
  const noted = { type: 'outcome', params: { outcome: label, to: step.name } } as const;
  return { target: 'asking', actions: [{ type: 'again' }, noted] };
}

function askParams(step: StepContext, { body, secret }: Question) {
  return {
    prompt: step.prompt(body.prompt),
    noInput: asList(body.no_input).map((rung) => step.prompt(rung)),
    noMatch: asList(body.no_match).map((rung) => step.prompt(rung)),
    reprompt: body.reprompt ?? true,
    timeoutMs: durationMs(body.timeout ?? DEFAULT_TIMEOUT),
    secret: secret ?? false,
  };
}

function attemptsOf({ attempts = DEFAULT_ATTEMPTS }: InputBody): number {
  return attempts;
}

function failedAttempt(
  step: StepContext,
  what: 'no_input' | 'no_match' | 'not_confirmed',
  { attempts, to }: { attempts: number; to: string },
): MachineState {
  return {
    entry: [{ type: 'count', params: { what } }],
    always: [{ guard: { type: 'attempts_left', params: { attempts } }, target: to }, step.exit('exhausted')],
  };
}

function decided(as: string, leads: Transition): Transition {
  return { ...leads, guard: { type: 'decided', params: { as } } };
}

function bargeIn(body: InputBody): { bargeIn?: boolean } {
  return body.barge_in === undefined ? {} : { bargeIn: body.barge_in };
}
