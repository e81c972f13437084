/** Lists the possible moves in a situation. */
import { findDeclaredUses, listSavedValues, toType } from '../../language/model/index.ts';
import type { Action, CompiledFlow, FlowPart, Hours, OpenState } from '../../language/model/index.ts';
import { listCallerMoves, listHangUp } from './caller-moves.ts';
import type { Known } from './situation-key.ts';
import type { Move } from './move.ts';
import { findDecision, REST_MS, RESTING } from './open-flow.ts';
import { listOpenStates } from './opening-times.ts';
import { listOtherMoves } from './other-moves.ts';
import type { Situation } from '../situations/index.ts';
import { listCurrentStates } from './states-at.ts';
import { listTimeMoves } from './time-moves.ts';

interface Flows {
  /** The main flow of the call. */
  whole: CompiledFlow;
  part(name: string): FlowPart;
  known: Known;
}

/** Lists all moves except hang-ups of the caller. */
export function listMoves(situation: Situation, flows: Flows): Move[] {
  const { record } = situation;
  if (record.endedAt !== undefined) return [];
  const part = flows.part(record.context.flow);
  if (isResting(situation)) return listRestMoves(situation, part, flows);
  const states = listCurrentStates(part, record.state);
  return [
    ...listCallerMoves(situation, states, part),
    ...listOtherMoves(situation, states, { part, flow: flows.whole }),
    ...listTimeMoves(situation, states, flows.whole.limits),
  ];
}

/** Lists the hang-up of the caller, if possible. */
export function listHangUpMoves(situation: Situation): Move[] {
  return situation.record.endedAt !== undefined || isResting(situation) ? [] : listHangUp(situation);
}

/** True if the call rests in a step that takes no time. */
function isResting({ record: { state, context } }: Situation): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    (state as Record<string, unknown>)[context.step] === RESTING
  );
}

function listRestMoves(situation: Situation, part: FlowPart, { known }: Flows): Move[] {
  const { context } = situation.record;
  const decision = findDecision(part, context.step);
  if (decision === undefined) return [createRestMove(situation, undefined)];
  if (decision.action.type === 'look_up')
    return [
      ...forceWays(applyFirstRow(situation, part, decision.action.params), [0]),
      ...forceWays(situation, [-1]),
    ];
  if (decision.action.type === 'look_at_clock')
    return forceWays(situation, listOpenTimes(part.hours[decision.action.params.hours]));
  const { evaluate, isOwn } = known(context.flow);
  const values = decision.action.params.conditions.map((condition) => evaluate(condition, context));
  const isKnown = values.every((value) => value !== undefined);
  if (isKnown) return [createRestMove(situation, { way: context.index, isOpen: false })];
  const sure = values.indexOf(true);
  const ways = [...values.keys()].filter((way) => values[way] !== false && (sure === -1 || way <= sure));
  const isCounted = decision.action.params.conditions.every(isOwn);
  return forceWays(situation, sure === -1 ? [...ways, -1] : ways, isCounted);
}

/**
 * Applies the first row of a table as the result of a lookup that found nothing for the caller's own key, since a later
 * step may call a number of that row.
 */
function applyFirstRow(
  situation: Situation,
  { tables, vars }: FlowPart,
  { table, key, ...saved }: LookUp,
): Situation {
  const { record } = situation;
  const { context } = record;
  const { key: keys, columns, rows } = tables[table] ?? { key: '', columns: [], rows: {} };
  const [first] = Object.entries(rows);
  if (context.index === 0 || first === undefined) return situation;
  const [found, cells] = first;
  const read = key.flatMap((piece) => (typeof piece === 'string' ? [] : findDeclaredUses(piece.expr)));
  const own = read.map(({ name }) => [name, found] as const);
  const kept = listSavedValues(saved).map(
    ([variable, column]) =>
      [variable, column === keys ? found : (cells[columns.indexOf(column)] ?? '')] as const,
  );
  const values = [...own, ...kept].map(([name, text]) => [
    name,
    toType(text, vars[name]?.type ?? 'string') ?? text,
  ]);
  return {
    ...situation,
    record: {
      ...record,
      context: {
        ...context,
        vars: { ...context.vars, ...(Object.fromEntries(values) as typeof context.vars) },
      },
    },
  };
}

type LookUp = Extract<Action, { type: 'look_up' }>['params'];

/** Opening states in the order of the ways of such a step. */
const OPEN_STATES: readonly OpenState[] = ['open', 'closed', 'holiday'];

function listOpenTimes(hours: Hours | undefined): number[] {
  const states = hours === undefined ? new Set<OpenState>() : listOpenStates(hours);
  return [...OPEN_STATES.keys()].filter((way) => states.has(OPEN_STATES[way] ?? 'open'));
}

function forceWays(situation: Situation, ways: readonly number[], isCounted = false): Move[] {
  const { fault } = situation.record.context;
  const failing = fault === null ? [] : [createRestMove(situation, undefined)];
  const how = { isOpen: true, ...(isCounted && { isCounted }) } as const;
  return [...ways.map((way) => createRestMove(situation, { way, ...how })), ...failing];
}

/** Creates the move that leaves a step, along a given way if data decides. */
function createRestMove(
  situation: Situation,
  chosen: { way: number; isOpen: boolean; isCounted?: true } | undefined,
): Move {
  const { record, at } = situation;
  const { context } = record;
  const { flow, step } = context;
  const isForced = chosen?.isOpen === true;
  const decided = isForced ? { ...context, index: chosen.way, fault: null } : context;
  return {
    deed: chosen === undefined ? { kind: 'passes' } : { kind: 'decides', flow, step, ...chosen },
    from: { ...situation, record: { ...record, context: decided } },
    event: { type: 'wake', at: at + REST_MS },
    isCooperative: true,
    silentMs: 0,
  };
}
