export { importFlows } from './import-flows.ts';
export { noAnswers, readAnswers, systemIds } from './project/index.ts';
export type { Answers, Imported, Question, SystemId } from './project/index.ts';
export type { SourceFile } from './reading/index.ts';
export { renderHtml, renderReport, toPlainReport } from './report/index.ts';
export type { PlainReport } from './report/index.ts';
export { systems } from './systems.ts';
