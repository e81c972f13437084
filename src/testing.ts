/** Entry point of `ringflow/testing`: flows to call, and matchers for calls. */
export {
  CallAssertionError,
  call,
  CallSetup,
  flow,
  FlowTestError,
  matchers,
  TestCall,
} from './verification/testing/index.ts';
export type {
  AnyFlow,
  CommandFields,
  Expectation,
  FlowName,
  FlowPath,
  FlowPlace,
  Flows,
  FlowTypes,
  FlowUnderTest,
  Given,
  GivenFlow,
  Hearable,
  MatcherResult,
  TypesOf,
  Unhearable,
} from './verification/testing/index.ts';
