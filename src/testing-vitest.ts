/** Entry point of `ringflow/testing/vitest`: matchers for calls, for Vitest's `expect`. */
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
    /** Passes if the caller has heard something. */
    toHaveHeard(what: Hearable<FlowOf<T>>): R;
    /** Passes if the call is in this step. */
    toBeInStep(step: FlowOf<T>['steps']): R;
    /** Passes if a variable of the flow has this value. */
    toHaveVariable<Name extends keyof FlowOf<T>['vars']>(name: Name, value: FlowOf<T>['vars'][Name]): R;
    /** Passes if the call has reached this outcome. */
    toHaveReached(outcome: FlowOf<T>['outcomes']): R;
    /** Passes if the call has ended for this reason. */
    toHaveEnded(reason: NonNullable<Expectation<AnyFlow>['ended']>): R;
    /** Passes if the flow has sent this command to the platform. */
    toHaveCommanded(command: NonNullable<Expectation<AnyFlow>['command']>, fields?: CommandFields): R;
  }
}
