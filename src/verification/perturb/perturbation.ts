/** Perturbations as data, small enough for a scenario file and exact enough to be repeated. */
import { formatTimes } from '../../language/text/index.ts';
import type { Perturbation as Source } from '../../../schemas/types/scenario.ts';
import { parseDuration } from '../../language/compiler/index.ts';

/**
 * A perturbation of a call. Events and commits are numbered as in the call's trace, where each event has one commit;
 * commands as the call numbers them. Before the perturbation the call is the same as without it, so the numbers refer
 * to the same things.
 */
export type Perturbation =
  /** An event arrives twice: with the same or a new deduplication key, immediately or some time later. */
  | { kind: 'duplicate'; event: number; key: 'same' | 'new'; afterMs: number }
  /** An event arrives only after the deadline of this name, which is pending at its original time. */
  | { kind: 'delay'; event: number; past: string }
  /** An event arrives after the next one. */
  | { kind: 'swap'; event: number }
  /** An event never arrives. */
  | { kind: 'drop'; event: number }
  /** The platform refuses a command with this code, and does nothing. */
  | { kind: 'refuse'; command: number; code: string }
  /** The platform refuses a number of attempts at a command with this code and accepts the next one. */
  | { kind: 'retry'; command: number; code: string; attempts: number }
  /**
   * The answer to a command is lost; `done` tells whether the platform carried it out. A retry gets an answer, or none
   * does and the command counts as failed.
   */
  | { kind: 'unanswered'; command: number; done: boolean; asked: 'again' | 'in_vain' }
  /**
   * The node crashes after this commit, before or after its first command was sent. After `takeoverMs` another node
   * takes over and receives the notifications in between.
   */
  | { kind: 'crash'; commit: number; command: 'sent' | 'unsent'; takeoverMs: number }
  /** The caller hangs up right after this event. */
  | { kind: 'hang_up'; hangUpAfter: number }
  /** The connection of a stream breaks, instead of this event that ends it. */
  | { kind: 'stream_breaks'; breakAt: number }
  /** The caller presses keys right after this event. */
  | { kind: 'press'; pressAfter: number; keys: string }
  /**
   * A web service carries a request out, but its answer comes late (`slow`: just in time), never (`lost`), only to the
   * retry (`lost_once`) or after the caller has hung up (`hung_up`); or it refuses the request and its retries (`refused`: 400, `fails`: 503).
   */
  | { kind: 'service'; request: number; answer: ServiceAnswer }
  /** The platform refuses this command and all later ones of its kind with this code. */
  | { kind: 'outage'; command: number; code: string }
  /** The caller withholds the number. */
  | { kind: 'withheld' }
  /** An answering machine takes an outbound call: nobody presses or says anything. */
  | { kind: 'mailbox' }
  /** The call of the scenario as it is, judged by its effects. */
  | { kind: 'nothing' };

/** Ways in which a web service answers. */
export const serviceAnswers = ['lost', 'lost_once', 'slow', 'hung_up', 'refused', 'fails'] as const;
type ServiceAnswer = (typeof serviceAnswers)[number];

/** All kinds, in the order of trials. */
export const perturbationKinds = [
  'duplicate',
  'drop',
  'swap',
  'delay',
  'crash',
  'unanswered',
  'refuse',
  'retry',
  'nothing',
  'hang_up',
  'press',
  'stream_breaks',
  'service',
  'outage',
  'withheld',
  'mailbox',
] as const satisfies readonly Perturbation['kind'][];

/** Describes a perturbation; `about` names its event or command. */
export function renderPerturbation(perturbation: Perturbation, about: string): string {
  switch (perturbation.kind) {
    case 'duplicate':
      return `${about} arrives twice${perturbation.afterMs === 0 ? '' : `, ${perturbation.afterMs / 1_000} s apart`}, ${perturbation.key === 'same' ? 'with the same deduplication key' : 'with a new deduplication key'}`;
    case 'delay':
      return `${about} arrives after the deadline ${perturbation.past}`;
    case 'swap':
      return `${about} arrives after the next event`;
    case 'drop':
      return `${about} never arrives`;
    case 'refuse':
      return `${about} is refused with ${perturbation.code}`;
    case 'retry':
      return `${about} is refused with ${perturbation.code} ${formatTimes(perturbation.attempts)} before it is accepted`;
    case 'unanswered':
      return `${about} is ${perturbation.done ? 'carried out' : 'lost'} without an answer; ${perturbation.asked === 'again' ? 'a retry gets one' : 'no retry gets one'}`;
    case 'crash':
      return `the node crashes after ${about}${perturbation.command === 'sent' ? ' with a command in flight' : ''}, and another takes over ${perturbation.takeoverMs === 0 ? 'immediately' : `${perturbation.takeoverMs / 1_000} s later`}`;
    case 'hang_up':
      return `the caller hangs up right after ${about}`;
    case 'stream_breaks':
      return `the connection of the stream breaks at ${about}`;
    case 'press':
      return `the caller presses ${perturbation.keys} right after ${about}`;
    case 'service':
      return `${about} ${answerTexts[perturbation.answer]}`;
    case 'outage':
      return `${about} and all later commands of its kind are refused with ${perturbation.code}`;
    case 'withheld':
      return 'the caller withholds the number';
    case 'mailbox':
      return 'an answering machine takes the call';
    case 'nothing':
      return 'nothing goes wrong';
  }
}

