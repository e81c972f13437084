export type { Change } from './change.ts';
export { renderChange } from './change-words.ts';
export { compareFlows } from './compare.ts';
export { renderChangesJson, renderChangesMarkdown, renderChangesText } from './render.ts';
