/** Every kind of mistake that is looked for. */
import { cutOff } from './cut-off.ts';
import { deadAir } from './dead-air.ts';
import { endlessSilence, trap } from './dead-ends.ts';
import { finalizer } from './finalizer.ts';
import { longWay } from './long-way.ts';
import { refusedCommand } from './refused-command.ts';
import { shadowedInput } from './shadowed-input.ts';
import type { Evidence, Suspicion } from './suspicion.ts';
import { unboundedLoop } from './unbounded-loop.ts';
import { unreached } from './unreached.ts';

const finders = [
  trap,
  endlessSilence,
  cutOff,
  longWay,
  finalizer,
  refusedCommand,
  shadowedInput,
  unboundedLoop,
  deadAir,
  unreached,
];

/** All that looks wrong. */
export function suspicions(evidence: Evidence): Suspicion[] {
  return finders.flatMap((find) => find(evidence));
}
