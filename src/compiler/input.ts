/**
 * The machine of a step that asks for keys: menu and collect differ only in what they accept and where a decision
 * leads. States:
 *
 *   answering → asking → (leading →) listening → deciding → gathering (more keys may follow) → deciding …
 *                 ↑                       └ silence → patient → no_input ┐
 *                 └────────────── attempts left ─────────────── no_match ┘
 *
 * Only the last entry of the playlist listens: the platform gives a listening play no `playfinished`, but one event
 * with the keys or `menutimeout` (platform-facts.md), so what went before must have been heard to its end.
 */
import type { Accepts, MachineState, Transition } from '../flow/index.ts';
import type { MenuStep } from '../../schemas/types/flow.ts';
import { answering, asList, durationMs, faultExits, speaking } from './fragments.ts';
import type { Outcome, StepContext } from './verb.ts';

const DEFAULT_ATTEMPTS = 3;
const DEFAULT_TIMEOUT = '5s';
const DEFAULT_INTER_DIGIT = '3s';

/** Outcomes that every asking step has besides its own. */
export const inputOutcomes: Outcome[] = [
  { name: 'exhausted', otherwise: 'nowhere' },
  { name: 'failed', otherwise: 'error' },
];

/** What the bodies of all asking steps have in common (`definitions.input` of the schema). */
export type InputBody = Omit<MenuStep, 'choices'>;

export interface Question {
  body: InputBody;
  accepts: Accepts;
  /** What the keys are kept in is secret. */
  secret?: boolean;
  /** What each decision leads to, in order of test. */
  decisions: { as: string; leads: Transition }[];
}

/** The platform's window for keys is shorter than ours. */
const listenOn: Transition = { actions: [{ type: 'listen' }] };

/** The whole state of an asking step. */
export function asking(step: StepContext, question: Question): MachineState {
  const { body, accepts } = question;
  const attempts = body.attempts ?? DEFAULT_ATTEMPTS;
  const take: Transition = { target: 'deciding', actions: [{ type: 'take', params: accepts }] };
  return {
    initial: 'answering',
    states: {
      answering: answering(step, 'asking'),
      asking: {
        entry: [{ type: 'ask', params: askParams(step, question) }],
        always: [
          ...faultExits(step),
          { guard: { type: 'queued', params: { atLeast: 2 } }, target: 'leading' },
          { target: 'listening' },
        ],
      },
      leading: speaking('leading', 2, [{ target: 'listening' }]),
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
          ...question.decisions.map(({ as, leads }) => decided(as, leads)),
        ],
      },
      no_input: failedAttempt(step, 'no_input', attempts),
      no_match: failedAttempt(step, 'no_match', attempts),
    },
  };
}

/** Decisions for the global keys: they mean the same wherever input is taken. */
export function globalDecisions(step: StepContext, own: string[] = []): Question['decisions'] {
  return step.alwaysKeys
    .filter(({ key }) => !own.includes(key))
    .map(({ key, goto }) => ({ as: key, leads: leadTo(step, goto, `always_${key}`) }));
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

function failedAttempt(step: StepContext, what: 'no_input' | 'no_match', attempts: number): MachineState {
  return {
    entry: [{ type: 'count', params: { what } }],
    always: [
      { guard: { type: 'attempts_left', params: { attempts } }, target: 'asking' },
      step.exit('exhausted'),
    ],
  };
}

function decided(as: string, leads: Transition): Transition {
  return { ...leads, guard: { type: 'decided', params: { as } } };
}

function bargeIn(body: InputBody): { bargeIn?: boolean } {
  return body.barge_in === undefined ? {} : { bargeIn: body.barge_in };
}
