export { addressOf } from './addresses.ts';
export { filesBeside } from './beside.ts';
export { findFiles, isFlowFile, isScenarioFile } from './find.ts';
export { KeptFlows } from './kept-flows.ts';
export { checkFlows, checkManyFlows, loadFlows } from './load.ts';
export type { CheckedFlows, Extent, LoadedFile, LoadedFlows } from './load.ts';
export { flowsBeside } from './neighbours.ts';
export { scenariosBeside } from './scenarios-beside.ts';
export { watchFiles, watchFlows } from './watch.ts';
