/** Runs all finders. */
import { Certainty } from './certainty.ts';
import { findCutOff } from './cut-off.ts';
import { findDeadAir } from './dead-air.ts';
import { findEndlessSilence, findTraps } from './dead-ends.ts';
import { findFinalizerErrors } from './finalizer.ts';
import { findImpossibleExpressions } from './impossible-expression.ts';
import { findLongWay } from './long-way.ts';
import { findRefusedCommands } from './refused-command.ts';
import { findShadowedInput } from './shadowed-input.ts';
import type { Evidence, Suspicion } from './suspicion.ts';
import { findUnboundedLoops } from './unbounded-loop.ts';
import { findUnreached } from './unreached.ts';

const finders = [
  findTraps,
  findEndlessSilence,
  findCutOff,
  findLongWay,
  findFinalizerErrors,
  findRefusedCommands,
  findShadowedInput,
  findUnboundedLoops,
  findDeadAir,
  findImpossibleExpressions,
  findUnreached,
];

/** Lists everything suspicious in an exploration. */
export function findSuspicions(evidence: Omit<Evidence, 'certainty'>): Suspicion[] {
  const certainty = new Certainty(evidence);
  return finders.flatMap((find) => find({ ...evidence, certainty }));
}
