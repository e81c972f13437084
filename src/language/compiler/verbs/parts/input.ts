/**
 * The machine of a step that asks for keys or words: menu and collect differ only in what they accept and where a
 * decision leads. States:
 *
 *   answering → asking → (leading →) listening → deciding → gathering (more keys may follow) → deciding …
 *                 ↑                       └ silence → patient → no_input ┐
 *                 └────────────── attempts left ─────────────── no_match ┘
 *
 * Only the last entry of the playlist listens: the platform gives a listening play no `playfinished`, but one event
 * with the keys or `menutimeout` (platform-facts.md), so what went before must have been heard to its end. Where words
 * count too the platform is told how long to wait for them, so its silence is the caller's.
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

/** Outcomes that every asking step has besides its own. */
export const inputOutcomes: Outcome[] = [
  { name: 'exhausted', otherwise: 'nowhere' },
  { name: 'failed', otherwise: 'error' },
];

/** What the bodies of all asking steps have in common (`definitions.input` of the schema). */
type InputBody = Omit<MenuStep, 'choices'>;

export interface Question {
  body: InputBody;
  accepts: Accepts;
  /** What may be said; absent: the step does not listen for speech. */
  hears?: Hears | undefined;
  /** What the keys are kept in is secret. */
  secret?: boolean;
  /** What each decision leads to, in order of test. */
  decisions: { as: string; leads: Transition }[];
}

/** The platform's window for keys is shorter than ours. */
const listenOn: Transition = { actions: [{ type: 'listen' }] };

/** The question whether a value was understood. */
export interface Confirmation extends Question {
  /** What keeps the value. */
  variable: string;
  /** The decision with which it stays there. */
  confirmed: string;
}

/** The whole state of an asking step. With `confirm` a second question follows, in the state `confirming`. */
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
 * A value that is refused puts the first question again; that is an attempt too. Whatever else happens before it is
 * confirmed, the end of the call too, it is forgotten.
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

/** What a step understands besides its own phrases: what `always` has, and an answer of this kind. */
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

/** Decisions for the global keys and phrases: they mean the same wherever input is taken. */
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

/** Where a choice leads; `repeat` puts the question again without counting an attempt. */
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
