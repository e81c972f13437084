/** `import 'ringflow/testing/vitest'`: the matchers about calls, for Vitest's `expect`. */
import { expect } from 'vitest';
import { matchers } from './verification/testing/index.ts';
import type {
  AnyFlow,
  CommandFields,
  Expectation,
  Hearable,
  TestCall,
} from './verification/testing/index.ts';

expect.extend(matchers);

/** Types of the flow of a call. */
type FlowOf<Call> = Call extends TestCall<infer Flow> ? Flow : AnyFlow;

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The caller has heard something. */
    toHaveHeard(what: Hearable<FlowOf<T>>): R;
    /** The call is in this step. */
    toBeInStep(step: FlowOf<T>['steps']): R;
    /** A variable of the flow has this value. */
    toHaveVariable<Name extends keyof FlowOf<T>['vars']>(name: Name, value: FlowOf<T>['vars'][Name]): R;
    /** The call has got to this outcome. */
    toHaveReached(outcome: FlowOf<T>['outcomes']): R;
    /** The call is over, for this reason. */
    toHaveEnded(reason: NonNullable<Expectation<AnyFlow>['ended']>): R;
    /** The flow has sent this command to the platform. */
    toHaveCommanded(command: NonNullable<Expectation<AnyFlow>['command']>, fields?: CommandFields): R;
  }
}
