export { renderHtml } from './render-html.ts';
export { toPlainReport, type PlainReport } from './render-json.ts';
export { renderReport } from './render-text.ts';
