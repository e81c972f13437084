/**
 * Runs the lines of a script on a simulated call. A move lets time pass until it can be made, but no longer than a person
 * waits. A move that fails returns a miss with its reason.
 */
import { BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import { callerMoves } from './caller-moves.ts';
import { expectations, neverEnded } from './expectations.ts';
import { hearingMoves } from './hearing-moves.ts';
import type { Move } from './scenario.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import type { PlayedCall } from './simulation.ts';
import { findUnkeptPromise } from './promises.ts';

const moves: MovesOf<Move['kind']> = { ...hearingMoves, ...callerMoves, ...expectations };

/** Makes one move; says what was missing. */
export function makeMove(scene: Scene, move: Move): Miss | undefined {
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const run = moves[move.kind] as (scene: Scene, move: Move) => Miss | undefined;
  return run(scene, move);
}

/**
 * Lets a call whose script is over run on to its end. One that only its limits would end is a miss, and so is what was
 * promised of the whole call and did not come.
 */
export function finishCall({ call }: Scene): Miss | undefined {
  if (!call.runUntil(() => call.hasEnded || isOnlyLimited(call), Infinity)) return neverEnded(call);
  if (call.hasEnded) return findUnkeptPromise(call);
  return {
    message: 'the script has ended but the call has not: only its limits would end it',
    hint: `say how it ends: ${suggestEnd(call)}`,
  };
}

function suggestEnd({ line }: PlayedCall): string {
  const hangsUp = 'with "- hangs_up"';
  if (line?.state !== 'bridged') return hangsUp;
  return `${hangsUp}, or parties: { '${line.bridge ?? ''}': { answers: 2s, hangs_up: 1m } }`;
}

/** The next thing to happen would be that one of the limits is reached. */
function isOnlyLimited(call: PlayedCall): boolean {
  const { [LIMIT]: limit = Infinity, [BRIDGE_LIMIT]: bridgeLimit = Infinity } = call.record.timers;
  return (call.nextAt() ?? 0) >= Math.min(limit, bridgeLimit);
}
