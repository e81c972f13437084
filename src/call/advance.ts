/**
 * Applies one event to one call; a call changes in no other way (I2). The functions are pure: the same record and event
 * give the same record, commands and trace entry, byte for byte. The event carries the time.
 *
 * Owns: the order of work within one event (deduplicate → read → line → transition → finish), timers as deadlines in the
 * record (R3). Does not own: the effects of actions (actions/), masking in the trace (masked.ts), the recognition of late
 * events (leg.ts), the storage of records (the engine).
 */
import type { Command } from './commands.ts';
import { BOUNDS } from '../language/model/index.ts';
import type { CallEvent, EndReason } from './events.ts';
import { commandId, flowVersion } from './ids.ts';
import { updateLine, markConversation } from './line.ts';
import { impliesAnswer, isAnswered, readEvent } from './leg.ts';
import { createContext, type Beginning } from './create-context.ts';
import { feedFlow, startFlow } from './frames.ts';
import { applyMove, releaseDeadlines } from './held-deadlines.ts';
import { removeFired, createDeadlines, GONE, moveLimits, addGoneDeadline } from './limits.ts';
import type { CallContext, CallRecord, Fault, Leg } from './record.ts';
import { maskEvent, maskForTrace } from './masked.ts';
import type { Ignored, Note } from './notes.ts';
import { defaultContext } from './default-context.ts';
import { readHeaderParams } from './params.ts';
import type { RunnableFlow, TimedEvent } from './runnable-flow.ts';
import { renderState, type TraceEntry } from './trace.ts';
import type { WebRequest } from './web.ts';
import { cutTexts, isTooLarge, RECORD_TOO_LARGE } from './record-bounds.ts';
import { countOperations } from './workload.ts';

/** Maximum number of keys of notifications that a record remembers to deduplicate them (I5). */
const MAX_REMEMBERED_KEYS = 32;

export interface Advance {
  record: CallRecord;
  /** Commands to send, in this order. */
  commands: Command[];
  /** Requests to make at once. The record has a deadline for each, in case it is lost. */
  requests: WebRequest[];
  trace: TraceEntry;
  /** Cost of the event in operations (language/model/bounds.ts), storing the variables included. */
  operations: number;
}

/** Starts a call: an inbound call rings, an outbound call is about to be placed. */
export function begin(runnable: RunnableFlow, beginning: Beginning): Advance {
  const { flow } = runnable;
  const { at, key, headers = {} } = beginning;
  const { values, cleaned } = readHeaderParams(flow, headers);
  const context = createContext(flow, { ...beginning, params: { ...values, ...beginning.params } });
  const record: CallRecord = {
    format: 3,
    id: beginning.id,
    held: undefined,
    project: beginning.project,
    flow: { name: flow.name, version: flowVersion(flow.version) },
    ...(beginning.carrier === undefined ? {} : { carrier: beginning.carrier }),
    ...(beginning.campaign === undefined ? {} : { campaign: beginning.campaign }),
    ...(beginning.voiceId === undefined ? {} : { voiceId: beginning.voiceId }),
    seq: 0,
    startedAt: at,
    state: null,
    context,
    timers: createDeadlines(flow, at),
    seen: [],
  };
  const begun = startFlow(runnable, context, at);
  begun.context.out.notes.unshift(...cleaned.map((header): Note => ({ kind: 'header_cleaned', header })));
  return finishAdvance(applyMove(record, begun, at), {
    type: beginning.direction === 'inbound' ? 'incoming' : 'placed',
    at,
    ...(key === undefined ? {} : { key }),
  });
}

/** Applies one event to a call. The version of the flow must be the one on which the call began (R7). */
export function advance(runnable: RunnableFlow, before: CallRecord, given: CallEvent): Advance {
  const event = cutTexts(given);
  const record = releaseDeadlines(addVoiceId(before, event), event);
  if (event.key !== undefined && record.seen.includes(event.key))
    return ignoreEvent(record, event, { kind: 'ignored', why: 'repeated' });
  if (isAlreadyPlaced(before, event)) return ignoreEvent(record, event, { kind: 'ignored', why: 'placed' });
  const reading = readEvent(record.context, event);
  const known = replaceContext(record, updateLine(record.context, event));
  if (!reading.news) return ignoreEvent(known, event, reading.note);
  const after = applyEvent(runnable, known, { event, leg: reading.leg });
  if (isTooLarge(after, record))
    return { ...giveUp(record, event, RECORD_TOO_LARGE), operations: countOperations(after.context) };
  return finishAdvance(after, event, maskForTrace(record, event, after.context.out));
}

