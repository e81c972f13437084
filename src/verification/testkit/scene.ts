/** The state of a script on a call, and helpers for its moves. */
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Position } from './hearing.ts';
import type { Move } from './scenario.ts';
import type { PlayedCall } from './simulation.ts';
import { formatLength, formatSinceStart } from './time.ts';

/** Reason why a line failed. */
export interface Miss {
  message: string;
  hint?: string;
  /** Position of the mistake, if it is not the line. */
  span?: Span;
}

/** A call with the progress of a script. Earlier lines have used everything before these positions. */
export interface Scene {
  call: PlayedCall;
  flow: CompiledFlow;
  heard: Position;
  /** Number of used commands. */
  commands: number;
  /** Number of used web requests. */
  requests: number;
  /** Number of used steps. */
  steps: number;
  /** The last key, word or message of the caller, or the start of the call. */
  acted: Act;
}

/** Something that the caller did. */
interface Act {
  plays: number;
  /** Time of the act, ms since the epoch. */
  at: number;
}

type MoveOf<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>;

/** Implementation of each kind of move; returns a miss if it fails. */
export type MovesOf<Kinds extends Move['kind']> = {
  [Kind in Kinds]: (scene: Scene, move: MoveOf<Kind>) => Miss | undefined;
};

/** Maximum wait of a line, ms of virtual time. */
const PATIENCE_MS = 120_000;

/** Lets time pass until a condition holds, but not beyond a person's patience; returns whether it holds. */
export function waitFor(call: PlayedCall, holds: () => boolean): boolean {
  return call.runUntil(holds, call.now + PATIENCE_MS);
}

/** True once nobody is on the line. */
export function isOver(call: PlayedCall): boolean {
  return call.hasEnded || call.line?.state === 'disconnected';
}

/** Creates a miss for something that is impossible after the end of the call. */
export function createEndedMiss(call: PlayedCall, what: string): Miss {
  const message = `cannot ${what}: the call has ended`;
  const end = call.log.find(({ teller, entry }) => teller === 'platform' && entry.kind === 'ended');
  if (end === undefined) return { message };
  return { message, hint: `it ended at ${formatSinceStart(end.entry.at, call.record.startedAt)}` };
}

/** Creates a miss, with the state of the line as a hint. */
export function createMiss({ line }: PlayedCall, message: string): Miss {
  const hint = line === undefined ? 'nobody has been called yet' : describeLine(line);
  return { message, ...(hint !== undefined && { hint }) };
}

function describeLine({ state, bridge, held }: NonNullable<PlayedCall['line']>): string | undefined {
  if (state === 'bridged') return `the caller is talking to ${bridge ?? ''}`;
  if (bridge !== undefined) return `${bridge} is being called`;
  return held ? 'the call is on hold' : undefined;
}

/** Renders how long something was waited for. */
export function renderWaitLimit(call: PlayedCall): string {
  return isOver(call) ? 'before the call ended' : `within ${formatLength(PATIENCE_MS)}`;
}

/** Lists the steps that the call has entered, in order. */
export function listEnteredSteps({ trace }: PlayedCall): string[] {
  return trace.flatMap(({ notes }) => notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])));
}
