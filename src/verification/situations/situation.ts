/**
 * Situations of explored calls: a record of the real call core and the state of the line. An event creates a new
 * situation; nothing is changed in place.
 */
import { advance, begin, callId, projectId, voiceId } from '../../call/index.ts';
import type {
  Advance,
  CallEvent,
  CallRecord,
  Command,
  CommandFailure,
  CommandKind,
  Note,
  RunnableFlow,
  WebRequest,
} from '../../call/index.ts';
import { STARTED_AT, chooseNumbers } from '../testkit/index.ts';
import { carryOut, quietLine, refuseCommand } from './line.ts';
import { isAudible } from './spoken-time.ts';
import type { Line } from './line.ts';
import { carrierProfiles } from '../../carriers/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import type { Capabilities, Value } from '../../language/model/index.ts';

/** A moment at which a call waits. */
export interface Situation {
  record: CallRecord;
  line: Line;
  /** What the carrier can do. */
  can: Capabilities;
  /** The pending web request. */
  request?: WebRequest;
  /** ms since the epoch. */
  at: number;
}

/** A command with its result. */
export interface SentCommand {
  command: Command;
  /** Step that sent it. */
  step: string;
  flow: string;
  /** True if it plays something audible. */
  isHeard: boolean;
  /** Reason why the platform refuses it in the current state of the line. */
  refusal?: CommandFailure;
}

/** Result of an event, with everything that followed immediately. */
export interface Leap {
  situation: Situation;
  notes: Note[];
  commands: SentCommand[];
  /** Requests to web services. */
  requests: WebRequest[];
}

/** Start of an explored call. */
export interface Start {
  direction: 'inbound' | 'outbound';
  params: Record<string, Value>;
  /** Default: STARTED_AT. */
  at?: number;
  /** Numbers of both ends. Default: those of test calls. */
  numbers?: { from: string; to: string };
  /** Default: the platform. */
  carrier?: CarrierKind;
}

/** Index of the command that fails although the platform could carry it out. */
type Refused = number | undefined;

/** Failure that the platform client reports if the platform does not answer. */
const OUT_OF_REACH = { code: 'unreachable', message: 'the platform cannot be reached', callEnded: false };

/** Code of a failure that the flow cannot avoid. */
export const UNHELPED = OUT_OF_REACH.code;

/** Starts a call. */
export function beginLeap(flow: RunnableFlow, start: Start, refuse?: Refused): Leap {
  const {
    direction,
    params,
    carrier = 'platform',
    at = STARTED_AT,
    numbers = chooseNumbers(direction),
  } = start;
  const id = callId('default.explored');
  const project = projectId('default');
  const named = direction === 'inbound' ? { voiceId: voiceId('explored') } : {};
  const first = begin(flow, {
    id,
    project,
    direction,
    ...numbers,
    params,
    at,
    ...named,
  });
  const can = carrierProfiles[carrier];
  const line = { ...quietLine, isUnanswered: direction === 'inbound' };
  const making = new LeapInMaking(flow, { line, record: first.record, at, can }, refuse);
  making.addResult(first);
  return making.finish();
}

/** Applies an event. */
export function makeLeap(
  flow: RunnableFlow,
  situation: Situation,
  { event, refuse }: { event: CallEvent; refuse?: Refused },
): Leap {
  const record = resetSteps(situation.record);
  const making = new LeapInMaking(flow, { ...situation, record, at: event.at }, refuse);
  making.applyEvent(event);
  return making.finish();
}

/**
 * Resets the step counter, which limits each leap separately: a loop over several leaps is found as a loop, and a loop
 * of immediate refusals ends as in a call.
 */
function resetSteps(record: CallRecord): CallRecord {
  return { ...record, context: { ...record.context, steps: 0 } };
}

/** Carries out commands one by one in order; the result of each is applied before the next one is sent (I4). */
class LeapInMaking {
  readonly #flow: RunnableFlow;
  readonly #refuse: Refused;
  readonly #outgoing: SentCommand[] = [];
  readonly #notes: Note[] = [];
  readonly #commands: SentCommand[] = [];
  readonly #requests: WebRequest[] = [];
  readonly #told: CallEvent[] = [];
  #situation: Situation;

  constructor(flow: RunnableFlow, situation: Situation, refuse: Refused) {
    this.#flow = flow;
    this.#situation = situation;
    this.#refuse = refuse;
  }

  applyEvent(event: CallEvent): void {
    this.addResult(advance(this.#flow, this.#situation.record, event));
  }

  addResult({ record, commands, requests, trace }: Advance): void {
    const { request: asked, ...rest } = this.#situation;
    const request = requests.at(-1) ?? asked;
    this.#requests.push(...requests);
    const isAwaited = request?.visit === record.context.visit.number;
    this.#situation = { ...rest, record, ...(isAwaited && { request }) };
    this.#notes.push(...trace.notes);
    const { step, flow } = record.context;
    this.#outgoing.push(...commands.map((command) => ({ command, step, flow, isHeard: isAudible(command) })));
  }

  finish(): Leap {
    for (;;) {
      this.#sendAll();
      const event = this.#told.shift();
      if (event === undefined) break;
      this.applyEvent(event);
    }
    const [situation, notes, commands, requests] = [
      this.#situation,
      this.#notes,
      this.#commands,
      this.#requests,
    ];
    return { situation, notes, commands, requests };
  }

  #sendAll(): void {
    for (let sent = this.#outgoing.shift(); sent; sent = this.#outgoing.shift()) {
      const { at, line, can } = this.#situation;
      const isRefused = this.#refuse === this.#commands.length;
      const { command } = sent;
      const carried = isRefused
        ? refuseCommand(command, { line, refusal: OUT_OF_REACH, at })
        : carryOut(command, { line, at, can });
      const mustRefuse = isRefused ? undefined : carried.refusal;
      this.#commands.push({ ...sent, ...(mustRefuse && { refusal: mustRefuse }) });
      this.#situation = { ...this.#situation, line: carried.line };
      const [answer, ...later] = carried.events;
      if (answer !== undefined && isAnswer(answer)) this.applyEvent(answer);
      this.#told.push(...(answer !== undefined && isAnswer(answer) ? later : carried.events));
    }
  }
}

/** True for the response to a command, which is applied immediately; other events are notifications. */
function isAnswer({ type }: CallEvent): boolean {
  return ['command_done', 'command_failed', 'dialed', 'command_taken'].includes(type);
}

/** True if a command can fail although the platform could carry it out. The call itself retries hang-ups. */
export function mayFail(kind: CommandKind): boolean {
  return kind !== 'hangup';
}