/** Adds the platform's id of an outbound call, which comes with the answer to the dial or, if that was lost, with the first notification. */
function addVoiceId(record: CallRecord, { voiceId }: CallEvent): CallRecord {
  return record.voiceId !== undefined || voiceId === undefined ? record : { ...record, voiceId };
}

/** Returns the record with another context; the record itself when the context is the same, which saves a copy. */
function replaceContext(record: CallRecord, context: CallContext): CallRecord {
  return context === record.context ? record : { ...record, context };
}

/** True for the refusal of a dial when a notification has named the call already: an earlier attempt succeeded. */
function isAlreadyPlaced({ voiceId }: CallRecord, event: CallEvent): boolean {
  return event.type === 'command_failed' && event.kind === 'dial' && voiceId !== undefined;
}

/** Finishes an event that changes nothing. Late or repeated keys may be secret, so the trace masks them (I7). */
function ignoreEvent(record: CallRecord, event: CallEvent, note: Ignored): Advance {
  return finishAdvance(addNote(record, note), event, maskEvent(event));
}

/** Applies an event that is news and moves the call to `leg`. */
function applyEvent(
  runnable: RunnableFlow,
  record: CallRecord,
  { event, leg }: { event: CallEvent; leg: Leg },
): CallRecord {
  if (event.type === 'wake') return fireDue(runnable, record, event.at);
  if (event.type === 'dialed' || event.type === 'command_taken') return record;
  // Every machine of every version hangs up on `returned` in any state, since no caller flow is left (compiler/emit).
  if (event.type === 'hang_up') return feedMachine(runnable, record, { type: 'returned', at: event.at });
  if (leg === 'ended' && record.context.leg !== 'ended')
    return endCall(runnable, record, toEndReason(event), event.at);
  if (event.type === 'command_failed' && event.failure.callEnded) return awaitDisconnect(record, event.at);
  const current = moveLeg(runnable, record, leg, event.at);
  const isBridgeNew = leg === 'bridged' && record.context.leg !== 'bridged';
  if (isBridgeNew && event.type === 'command_failed') return resumeOnBridge(runnable, current, event.at);
  const answered = !isAnswered(record.context.leg) && impliesAnswer(event);
  const connected = answered ? feedMachine(runnable, current, { type: 'connected', at: event.at }) : current;
  return feedMachine(runnable, connected, event);
}

/** Continues as after `bridged` when a refusal shows that the party has answered; nothing has failed (R2). */
function resumeOnBridge(runnable: RunnableFlow, record: CallRecord, at: number): CallRecord {
  const talking = replaceContext(record, markConversation(record.context));
  return feedMachine(runnable, addNote(talking, { kind: 'bridged_by_refusal' }), { type: 'bridged', at });
}

/**
 * Ends a call after an internal error: hangs up if the call is up, and runs the flow no further. The cost of the event is
 * unknown, so the maximum is assumed.
 */
export function abandon(record: CallRecord, event: CallEvent, why: string): Advance {
  const { operations } = BOUNDS;
  return { ...giveUp(record, event, { code: 'internal', message: why }), operations };
}

function giveUp(
  record: CallRecord,
  event: CallEvent,
  { code, message }: Pick<Fault, 'code' | 'message'>,
): Advance {
  const { context } = record;
  const { id } = context.call;
  const reason = context.call.reason === '' ? 'failed' : context.call.reason;
  const number = context.nextCommand;
  const hangup: Command[] =
    context.leg === 'ended' || record.endedAt !== undefined
      ? []
      : [{ kind: 'hangup', number, id: commandId(id, number) }];
  const notes: Note[] = [{ kind: 'failed', step: context.step, code, message }];
  if (!context.isOver) notes.push({ kind: 'ended', reason, failed: true });
  return finishAdvance(
    {
      ...record,
      endedAt: record.endedAt ?? event.at,
      timers: {},
      held: undefined,
      context: {
        ...context,
        leg: 'ended',
        isOver: true,
        blame: context.isOver ? context.blame : 'failed',
        call: { ...context.call, reason },
        nextCommand: number + hangup.length,
        out: { commands: hangup, requests: [], notes },
      },
    },
    event,
    maskEvent(event),
  );
}

