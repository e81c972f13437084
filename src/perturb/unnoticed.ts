/** What may go wrong without anybody noticing (O8). */
import type { CallEvent } from '../call/index.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';

/**
 * What cannot happen twice, so that a second one is none whatever its fingerprint. Anything else may be another key, word or
 * message, another party, another recording or stream.
 */
const happensOnce = new Set<CallEvent['type']>([
  'incoming',
  'ringing',
  'initiated',
  'connected',
  'played',
  'silence',
  'bridging',
  'joined',
  'disconnected',
  'wake',
]);

/** What the engine tells by itself is told once, except that a deadline may be looked at twice. */
export const toldOnce: ReadonlySet<CallEvent['type']> = new Set<CallEvent['type']>(['answered']);

/** Whether a case must go as if nothing had gone wrong: for repetitions, and for the death of a node that others replace at once. */
export function isUnnoticed(perturbation: Perturbation, { commits }: CaseRun): boolean {
  if (perturbation.kind === 'duplicate') {
    const told = commits.find(({ trace }) => trace.seq === perturbation.event);
    return perturbation.key === 'same' || (told !== undefined && happensOnce.has(told.trace.event.type));
  }
  if (perturbation.kind !== 'crash' || perturbation.takeoverMs > 0) return false;
  const died = commits.find(({ trace }) => trace.seq === perturbation.commit);
  // What a web service answers is lost with its node, and a stream in doubt begins anew (docs/operations.md).
  const isStreamInDoubt = perturbation.command === 'sent' && died?.commands[0]?.kind === 'stream';
  return died?.asksWeb === false && !isStreamInDoubt;
}
