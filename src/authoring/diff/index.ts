export type { Change } from './change.ts';
export { changeInWords } from './change-words.ts';
export { compareFlows } from './compare.ts';
export type { Version } from './compare.ts';
export { changesAsJson, changesAsMarkdown, changesAsText } from './render.ts';
