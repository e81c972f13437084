/** Matchers about a call as it is now, for `expect.extend`. They let no time pass: what is to come is waited for with the methods of the call. */
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

/** Fields of a command that matter. */
export type CommandFields = Pick<Expectation<AnyFlow>, 'to' | 'from' | 'text' | 'name'>;

/** For `expect.extend(matchers)`; `import 'ringflow/testing/vitest'` does that and tells TypeScript. */
export const matchers = {
  /** The caller has heard something. */
  toHaveHeard: (call: unknown, what: Hearable<AnyFlow>) => judgeCall(call, { hears: toHearing(what) }),

  /** The call is in this step. */
  toBeInStep: (call: unknown, step: string) => judgeCall(call, { expects: { step } }),

  /** A variable of the flow has this value. */
  toHaveVariable: (call: unknown, name: string, value: Value) =>
    judgeCall(call, { expects: { var: { name, is: value } } }),

  /** The call has got to this outcome. */
  toHaveReached: (call: unknown, outcome: string) => judgeCall(call, { expects: { outcome } }),

  /** The call is over, for this reason. */
  toHaveEnded: (call: unknown, reason: EndReason) => judgeCall(call, { expects: { ended: reason } }),

  /** The flow has sent this command to the platform. */
  toHaveCommanded: (
    call: unknown,
    command: NonNullable<Expectation<AnyFlow>['command']>,
    fields: CommandFields = {},
  ) => judgeCall(call, { expects: { command, ...fields } }),
};

function judgeCall(call: unknown, line: Line): MatcherResult {
  if (!(call instanceof TestCall))
    throw new FlowTestError("this matcher is about a call: const c = await call('…'); expect(c).…");
  const { isTrue, wanted, found } = call.judgeLine(line);
  const expected = isTrue ? wanted.replace(/^(has|is)/, '$1 not') : `${wanted}; ${found}`;
  return {
    pass: isTrue,
    message: () => `expected that the call ${expected}\n\nThe call until now:\n${call.story}\n`,
  };
}
