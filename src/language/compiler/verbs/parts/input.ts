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
 * the platform gets the timeout itself, so its silence is the caller's. A carrier that tells the end of a listening
 * play leads to `heard`, where the time for an answer begins.
 */
import type { Accepts, Hears, MachineState, Phrase, Transition } from '../../../model/index.ts';
import type { MenuStep } from '../../../../../schemas/types/flow.ts';
import {
  buildAnsweringState,
  toList,
  parseDuration,
  buildFaultExits,
  buildSpeakingState,
  FAILED,
  leadWhenDecided,
} from './fragments.ts';
import { collectByLanguage, toPhrases, selectPhrases } from './phrases.ts';
import type { Outcome } from '../../types.ts';
import type { StepContext } from '../step-context.ts';

const DEFAULT_ATTEMPTS = 3;
const DEFAULT_TIMEOUT = '5s';
const DEFAULT_INTER_DIGIT = '3s';

/** Outcomes of every asking step, besides its own. */
export const inputOutcomes: Outcome[] = [
  { name: 'exhausted', otherwise: 'nowhere' },
  { name: 'silent', otherwise: 'nowhere', like: 'exhausted' },
  FAILED,
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
const KEEP_LISTENING: Transition = { actions: [{ type: 'listen' }] };

/** The question that confirms a value. */
export interface Confirmation extends Question {
  /** The variable that keeps the value. */
  variable: string;
  /** The decision that accepts the value. */
  confirmed: string;
}

/** Builds the state of an asking step. With `confirm` a second question follows, in a state of its own. */
export function buildAskingState(
  step: StepContext,
  question: Question,
  confirm?: Confirmation,
): MachineState {
  return {
    initial: 'answering',
    states: {
      answering: buildAnsweringState(step, 'asking'),
      ...buildQuestionStates(step, question),
      ...(confirm && { confirming: buildConfirmingState(step, confirm) }),
    },
  };
}

/**
 * Builds the confirmation. A refused value repeats the first question and counts as an attempt. Any other exit
 * before the confirmation, even the end of the call, discards the value.
 */
function buildConfirmingState(step: StepContext, confirm: Confirmation): MachineState {
  const { body, variable, confirmed } = confirm;
  const again = buildFailedAttempt(step, 'not_confirmed', {
    attempts: body.attempts ?? DEFAULT_ATTEMPTS,
    to: `#${step.name}.asking`,
  });
  return {
    initial: 'asking',
    exit: [{ type: 'forget', params: { variable, unless: confirmed } }],
    states: { ...buildQuestionStates(step, confirm), refused: again },
  };
}

function buildQuestionStates(step: StepContext, question: Question): Record<string, MachineState> {
  const { body, accepts, hears } = question;
  const retry = { attempts: body.attempts ?? DEFAULT_ATTEMPTS, to: 'asking' };
  const take: Transition = { target: 'deciding', actions: [{ type: 'take', params: accepts }] };
  return {
    asking: {
      entry: [{ type: 'ask', params: toAskParams(step, question) }],
      always: [
        ...buildFaultExits(step),
        { guard: { type: 'queued', params: { atLeast: 2 } }, target: 'leading' },
        { target: 'listening' },
      ],
    },
    leading: buildSpeakingState('leading', 2, [{ target: 'listening' }]),
    ...(hears ? buildSpeechStates(question, hears, take) : buildKeyStates(question, take)),
    gathering: {
      entry: [{ type: 'listen' }],
      on: { digits: [take], silence: [KEEP_LISTENING] },
      after: {
        [parseDuration(body.inter_digit ?? DEFAULT_INTER_DIGIT)]: [
          { target: 'deciding', actions: [{ type: 'close', params: accepts }] },
        ],
      },
    },
    deciding: {
      always: [
        leadWhenDecided('more', { target: 'gathering' }),
        leadWhenDecided('no_match', { target: 'no_match' }),
        ...(hears ? [leadWhenDecided('no_input', { target: 'no_input' })] : []),
        ...question.decisions.map(({ as, leads }) => leadWhenDecided(as, leads)),
      ],
    },
    no_input: buildFailedAttempt(step, 'no_input', retry),
    no_match: buildFailedAttempt(step, 'no_match', retry),
  };
}

function buildKeyStates({ body }: Question, take: Transition): Record<string, MachineState> {
  return {
    listening: {
      entry: [{ type: 'play', params: { listen: true, ...toBargeIn(body) } }],
      on: {
        digits: [take],
        silence: [{ guard: { type: 'patient' }, target: 'patient' }, { target: 'no_input' }],
        played: [{ target: 'heard' }],
      },
      after: { no_input: [{ target: 'no_input' }] },
    },
    heard: { on: { digits: [take] }, after: { timeout: [{ target: 'no_input' }] } },
    patient: {
      entry: [{ type: 'listen' }],
      on: { digits: [take], silence: [KEEP_LISTENING] },
      after: { patience: [{ target: 'no_input' }] },
    },
  };
}

function buildSpeechStates({ body }: Question, hears: Hears, take: Transition): Record<string, MachineState> {
  return {
    listening: {
      entry: [{ type: 'play', params: { listen: true, speech: true, ...toBargeIn(body) } }],
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
export function toAcceptedSpeech(
  step: StepContext,
  own: ((language: string) => Phrase[]) | undefined,
  more: Omit<Hears, 'phrases'> = {},
): Hears | undefined {
  if (own === undefined && step.alwaysPhrases.length === 0) return undefined;
  return {
    phrases: collectByLanguage(step.languages, (language) => [
      ...(own?.(language) ?? []),
      ...step.alwaysPhrases.flatMap(({ phrases, goto }) =>
        toPhrases(`always_${goto}`, selectPhrases(phrases, language, step.languages)),
      ),
    ]),
    ...more,
  };
}

/** Returns the decisions for the global keys and phrases, which mean the same wherever input is taken. */
export function listGlobalDecisions(step: StepContext, own: string[] = []): Question['decisions'] {
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

function toAskParams(step: StepContext, { body, secret }: Question) {
  return {
    prompt: step.toPrompt(body.prompt),
    noInput: toList(body.no_input).map((entry) => step.toPrompt(entry)),
    noMatch: toList(body.no_match).map((entry) => step.toPrompt(entry)),
    reprompt: body.reprompt ?? true,
    timeoutMs: parseDuration(body.timeout ?? DEFAULT_TIMEOUT),
    secret: secret ?? false,
  };
}

function buildFailedAttempt(
  step: StepContext,
  what: 'no_input' | 'no_match' | 'not_confirmed',
  { attempts, to }: { attempts: number; to: string },
): MachineState {
  const last = step.exit(what === 'no_input' ? 'silent' : 'exhausted');
  return {
    entry: [{ type: 'count', params: { what } }],
    always: [{ guard: { type: 'attempts_left', params: { attempts } }, target: to }, last],
  };
}

function toBargeIn(body: InputBody): { bargeIn?: boolean } {
  return body.barge_in === undefined ? {} : { bargeIn: body.barge_in };
}
