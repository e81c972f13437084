/** Runs all finders. */
import { findCutOff } from './cut-off.ts';
import { findDeadAir } from './dead-air.ts';
import { findEndlessSilence, findTraps } from './dead-ends.ts';
import { findFinalizerErrors } from './finalizer.ts';
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
  findUnreached,
];

/** Lists everything suspicious in an exploration. */
export function findSuspicions(evidence: Evidence): Suspicion[] {
  return finders.flatMap((find) => find(evidence));
}
