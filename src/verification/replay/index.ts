export { exportScenario } from './export.ts';
export type { Exported } from './export.ts';
export { renderParting } from './remarks.ts';
export { previewCalls } from './preview.ts';
export type { Difference, Verdict } from './preview.ts';
export { renderPreview, summarize } from './render-preview.ts';
export type { PreviewSummary } from './render-preview.ts';
export { CallsCompat, checkStates, renderCompat } from './compat.ts';
export type { Compat } from './compat.ts';
