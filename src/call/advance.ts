/**
 * One call, one event: the only way a call moves (I2). Pure: the same record and event give the same record, commands
 * and trace entry, byte for byte; time comes with the event.
 *
 * Owns: the order of things within one event (recognise → read → line → transition → drain), timers as deadlines in the
 * record (R3). Does not own: what an action does (vocabulary/), what a trace shows (masked.ts), what a
 * late event is (leg.ts), where records are kept (the engine).
 */
import type { Command } from './commands.ts';
import { BOUNDS } from '../language/model/index.ts';
import type { Value } from '../language/model/index.ts';
import type { CallEvent, EndReason } from './events.ts';
import type { CallId, ProjectId } from './ids.ts';
import { commandId, flowVersion } from './ids.ts';
import { afterEvent, talked } from './line.ts';
import { impliesAnswer, isAnswered, read } from './leg.ts';
import { firstContext } from './first-context.ts';
import { feed, start } from './frames.ts';
import { afterMove, whenTaken } from './held-deadlines.ts';
import { afterFiring, firstDeadlines, GONE, onLeg, whenGone } from './limits.ts';
import type { CallContext, CallRecord, Fault, Leg } from './record.ts';
import { masked, shown } from './masked.ts';
import type { Ignored, Note } from './notes.ts';
import { restingContext } from './resting-context.ts';
import type { RunnableFlow, TimedEvent } from './runnable-flow.ts';
import { renderState } from './trace.ts';
import type { TraceEntry } from './trace.ts';
import type { WebRequest } from './web.ts';
import { cutTexts, isTooLarge, RECORD_TOO_LARGE } from './outgrown.ts';
import { operationsOf } from './workload.ts';

/** How many notifications are remembered, to know a repetition (I5). */
const REMEMBERED = 32;

export interface Beginning {
  id: CallId;
  project: ProjectId;
  direction: 'inbound' | 'outbound';
  /** E.164 where the platform said so. */
  from: string;
  to: string;
  /** The platform's name of an inbound call. */
  voiceId?: CallRecord['voiceId'];
  /** Values of the flow's parameters that have no default, or another one. */
  params?: Record<string, Value>;
  /** The message that began it: the flow then calls its sender. */
  message?: { from: string; text: string };
  /** ms since the epoch. */
  at: number;
  /** Fingerprint of what began it: a notification, or a request that may come again. */
  key?: string;
}

export interface Advance {
  record: CallRecord;
  /** To be sent in this order. */
  commands: Command[];
  /** To be made at once; what is lost of them has a deadline in the record. */
  requests: WebRequest[];
  trace: TraceEntry;
  /** Work that the event has caused, in operations (flow/bounds.ts), with that of storing its variables. */
  operations: number;
}

/** The first moment of a call: an inbound one rings, an outbound one is about to be placed. */
export function begin(runnable: RunnableFlow, beginning: Beginning): Advance {
  const { flow } = runnable;
  const { at, key } = beginning;
  const context = firstContext(flow, beginning);
  const record: CallRecord = {
    format: 3,
    id: beginning.id,
    held: undefined,
    project: beginning.project,
    flow: { name: flow.name, version: flowVersion(flow.version) },
    ...(beginning.voiceId === undefined ? {} : { voiceId: beginning.voiceId }),
    seq: 0,
    startedAt: at,
    state: null,
    context,
    timers: firstDeadlines(flow, at),
    seen: [],
  };
  return drained(afterMove(record, start(runnable, context, at), at), {
    type: beginning.direction === 'inbound' ? 'incoming' : 'placed',
    at,
    ...(key === undefined ? {} : { key }),
  });
}

/** Applies one event to a call. */
export function advance(runnable: RunnableFlow, before: CallRecord, given: CallEvent): Advance {
  const event = cutTexts(given);
  const record = whenTaken(named(before, event), event);
  if (event.key !== undefined && record.seen.includes(event.key))
    return ignored(record, event, { kind: 'ignored', why: 'repeated' });
  if (isPlacedAllTheSame(before, event)) return ignored(record, event, { kind: 'ignored', why: 'placed' });
  const reading = read(record.context, event);
  const known = withContext(record, afterEvent(record.context, event));
  if (!reading.news) return ignored(known, event, reading.note);
  const after = applied(runnable, known, { event, leg: reading.leg });
  if (isTooLarge(after, record))
    return { ...giveUp(record, event, RECORD_TOO_LARGE), operations: operationsOf(after.context) };
  return drained(after, event, shown(record, event, after.context.out));
}

/** The platform names an outbound call in its answer, or, if that was lost, in the first notification. */
function named(record: CallRecord, { voiceId }: CallEvent): CallRecord {
  return record.voiceId !== undefined || voiceId === undefined ? record : { ...record, voiceId };
}

/** The record with another context; most events change it once, and many not before the machine looks. */
function withContext(record: CallRecord, context: CallContext): CallRecord {
  return context === record.context ? record : { ...record, context };
}

/** A dial that was refused in the end, of a call that the platform has told us of: an earlier try got through. */
function isPlacedAllTheSame({ voiceId }: CallRecord, event: CallEvent): boolean {
  return event.type === 'command_failed' && event.kind === 'dial' && voiceId !== undefined;
}

/** An event that moves nothing. Its keys may be secret ones that come late or twice, so they are not shown (I7). */
function ignored(record: CallRecord, event: CallEvent, note: Ignored): Advance {
  return drained(noted(record, note), event, masked(event));
}

