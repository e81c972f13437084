/** Reads the settings of a service from flags, environment and file, and reports their problems. */
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { ConfigError } from '../../service/config/error.ts';
import type { ConfigProblem } from '../../service/config/error.ts';
import { CONFIG_FILE, readConfigFile } from '../../service/config/file.ts';
import type { ConfigFile } from '../../service/config/file.ts';
import { readConfig } from '../../service/config/config.ts';
import type { Config, ConfigSources, Settings } from '../../service/config/config.ts';
import { renderPretty, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** Everything that says something of the settings. */
export interface OpenSources extends ConfigSources {
  /** The configuration file, where there is one. */
  read?: ConfigFile & { path: string };
}

/** Reads the configuration file: the one that is named, or the one in the working folder, if there is one. */
export function openSources(named: string | undefined, flags: Settings): OpenSources {
  const sources = { flags, environment: process.env, defaults: {}, local: false };
  if (named === undefined && !existsSync(CONFIG_FILE)) return sources;
  const path = named ?? CONFIG_FILE;
  const text = readFileText(path);
  const read = readConfigFile({ file: path, text }, { environment: process.env, readText });
  return { ...sources, file: read.values, read: { ...read, path } };
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

function readFileText(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw new CommandFailure(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Problems of settings: with a location in the file, else as lines. */
interface Mistakes {
  diagnostics: Diagnostic[];
  lines: string[];
}

/** The settings, or everything that is wrong with them. */
export function tryConfig(sources: OpenSources): { config?: Config; mistakes: Mistakes } {
  const diagnostics = sources.read?.diagnostics ?? [];
  try {
    const config = readConfig(sources);
    return { ...(diagnostics.length === 0 && { config }), mistakes: { diagnostics, lines: [] } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { read } = sources;
    const placed = error.problems.filter(({ from }) => from === 'file' && read !== undefined);
    const isTold = ({ setting }: ConfigProblem) => read?.unread.has(setting) === true;
    const others = error.problems.filter((problem) => !placed.includes(problem) && !isTold(problem));
    const lines = others.map(({ line }) => line);
    const found = placed.flatMap((problem) => read?.place(problem) ?? []);
    return { mistakes: { diagnostics: sortDiagnostics([...diagnostics, ...found]), lines } };
  }
}

/** The settings. Prints what is wrong, and throws `CommandFailure`. */
export function loadConfig(sources: OpenSources, io: Io): Config {
  const { config, mistakes } = tryConfig(sources);
  printMistakes(mistakes, sources, io);
  if (config !== undefined) return config;
  // Lines say enough by themselves.
  const { length } = mistakes.diagnostics;
  throw new CommandFailure(length === 0 ? '' : 'invalid settings: nothing was started');
}

/** Prints what is wrong. */
export function printMistakes({ diagnostics, lines }: Mistakes, { read }: OpenSources, io: Io): void {
  io.err(renderPretty(diagnostics, { source: () => read?.shown, colour: io.colour }));
  for (const line of lines) io.err(`ringflow: ${line}\n`);
}