const answerTexts: Record<ServiceAnswer, string> = {
  lost: 'is carried out, and its answer comes too late',
  lost_once: 'is carried out, and its answer comes too late once',
  slow: 'is answered just before its timeout',
  hung_up: 'is carried out, and the caller hangs up before its answer comes',
  refused: 'is refused with 400',
  fails: 'fails with 503',
};

/** Converts the `perturbation` of a checked scenario file. */
export function toPerturbation(source: Source): Perturbation {
  const { duplicate, drop, swap, delay, refuse, retry, unanswered } = source;
  if (duplicate !== undefined)
    return {
      kind: 'duplicate',
      event: duplicate,
      key: source.key ?? 'same',
      afterMs: parseOptionalDuration(source.after),
    };
  if (drop !== undefined) return { kind: 'drop', event: drop };
  if (swap !== undefined) return { kind: 'swap', event: swap };
  if (delay !== undefined) return { kind: 'delay', event: delay, past: source.past ?? '' };
  if (refuse !== undefined) return { kind: 'refuse', command: refuse, code: String(source.code ?? '') };
  if (retry !== undefined)
    return {
      kind: 'retry',
      command: retry,
      code: String(source.code ?? ''),
      attempts: source.attempts ?? 1,
    };
  if (unanswered !== undefined)
    return {
      kind: 'unanswered',
      command: unanswered,
      done: source.done ?? true,
      asked: source.asked ?? 'again',
    };
  return toOwnPerturbation(source) ?? toCrash(source);
}

/** Converts perturbations of people and services, and those that concern the whole call. */
function toOwnPerturbation(source: Source): Perturbation | undefined {
  const { hang_up: hangUpAfter, press: pressAfter, stream_breaks: breakAt, service, outage } = source;
  const { withheld, mailbox, nothing } = source;
  if (hangUpAfter !== undefined) return { kind: 'hang_up', hangUpAfter };
  if (pressAfter !== undefined) return { kind: 'press', pressAfter, keys: source.keys ?? '#' };
  if (breakAt !== undefined) return { kind: 'stream_breaks', breakAt };
  if (service !== undefined) return { kind: 'service', request: service, answer: source.answer ?? 'lost' };
  if (outage !== undefined) return { kind: 'outage', command: outage, code: String(source.code ?? '') };
  if (withheld !== undefined) return { kind: 'withheld' };
  if (mailbox !== undefined) return { kind: 'mailbox' };
  return nothing === undefined ? undefined : { kind: 'nothing' };
}

function toCrash({ crash, command = 'unsent', takeover }: Source): Perturbation {
  return { kind: 'crash', commit: crash ?? 0, command, takeoverMs: parseOptionalDuration(takeover) };
}

function parseOptionalDuration(duration: string | undefined): number {
  return duration === undefined ? 0 : parseDuration(duration);
}

/** Converts a perturbation to its form in a scenario file. */
export function toYamlPerturbation(perturbation: Perturbation): Source {
  switch (perturbation.kind) {
    case 'duplicate':
      return { duplicate: perturbation.event, key: perturbation.key, after: `${perturbation.afterMs}ms` };
    case 'delay':
      return { delay: perturbation.event, past: perturbation.past };
    case 'swap':
      return { swap: perturbation.event };
    case 'drop':
      return { drop: perturbation.event };
    case 'refuse':
      return { refuse: perturbation.command, code: perturbation.code };
    case 'retry':
      return {
        retry: perturbation.command,
        code: perturbation.code,
        attempts: perturbation.attempts,
      };
    case 'unanswered':
      return { unanswered: perturbation.command, done: perturbation.done, asked: perturbation.asked };
    case 'crash':
      return {
        crash: perturbation.commit,
        command: perturbation.command,
        takeover: `${perturbation.takeoverMs}ms`,
      };
    case 'hang_up':
      return { hang_up: perturbation.hangUpAfter };
    case 'stream_breaks':
      return { stream_breaks: perturbation.breakAt };
    case 'press':
      return { press: perturbation.pressAfter, keys: perturbation.keys };
    case 'service':
      return { service: perturbation.request, answer: perturbation.answer };
    case 'outage':
      return { outage: perturbation.command, code: perturbation.code };
    case 'withheld':
    case 'mailbox':
    case 'nothing':
      return { [perturbation.kind]: true };
  }
}
