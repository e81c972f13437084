/** A language server with a bug: it fails on every flow that runs another one. */
import { serveEditor } from '../../../src/authoring/lsp/index.ts';
import { createScenarioRunner } from '../../../src/cli/author/lsp-scenarios.ts';

serveEditor({
  input: process.stdin,
  output: process.stdout,
  version: '0.0.0',
  scenarios: createScenarioRunner(),
  flowsBeside: () => {
    throw new Error('a bug of ours');
  },
  defer: setImmediate,
});
