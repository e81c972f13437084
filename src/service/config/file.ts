/**
 * Reads the configuration file: YAML → values of settings with their places. Problems are reported like those of flows.
 * Values may contain environment variables (`${NAME}`, `${NAME:-otherwise}`; `$$` is a dollar sign) or refer to another file
 * (`file:PATH`), so the file itself needs no secrets.
 */
import configSchema from '../../../schemas/config.schema.json' with { type: 'json' };
import {
  checkDocument,
  entryOf,
  parseDocument,
  rangeAt,
  compileSchemas,
} from '../../language/compiler/index.ts';
import type { Document } from '../../language/compiler/index.ts';
import type { ConfigProblem } from './error.ts';
import { factsOf, toConfigKey, settingNames } from './settings.ts';
import type { Setting } from './settings.ts';
import type { Settings } from './config.ts';
import { collectDiagnostics, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic, Finding } from '../../language/diagnostics/index.ts';

/** Default file name. */
export const CONFIG_FILE = 'ringflow.config.yaml';

const configRule = compileSchemas([configSchema])('config.schema.json');

/** Result of reading a file. */
export interface ConfigFile {
  /** Values with variables and files resolved; without those that have a diagnostic. */
  values: Settings;
  diagnostics: Diagnostic[];
  /** Settings that have no value because of a diagnostic. */
  unread: ReadonlySet<string>;
  /** The text with masked secrets, for the frames of diagnostics. */
  shown: string;
  /** Creates a diagnostic at the place of a value that turns out to be invalid. */
  place(problem: ConfigProblem): Diagnostic;
}

interface Surroundings {
  environment: Record<string, string | undefined>;
  /** Reads the text of a file; throws if it cannot. */
  readText: (path: string) => string;
}

type Value = string | number | readonly (string | number)[] | Record<string, string | number>;

/** Reads a file. Never throws because of its content. */
export function readConfigFile(
  { file, text }: { file: string; text: string },
  surroundings: Surroundings,
): ConfigFile {
  const { report, diagnostics } = collectDiagnostics(file);
  // A file with nothing but comments is valid.
  const document = isBlank(text) ? undefined : parseDocument(text, report);
  const said = (document && checkDocument(document, configRule, report).value) ?? {};
  const values: Settings = {};
  for (const setting of settingNames) {
    const value = (said as Record<string, Value>)[toConfigKey(setting)];
    if (document === undefined || value === undefined) continue;
    try {
      values[setting] = renderPlain(value, surroundings);
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      report(toDiagnostic(document, toConfigKey(setting), error.message));
    }
  }
  return {
    values,
    diagnostics: sortDiagnostics(diagnostics),
    unread: new Set(
      settingNames.filter((one) => values[one] === undefined && isIn(document, toConfigKey(one))),
    ),
    shown: maskSecrets(text),
    place: ({ setting, message }) => {
      if (document === undefined) throw new Error('unreadable file without diagnostics');
      const key = toConfigKey(setting as Setting);
      return { ...toDiagnostic(document, key, `${key} ${message}`), severity: 'error', file };
    },
  };
}

const SECRET_KEYS = settingNames.filter((setting) => factsOf(setting).isSecret === true).map(toConfigKey);
const SECRET_LINE = new RegExp(
  `(?<before>\\b(?:${SECRET_KEYS.join('|')})["']?\\s*:\\s*)(?<value>\\S.*)`,
  'g',
);
/** Values that only refer to a secret. */
const ELSEWHERE = /^["']?(\$\{[^}]*\}|file:\S+?)["']?[\s,}]*(#.*)?$/;

/** Works on text, since invalid YAML is shown too. Keeps all positions. */
function maskSecrets(text: string): string {
  const toStars = (secret: string) => '*'.repeat(secret.length);
  return text
    .replaceAll(SECRET_LINE, (line, before: string, value: string) =>
      ELSEWHERE.test(value) ? line : before + toStars(value),
    )
    .replaceAll(/(?<=:\/\/)[^/\s]*(?=@)/g, toStars);
}

function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(---\s*)?(#|$)/.test(line));
}

function isIn(document: Document | undefined, key: string): boolean {
  return entryOf(document?.root, key) !== undefined;
}

function toDiagnostic(document: Document, key: string, message: string): Finding {
  return { code: 'bad-value', message, span: document.span(rangeAt(document.root, [key])) };
}

/** An unresolved variable or file. */
class Unresolved extends Error {}

/** Renders a value like that of a flag: a list joined by commas, a map as pairs. */
function renderPlain(value: Value, surroundings: Surroundings): string {
  if (typeof value !== 'object') return resolveValue(String(value), surroundings);
  const items: readonly (string | number)[] = isList(value)
    ? value
    : Object.entries(value).map(([key, one]) => `${key}=${one}`);
  return items.map((item) => resolveValue(String(item), surroundings)).join(',');
}

function isList(value: object): value is readonly (string | number)[] {
  return Array.isArray(value);
}

const PART = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|(?=\{))/g;

function resolveValue(text: string, { environment, readText }: Surroundings): string {
  const whole = text.replaceAll(PART, (found, name: string | undefined, otherwise: string | undefined) => {
    if (found === '$$') return '$';
    if (name === undefined)
      throw new Unresolved('expected ${NAME} or ${NAME:-otherwise}; write $$ for a dollar sign');
    // As in a shell, a variable that is set but empty counts as unset.
    const set = environment[name];
    if (set !== undefined && set !== '') return set;
    if (otherwise === undefined)
      throw new Unresolved(`the environment has no ${name}: set it, or write \${${name}:-otherwise}`);
    return otherwise;
  });
  const [, path] = /^file:(.+)$/s.exec(whole) ?? [];
  return path === undefined ? whole : readTrimmed(path, readText);
}

/** Strips the final line break, which belongs to no value. */
function readTrimmed(path: string, readText: Surroundings['readText']): string {
  try {
    return readText(path).replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Unresolved(`the file ${path} cannot be read (${code})`);
  }
}
