/**
 * Keys of situations: two situations with the same key have the same possible moves. Input, caller and time do not
 * count, since paths that depend on them are open; counters, timers, the line and the lengths of some texts count.
 * Answers after the ring time are not explored.
 */
import { AFTER, BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import type { CallContext, CallRecord } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { KnownValues } from './known-values.ts';
import { countReports, reportTime } from '../situations/index.ts';
import type { Line } from '../situations/index.ts';
import type { Situation } from '../situations/index.ts';

/** Returns the known values of a flow. */
export type Known = (flow: string) => KnownValues;

/** Returns the key of a situation. */
export function createSituationKey({ record, line, request, at }: Situation, known: Known): string {
  const { context } = record;
  return JSON.stringify([
    ...listPlaceParts(record, known),
    listCounters(context),
    createLineKey(line),
    readRinging(line, at),
    listDue(record, line, at),
    request !== undefined,
    record.endedAt !== undefined,
  ]);
}

/** Returns a coarser key, which ignores the state of the current step. */
export function createPlaceKey({ record, line, at }: Situation, known: Known): string {
  const { flow, state, vars, ...place } = describePlace(record, known);
  const { play: _play, ...rest } = line;
  const [ringing] = readRinging(line, at);
  return JSON.stringify([flow, readOuterState(state), vars, place, createLineKey(rest), ringing]);
}

function readOuterState(state: unknown): string {
  return typeof state === 'object' && state !== null ? Object.keys(state).join() : String(state);
}

function listPlaceParts(record: CallRecord, known: Known): unknown[] {
  return Object.values(describePlace(record, known));
}

function describePlace({ state, context }: CallRecord, known: Known) {
  const { flow, frames, leg, road, trail, language, isOver, isOverTime } = context;
  return {
    flow,
    state,
    vars: listKnownValues(context.vars, known(flow)),
    frames: frames.map((frame) => [
      frame.flow,
      frame.state,
      frame.road,
      frame.trail,
      listKnownValues(frame.vars, known(frame.flow)),
    ]),
    rest: [leg, road, trail, language, isOver, isOverTime, context.call.reason],
  };
}

function listKnownValues(values: Record<string, Value>, { vars, measured }: KnownValues): Value[] {
  return [
    ...vars.map((name) => values[name] ?? ''),
    ...measured.map((name) => String(values[name] ?? '').length),
  ];
}

function listCounters(context: CallContext): unknown[] {
  const { input, index, playlist, playing, carried, web, deliveries, hangups, fault, awaits } = context;
  const digits = input.decision === 'more' ? input.digits : '';
  return [
    [input.noInput, input.noMatch, input.failed, input.decision, digits],
    index,
    playlist.length,
    playing !== null,
    carried,
    [web.attempt, web.outcome],
    deliveries.outcome,
    hangups,
    fault?.code,
    awaits !== '',
  ];
}

function createLineKey({
  play,
  calling: _calling,
  ringsOn: _ringsOn,
  partner,
  carried,
  message,
  ...line
}: Line): unknown[] {
  const { listens, words, isHeard } = play ?? {};
  return [
    Object.values(line),
    listens,
    words,
    isHeard,
    partner !== undefined,
    carried?.kind,
    message !== undefined,
  ];
}

/**
 * Returns the party that still rings after its timeout, with the remaining tenths of a second. It stops in the middle
 * of other actions, so its order among the deadlines is not enough.
 */
function readRinging({ ringsOn }: Line, at: number): [] | [to: string, tenths: number] {
  if (ringsOn === undefined || at >= ringsOn.until) return [];
  return [ringsOn.to, Math.ceil((ringsOn.until - at) / 100)];
}

/** Prefix of the timers of pauses before retries. */
const PAUSE = `${AFTER}pause.`;

/**
 * Lists the timers and the end of the play in the order in which they are due; the platform comes first at the same
 * time. For a listening play, each has the number of timeouts that the platform reports before it, since a patient step
 * listens again after each. A pause before a retry has its remaining tenths of a second, since fillers, even short ones, are
 * repeated during it.
 */
function listDue({ timers }: CallRecord, { play, ringsOn }: Line, now: number): string[] {
  const told = play && reportTime(play);
  const due = Object.entries(timers).filter(([name]) => name !== LIMIT && name !== BRIDGE_LIMIT);
  const all: [name: string, at: number][] = [...due];
  if (told !== undefined) all.push(['', told]);
  if (ringsOn !== undefined && now < ringsOn.until) all.push(['rings on', ringsOn.until]);
  return all
    .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1))
    .map(([name, at]) => {
      if (name.startsWith(PAUSE)) return `${name} ${Math.ceil((at - now) / 100)}`;
      return play?.listens === true ? `${name} ${countReports(at, play)}` : name;
    });
}
