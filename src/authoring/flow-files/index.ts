export { toFileUrl, findFiles, isFlowFile, isScenarioFile } from './find.ts';
export { createFileReader } from './beside.ts';
export { findFlowAt, findFlowByName } from './flow-named.ts';
export { KeptFlows } from './kept-flows.ts';
export { checkFlows, checkManyFlows, loadFlows } from './load.ts';
export type { CheckedFlows, Extent, LoadedFile, LoadedFlows } from './load.ts';
export { readFlowsBeside, readScenariosBeside } from './neighbours.ts';
export { readText, tryReadText } from './read.ts';
export { watchFiles, watchFlows } from './watch.ts';
