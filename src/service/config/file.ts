/**
 * The configuration file: YAML → what it says of the settings, with the place of each. It is read and told about as flows
 * are. Values may take parts from the environment (`${NAME}`, `${NAME:-otherwise}`; `$$` is a dollar sign), and be what
 * stands in another file (`file:PATH`), so that the file itself holds no secret.
 */
import configSchema from '../../../schemas/config.schema.json' with { type: 'json' };
import { checkDocument, entryOf, parseDocument, rangeAt, rulesOf } from '../../language/compiler/index.ts';
import type { Document } from '../../language/compiler/index.ts';
import type { ConfigProblem } from './error.ts';
import { factsOf, keyOf, settingNames } from './settings.ts';
import type { Setting } from './settings.ts';
import type { Settings } from './config.ts';
import { collectDiagnostics, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic, Finding } from '../../language/diagnostics/index.ts';

/** The file that is taken where none is named and there is one. */
export const CONFIG_FILE = 'ringflow.config.yaml';

const configRule = rulesOf([configSchema])('config.schema.json');

/** What came of a file. */
export interface ConfigFile {
  /** What it says, parts from elsewhere put in. Without what has a diagnostic. */
  values: Settings;
  diagnostics: Diagnostic[];
  /** What it speaks of and gives no value for, because of a diagnostic. */
  unread: ReadonlySet<string>;
  /** The text with stars in place of its secrets, for the frames of diagnostics. */
  shown: string;
  /** Makes a diagnostic, at its place, of what is wrong with a value once it is read. */
  place(problem: ConfigProblem): Diagnostic;
}

/** Where values may have parts from. */
interface Surroundings {
  environment: Record<string, string | undefined>;
  /** The text of a file. Throws for one that cannot be read. */
  readText: (path: string) => string;
}

type Value = string | number | readonly (string | number)[] | Record<string, string | number>;

/** Reads a file. Never throws for what it holds. */
export function readConfigFile(
  { file, text }: { file: string; text: string },
  surroundings: Surroundings,
): ConfigFile {
  const { report, diagnostics } = collectDiagnostics(file);
  // What is all comments says nothing, which is no mistake here.
  const document = saysNothing(text) ? undefined : parseDocument(text, report);
  const said = (document && checkDocument(document, configRule, report).value) ?? {};
  const values: Settings = {};
  for (const setting of settingNames) {
    const value = (said as Record<string, Value>)[keyOf(setting)];
    if (document === undefined || value === undefined) continue;
    try {
      values[setting] = plain(value, surroundings);
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      report(findingAt(document, keyOf(setting), error.message));
    }
  }
  return {
    values,
    diagnostics: sortDiagnostics(diagnostics),
    unread: new Set(settingNames.filter((one) => values[one] === undefined && isIn(document, keyOf(one)))),
    shown: maskSecrets(text),
    place: ({ setting, message }) => {
      if (document === undefined) throw new Error('unreadable file without diagnostics');
      const key = keyOf(setting as Setting);
      return { ...findingAt(document, key, `${key} ${message}`), severity: 'error', file };
    },
  };
}

const SECRET_KEYS = settingNames.filter((setting) => factsOf(setting).isSecret === true).map(keyOf);
const SECRET_LINE = new RegExp(
  `(?<before>\\b(?:${SECRET_KEYS.join('|')})["']?\\s*:\\s*)(?<value>\\S.*)`,
  'g',
);
/** What only says where a secret is. */
const ELSEWHERE = /^["']?(\$\{[^}]*\}|file:\S+?)["']?[\s,}]*(#.*)?$/;

/** Works on text, since what cannot be read as YAML is shown too. Every place stays where it is. */
function maskSecrets(text: string): string {
  const stars = (secret: string) => '*'.repeat(secret.length);
  return text
    .replaceAll(SECRET_LINE, (line, before: string, value: string) =>
      ELSEWHERE.test(value) ? line : before + stars(value),
    )
    .replaceAll(/(?<=:\/\/)[^/\s]*(?=@)/g, stars);
}

function saysNothing(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(---\s*)?(#|$)/.test(line));
}

function isIn(document: Document | undefined, key: string): boolean {
  return entryOf(document?.root, key) !== undefined;
}

function findingAt(document: Document, key: string, message: string): Finding {
  return { code: 'bad-value', message, span: document.span(rangeAt(document.root, [key])) };
}

/** A part of a value that is not there. */
class Unresolved extends Error {}

/** As a flag would say it: a list is its items joined by commas, a map its pairs. */
function plain(value: Value, surroundings: Surroundings): string {
  if (typeof value !== 'object') return resolved(String(value), surroundings);
  const items: readonly (string | number)[] = isList(value)
    ? value
    : Object.entries(value).map(([key, one]) => `${key}=${one}`);
  return items.map((item) => resolved(String(item), surroundings)).join(',');
}

function isList(value: object): value is readonly (string | number)[] {
  return Array.isArray(value);
}

const PART = /\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|(?=\{))/g;

function resolved(text: string, { environment, readText }: Surroundings): string {
  const whole = text.replaceAll(PART, (found, name: string | undefined, otherwise: string | undefined) => {
    if (found === '$$') return '$';
    if (name === undefined)
      throw new Unresolved('expected ${NAME} or ${NAME:-otherwise}; write $$ for a dollar sign');
    // As in a shell: what is set to nothing counts as not set.
    const set = environment[name];
    if (set !== undefined && set !== '') return set;
    if (otherwise === undefined)
      throw new Unresolved(`the environment has no ${name}: set it, or write \${${name}:-otherwise}`);
    return otherwise;
  });
  const [, path] = /^file:(.+)$/s.exec(whole) ?? [];
  return path === undefined ? whole : textOf(path, readText);
}

/** Editors and `echo` end a file with a line break that belongs to no value. */
function textOf(path: string, readText: Surroundings['readText']): string {
  try {
    return readText(path).replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Unresolved(`the file ${path} cannot be read (${code})`);
  }
}
