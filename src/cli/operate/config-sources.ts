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
import { CommandFailure, readTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** All sources of settings. */
export interface OpenSources extends ConfigSources {
  /** The settings file, if there is one. */
  read?: ConfigFile & { path: string };
}

/** Reads the settings file: the named one, or the default file in the working directory if it exists. */
export function openSources(named: string | undefined, flags: Settings): OpenSources {
  const sources = { flags, environment: process.env, defaults: {}, local: false };
  if (named === undefined && !existsSync(CONFIG_FILE)) return sources;
  const path = named ?? CONFIG_FILE;
  const readText = (file: string) => readFileSync(file, 'utf8');
  const file = { file: path, text: readTextFile(path) };
  const read = readConfigFile(file, { environment: process.env, readText });
  return { ...sources, file: read.values, read: { ...read, path } };
}

/** Problems of settings: diagnostics for the file, lines for other sources. */
interface Mistakes {
  diagnostics: Diagnostic[];
  lines: string[];
}

/** Reads the settings and collects their problems; `config` is absent if there are any. */
export function tryConfig(sources: OpenSources): { config?: Config; mistakes: Mistakes } {
  const diagnostics = sources.read?.diagnostics ?? [];
  try {
    const config = readConfig(sources);
    return { ...(diagnostics.length === 0 && { config }), mistakes: { diagnostics, lines: [] } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { read } = sources;
    const placed = error.problems.filter(({ from }) => from === 'file' && read !== undefined);
    const isReported = ({ setting }: ConfigProblem) => read?.unread.has(setting) === true;
    const others = error.problems.filter((problem) => !placed.includes(problem) && !isReported(problem));
    const lines = others.map(({ line }) => line);
    const found = placed.flatMap((problem) => read?.place(problem) ?? []);
    return { mistakes: { diagnostics: sortDiagnostics([...diagnostics, ...found]), lines } };
  }
}

/** Reads the settings. Prints problems and throws a `CommandFailure`. */
export function loadConfig(sources: OpenSources, io: Io): Config {
  const { config, mistakes } = tryConfig(sources);
  printMistakes(mistakes, sources, io);
  if (config !== undefined) return config;
  // Lines need no summary.
  const { length } = mistakes.diagnostics;
  throw new CommandFailure(length === 0 ? '' : 'invalid settings: nothing was started');
}

/** Prints the problems of settings. */
export function printMistakes({ diagnostics, lines }: Mistakes, { read }: OpenSources, io: Io): void {
  io.err(renderPretty(diagnostics, { source: () => read?.shown, colour: io.colour }));
  for (const line of lines) io.err(`ringflow: ${line}\n`);
}
