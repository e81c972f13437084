export type { Change } from './change.ts';
export { compareFlows } from './compare.ts';
export type { Version } from './compare.ts';
export { changeInWords, changesAsJson, changesAsMarkdown, changesAsText } from './render.ts';
