export { serveEditor } from './server.ts';
export type { FilesAround } from './files-around.ts';
export type { Formatter } from './formatting.ts';
export type { ScenarioResult, ScenarioRunner, ScenarioText } from './scenario-runs.ts';
