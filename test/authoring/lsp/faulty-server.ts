/** A language server with a bug: it fails on every flow that runs another one. */
import { serveEditor } from '../../../src/authoring/lsp/index.ts';
import { formatFile, savedFiles } from '../../../src/cli/author/editor-files.ts';
import { createScenarioRunner } from '../../../src/verification/editor-runs/index.ts';
import { createConnection } from 'vscode-languageserver/node';

serveEditor(createConnection(process.stdin, process.stdout), {
  version: '0.0.0',
  scenarios: createScenarioRunner(savedFiles),
  format: formatFile,
  files: {
    ...savedFiles,
    listFlows: () => {
      throw new Error('a bug of ours');
    },
  },
  defer: setImmediate,
});
