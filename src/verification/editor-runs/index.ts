export { createScenarioRunner } from './scenario-runner.ts';
