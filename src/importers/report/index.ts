export { renderHtml } from './render-html.ts';
export { toPlainReport } from './render-json.ts';
export { renderReport } from './render-text.ts';
