export {
  toFilePath,
  toFileUrl,
  findFiles,
  isFlowFile,
  isScenarioFile,
  findFlowAt,
  findFlowByName,
} from './find.ts';
export { createFileReader, readText, tryReadText } from './read.ts';
export { KeptFlows } from './kept-flows.ts';
export { checkFlows, checkManyFlows, loadFlows } from './load.ts';
export type { CheckedFlows, Extent, LoadedFile, LoadedFlows } from './load.ts';
export { findScenariosOf, readFlowsBeside, readScenariosBeside } from './neighbours.ts';
export { watchFiles, watchFlows } from './watch.ts';
