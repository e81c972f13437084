export { addressOf, findFiles, isFlowFile, isScenarioFile } from './find.ts';
export { filesBeside } from './beside.ts';
export { flowFileAt, flowFileNamed } from './flow-named.ts';
export { KeptFlows } from './kept-flows.ts';
export { checkFlows, checkManyFlows, loadFlows } from './load.ts';
export type { CheckedFlows, Extent, LoadedFile, LoadedFlows } from './load.ts';
export { flowsBeside, scenariosBeside } from './neighbours.ts';
export { readText, tryReadText } from './read.ts';
export { watchFiles, watchFlows } from './watch.ts';