/** The record after an event that is news and brings the call to `leg`. */
function applied(
  runnable: RunnableFlow,
  record: CallRecord,
  { event, leg }: { event: CallEvent; leg: Leg },
): CallRecord {
  if (event.type === 'wake') return fireDue(runnable, record, event.at);
  if (event.type === 'dialed' || event.type === 'command_taken') return record;
  // Every machine, of every version, hangs up for it in whichever state: nobody is left to come back to (compiler/machine.ts).
  if (event.type === 'hang_up') return fed(runnable, record, { type: 'returned', at: event.at });
  if (leg === 'ended' && record.context.leg !== 'ended')
    return ended(runnable, record, endReason(event), event.at);
  if (event.type === 'command_failed' && event.failure.callEnded) return bereft(record, event.at);
  const current = withLeg(runnable, record, leg, event.at);
  const isBridgeNew = leg === 'bridged' && record.context.leg !== 'bridged';
  if (isBridgeNew && event.type === 'command_failed') return takenUp(runnable, current, event.at);
  const answered = !isAnswered(record.context.leg) && impliesAnswer(event);
  const connected = answered ? fed(runnable, current, { type: 'connected', at: event.at }) : current;
  return fed(runnable, connected, event);
}

/** A refusal tells of a party that has answered: its step takes that up, and nothing has failed (R2). */
function takenUp(runnable: RunnableFlow, record: CallRecord, at: number): CallRecord {
  const talking = withContext(record, talked(record.context));
  return fed(runnable, noted(talking, { kind: 'bridged_by_refusal' }), { type: 'bridged', at });
}

/**
 * The last moment of a call that cannot go on because of a mistake of ours: hangs up if there is anybody, and ends
 * without running the flow any further. Its work is not known, so the most that an event may cause is assumed.
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
  return drained(
    {
      ...record,
      endedAt: record.endedAt ?? event.at,
      timers: {},
      held: undefined,
      context: {
        ...context,
        leg: 'ended',
        isOver: true,
        call: { ...context.call, reason },
        nextCommand: number + hangup.length,
        out: { commands: hangup, requests: [], notes },
      },
    },
    event,
    masked(event),
  );
}

/** The next deadline of a call, ms since the epoch; undefined when nothing waits. */
export function wakeAt({ timers }: CallRecord): number | undefined {
  let next: number | undefined;
  for (const name in timers) {
    const deadline = timers[name];
    if (deadline !== undefined && (next === undefined || deadline < next)) next = deadline;
  }
  return next;
}

/** What the leg says goes into the context before the machine looks. */
function withLeg({ flow }: RunnableFlow, record: CallRecord, leg: Leg, at: number): CallRecord {
  const { context } = record;
  return withContext(onLeg(record, leg, flow, at), context.leg === leg ? context : { ...context, leg });
}

/** The call is over: whatever the flow was doing is left, and the finalizer runs (R5). */
function ended(runnable: RunnableFlow, record: CallRecord, reason: EndReason, at: number): CallRecord {
  const { context, ...rest } = onLeg(record, 'ended', runnable.flow, at);
  const over: CallContext = { ...context, leg: 'ended', call: { ...context.call, reason } };
  const { hasTalked } = context.line;
  return fed(runnable, { ...rest, context: over }, { type: 'disconnected', at, hasTalked });
}

function endReason(event: CallEvent): EndReason {
  return event.type === 'disconnected' ? event.reason : 'failed';
}

/** A refusal said that the call is over; `disconnected`, with the reason, should be on its way. */
function bereft(record: CallRecord, at: number): CallRecord {
  return noted({ ...record, timers: whenGone(record.timers, at) }, { kind: 'awaits_disconnect' });
}

/** Fires every deadline that has passed, earliest first, each exactly once (R3). */
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
  const fired = { ...record, timers: afterFiring(record.timers, name, at) };
  if (name === GONE) return ended(runnable, fired, 'unknown', at);
  const move = feed(runnable, fired, { type: name, at });
  return move === undefined ? fired : afterMove(fired, move, at);
}

/** One transition of the flow's machine. */
function fed(runnable: RunnableFlow, record: CallRecord, event: TimedEvent): CallRecord {
  if (record.endedAt !== undefined) return record;
  const move = feed(runnable, record, event);
  if (move !== undefined) return afterMove(record, move, event.at);
  if (event.type === 'command_done') return record;
  return noted(record, { kind: 'unawaited', event: event.type });
}

function noted(record: CallRecord, note: Note): CallRecord {
  const { out } = record.context;
  return { ...record, context: { ...record.context, out: { ...out, notes: [...out.notes, note] } } };
}

/** Takes what the event gave rise to out of the context and numbers the result. The trace gets the event as `shown`. */
function drained(record: CallRecord, event: CallEvent, shown = event): Advance {
  const { commands, requests, notes } = record.context.out;
  const seq = record.seq + 1;
  return {
    record: {
      ...record,
      seq,
      seen: remembered(record.seen, event.key),
      context: { ...record.context, out: restingContext.out },
    },
    commands,
    requests,
    trace: {
      seq,
      at: event.at,
      event: shown,
      notes,
      commands: commands.map(({ number, kind }) => ({ number, kind })),
      state: renderState(record.state),
    },
    operations: operationsOf(record.context),
  };
}

function remembered(seen: string[], key: string | undefined): string[] {
  if (key === undefined || seen.includes(key)) return seen;
  return seen.length < REMEMBERED ? [...seen, key] : [...seen.slice(1 - REMEMBERED), key];
}
