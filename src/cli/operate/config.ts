import type { Command } from 'commander';
import { factsOf, toConfigKey, settingNames } from '../../service/config/settings.ts';
import type { Setting } from '../../service/config/settings.ts';
import { resolveSetting } from '../../service/config/config.ts';
import type { Settings } from '../../service/config/config.ts';
import { CONFIG_FILE } from '../../service/config/file.ts';
import { toPlainDiagnostic } from '../../language/diagnostics/index.ts';
import { renderTable } from '../../language/text/index.ts';
import { openSources, printMistakes, tryConfig } from './config-sources.ts';
import type { OpenSources } from './config-sources.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { addServiceOptions } from './service-options.ts';

/** `ringflow config check`: prints the effective settings of `serve` and their problems. */
export function registerConfig(program: Command, io: Io): void {
  const config = program.command('config').description('inspect the settings of the service');
  addServiceOptions(
    config
      .command('check')
      .description('print the effective settings with their sources, and report problems; secrets are hidden')
      .argument('[file]', `settings file (default ${CONFIG_FILE}, if it exists)`)
      .option('--json', 'print as JSON'),
  )
    .addHelpText(
      'after',
      '\nExit code: 0 the settings are valid, 1 a setting is invalid or missing, 2 no such file.\n\nExamples:\n  ringflow config check\n  ringflow config check deploy/ringflow.config.yaml --json',
    )
    .action((file: string | undefined, { json, ...flags }: Settings & { json?: boolean }) => {
      checkSettings(openSources(file, flags), json === true, io);
    });
}

function checkSettings(sources: OpenSources, isJson: boolean, io: Io): void {
  const { config, mistakes } = tryConfig(sources);
  const rows = settingNames.map((setting) => toRow(sources, setting));
  if (isJson) {
    const diagnostics = mistakes.diagnostics.map(toPlainDiagnostic);
    const file = sources.read?.path ?? null;
    io.out(
      `${JSON.stringify({ file, settings: rows, diagnostics, problems: mistakes.lines }, undefined, 2)}\n`,
    );
  } else {
    io.out(renderRows(rows));
    printMistakes(mistakes, sources, io);
  }
  if (config === undefined)
    throw new CommandFailure(isJson ? '' : 'the service cannot start with these settings', 1);
}

interface Row {
  setting: string;
  /** Configured value; null if there is none. */
  value: string | null;
  /** Source of the value. */
  from: string | null;
}

function toRow(sources: OpenSources, setting: Setting): Row {
  const given = resolveSetting(sources, setting);
  const from = given?.from === 'file' ? (sources.read?.path ?? null) : (given?.from ?? null);
  return {
    setting: toConfigKey(setting),
    value: given === undefined ? null : maskSecrets(setting, given.text),
    from,
  };
}

/** Hides secrets, including a password in the address of a store. */
function maskSecrets(setting: Setting, text: string): string {
  return factsOf(setting).isSecret === true ? HIDDEN : text.replace(/\/\/[^/]*@/, `//${HIDDEN}@`);
}

const HIDDEN = '***';

function renderRows(rows: readonly Row[]): string {
  return renderTable(rows.map(({ setting, value, from }) => [setting, value ?? '', from ?? '']));
}
