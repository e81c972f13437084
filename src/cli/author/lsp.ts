import { existsSync } from 'node:fs';
import process from 'node:process';
import { Option } from 'commander';
import type { Command } from 'commander';
import { createCarrierOption, toCapabilities } from '../shared/carrier-option.ts';
import type { CarrierFlags } from '../shared/carrier-option.ts';
import type { Io } from '../shared/io.ts';

/** `ringflow lsp`: serves editors with the Language Server Protocol. */
export function registerLsp(program: Command, _io: Io): void {
  program
    .command('lsp')
    .description('language server for editors, over stdin and stdout')
    // Editors pass these flags.
    .addOption(new Option('--stdio', 'use stdin and stdout, the only transport').hideHelp())
    .addOption(new Option('--clientProcessId <id>', 'exit when this process exits').hideHelp())
    .addOption(createCarrierOption())
    .addHelpText('after', '\nStarted by an editor; see docs/editor.md.')
    .action(async (flags: CarrierFlags) => {
      // Imported here, because no other command needs it.
      const { serveEditor } = await import('../../authoring/lsp/index.ts');
      const { createConnection } = await import('vscode-languageserver/node');
      const { createScenarioRunner } = await import('../../verification/editor-runs/index.ts');
      const { formatFile, savedFiles } = await import('./editor-files.ts');
      const diagnosticsPage = findDiagnosticsPage();
      const carriers = toCapabilities(flags);
      serveEditor(createConnection(process.stdin, process.stdout), {
        version: program.version() ?? '',
        ...(diagnosticsPage === undefined ? {} : { diagnosticsPage }),
        ...(carriers && { carriers }),
        files: savedFiles,
        scenarios: createScenarioRunner(savedFiles),
        format: formatFile,
        defer: setImmediate,
      });
    });
}

/** In the sources, docs/ is three folders above this file; in the build, four. */
function findDiagnosticsPage(): string | undefined {
  const pages = ['../../..', '../../../..'].map(
    (up) => new URL(`${up}/docs/diagnostics.md`, import.meta.url),
  );
  return pages.find((page) => existsSync(page))?.href;
}