/** Returns the next deadline of a call, ms since the epoch; undefined when it has none. */
export function findNextDeadline({ timers }: CallRecord): number | undefined {
  let next: number | undefined;
  for (const name in timers) {
    const deadline = timers[name];
    if (deadline !== undefined && (next === undefined || deadline < next)) next = deadline;
  }
  return next;
}

/** Updates the leg and its deadlines before the machine sees the event. */
function moveLeg({ flow }: RunnableFlow, record: CallRecord, leg: Leg, at: number): CallRecord {
  const { context } = record;
  return replaceContext(
    moveLimits(record, leg, flow, at),
    context.leg === leg ? context : { ...context, leg },
  );
}

/** Ends the call: the flow leaves its step, and the finalizer runs (R5). */
function endCall(runnable: RunnableFlow, record: CallRecord, reason: EndReason, at: number): CallRecord {
  const { context, ...rest } = moveLimits(record, 'ended', runnable.flow, at);
  const over: CallContext = { ...context, leg: 'ended', call: { ...context.call, reason } };
  const { hasTalked } = context.line;
  return feedMachine(runnable, { ...rest, context: over }, { type: 'disconnected', at, hasTalked });
}

function toEndReason(event: CallEvent): EndReason {
  return event.type === 'disconnected' ? event.reason : 'failed';
}

/** Waits for `disconnected`, which has the reason, after a refusal has said that the call is over. */
function awaitDisconnect(record: CallRecord, at: number): CallRecord {
  return addNote({ ...record, timers: addGoneDeadline(record.timers, at) }, { kind: 'awaits_disconnect' });
}

/** Fires every deadline that has passed, the earliest first, each exactly once (R3). */
function fireDue(runnable: RunnableFlow, record: CallRecord, at: number): CallRecord {
  let current = record;
  for (;;) {
    const [due] = Object.entries(current.timers)
      .filter(([, deadline]) => deadline <= at)
      .sort(([nameA, a], [nameB, b]) => a - b || (nameA < nameB ? -1 : 1));
    if (due === undefined) return current;
    current = fire(runnable, current, due[0], at);
  }
}

function fire(runnable: RunnableFlow, record: CallRecord, name: string, at: number): CallRecord {
  const fired = { ...record, timers: removeFired(record.timers, name, at) };
  if (name === GONE) return endCall(runnable, fired, 'unknown', at);
  const move = feedFlow(runnable, fired, { type: name, at });
  return move === undefined ? fired : applyMove(fired, move, at);
}

function feedMachine(runnable: RunnableFlow, record: CallRecord, event: TimedEvent): CallRecord {
  if (record.endedAt !== undefined) return record;
  const move = feedFlow(runnable, record, event);
  if (move !== undefined) return applyMove(record, move, event.at);
  // A recording ends beside the steps of the flow.
  if (event.type === 'command_done' || event.type === 'recording') return record;
  return addNote(record, { kind: 'unawaited', event: event.type });
}

function addNote(record: CallRecord, note: Note): CallRecord {
  const { out } = record.context;
  return { ...record, context: { ...record.context, out: { ...out, notes: [...out.notes, note] } } };
}

/** Moves commands, requests and notes from the context to the result. `shown`: the event for the trace, masked. */
function finishAdvance(record: CallRecord, event: CallEvent, shown = event): Advance {
  const { commands, requests, notes } = record.context.out;
  const seq = record.seq + 1;
  return {
    record: {
      ...record,
      seq,
      seen: rememberKey(record.seen, event.key),
      context: { ...record.context, out: defaultContext.out },
    },
    commands,
    requests,
    trace: {
      seq,
      at: event.at,
      event: shown,
      notes,
      commands: commands.map((command) => ({
        number: command.number,
        kind: command.kind,
        ...(command.kind === 'hold' && { hold: command.hold }),
      })),
      state: renderState(record.state),
    },
    operations: countOperations(record.context),
  };
}

function rememberKey(seen: string[], key: string | undefined): string[] {
  if (key === undefined || seen.includes(key)) return seen;
  return seen.length < MAX_REMEMBERED_KEYS ? [...seen, key] : [...seen.slice(1 - MAX_REMEMBERED_KEYS), key];
}
