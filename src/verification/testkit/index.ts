export { choose, runSuites, selectCases, setCarrier } from './run-suites.ts';
export type { Hear, Place, SuitesRun, SuitesWanted } from './run-suites.ts';
export { listMilestones } from './check-values.ts';
export { readSuite } from './read-suite.ts';
export type { SuiteReading } from './read-suite.ts';
export { renderJunit } from './render-junit.ts';
export {
  plainResults,
  renderCase,
  renderFailure,
  renderResultsJson,
  renderStory,
  renderFlowPosition,
} from './render-results.ts';
export type { NotRun } from './render-results.ts';
export { toParty, toStub } from './to-start.ts';
export { readHeard } from './hearing.ts';
export { faultCodes, isFaultCode, PlatformFaults } from './platform-faults.ts';
export { matchesPattern, WebServices } from './web-services.ts';
export { beginScene, playEnd, playLine, playOn, toReport, runCases, runScenario } from './run.ts';
export { createRefusal, Repetition, listRetryWaits } from './repetition.ts';
export type { Miss, Scene } from './scene.ts';
export { isJudged, judge } from './judge.ts';
export type { Verdict } from './judge.ts';
export type { CaseReport, Failure } from './run.ts';
export type { Case, CommandPattern, Hearing, Move, Scenario, ScriptLine, Suite } from './scenario.ts';
export { simulate } from './simulate.ts';
export { Simulation } from './simulation.ts';
export type { Between, Person, Situation } from './between.ts';
export type { Happening, SentCommand } from './happening.ts';
export type { PlayedCall } from './simulation.ts';
export type { SimulationConditions, SimulationOptions } from './simulation-options.ts';
export type { Heard } from './hearing.ts';
export { findUnanswered } from './web-moves.ts';
export { CALLER, SERVICE, STARTED_AT, chooseNumbers } from './usual-call.ts';
export { tellStory } from './story.ts';
export type { StoryLine } from './story.ts';
