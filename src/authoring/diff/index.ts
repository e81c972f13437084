export type { Change } from './change.ts';
export { renderChange, renderChangesJson, renderChangesMarkdown, renderChangesText } from './change-words.ts';
export { compareFlows } from './compare.ts';
