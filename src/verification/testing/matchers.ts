/**
 * Matchers for the current state of a call, for `expect.extend`. They let no time pass; use the methods of the call to
 * wait.
 */
import type { Line } from '../../../schemas/types/scenario.ts';
import { FlowTestError } from './errors.ts';
import { TestCall } from './test-call.ts';
import { toHearing } from './written.ts';
import type { Expectation, Hearable } from './written.ts';
import type { AnyFlow } from './flow-types.ts';
import type { EndReason } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';

/** Result of a matcher. */
export interface MatcherResult {
  pass: boolean;
  message: () => string;
}

/** Expected fields of a command. */
export type CommandFields = Pick<Expectation<AnyFlow>, 'to' | 'from' | 'text' | 'name'>;

/** Matchers for `expect.extend(matchers)`; `import 'ringflow/testing/vitest'` registers them with their types. */
export const matchers = {
  /** Passes if the caller has heard something. */
  toHaveHeard: (call: unknown, what: Hearable<AnyFlow>) => judgeCall(call, { hears: toHearing(what) }),

  /** Passes if the call is in this step. */
  toBeInStep: (call: unknown, step: string) => judgeCall(call, { expects: { step } }),

  /** Passes if a variable of the flow has this value. */
  toHaveVariable: (call: unknown, name: string, value: Value) =>
    judgeCall(call, { expects: { var: { name, is: value } } }),

  /** Passes if the call has reached this outcome. */
  toHaveReached: (call: unknown, outcome: string) => judgeCall(call, { expects: { outcome } }),

  /** Passes if the call has ended for this reason. */
  toHaveEnded: (call: unknown, reason: EndReason) => judgeCall(call, { expects: { ended: reason } }),

  /** Passes if the flow has sent this command to the platform. */
  toHaveCommanded: (
    call: unknown,
    command: NonNullable<Expectation<AnyFlow>['command']>,
    fields: CommandFields = {},
  ) => judgeCall(call, { expects: { command, ...fields } }),
};

function judgeCall(call: unknown, line: Line): MatcherResult {
  if (!(call instanceof TestCall))
    throw new FlowTestError("this matcher expects a call: const c = await call('…'); expect(c).…");
  const { isTrue, wanted, found } = call.judgeLine(line);
  const expected = isTrue ? wanted.replace(/^(has|is)/, '$1 not') : `${wanted}; ${found}`;
  return {
    pass: isTrue,
    message: () => `expected that the call ${expected}\n\nThe call so far:\n${call.story}\n`,
  };
}
