export { serveEditor } from './server.ts';
export type { ScenarioResult, ScenarioRunner, ScenarioText } from './scenario-runs.ts';
