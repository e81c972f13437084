/** A language server with a bug: it fails on every flow that runs another one. */
import { serveEditor } from '../../../src/authoring/lsp/index.ts';

serveEditor({
  input: process.stdin,
  output: process.stdout,
  version: '0.0.0',
  flowsBeside: () => {
    throw new Error('a bug of ours');
  },
  defer: setImmediate,
});
