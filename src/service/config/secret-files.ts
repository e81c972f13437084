/**
 * Reads settings from files that the environment names, like secrets of containers: `RINGFLOW_APP_KEY_FILE` names the file
 * with `RINGFLOW_APP_KEY`.
 */
import { readFileSync } from 'node:fs';
import { ConfigError } from './error.ts';
import type { ConfigProblem } from './error.ts';
import { settingNames, toVariable } from './settings.ts';
import { isSet } from './values.ts';

type Environment = Record<string, string | undefined>;

const NAMES_A_FILE = /^(RINGFLOW_\w+)_FILE$/;
/** Settings that may be read from a file; settings that are paths themselves, such as `RINGFLOW_CDR_FILE`, are excluded. */
const SETTINGS = new Set(settingNames.map(toVariable));

/**
 * Adds the trimmed contents of the named files to the environment and drops empty settings of Ringflow. Throws `ConfigError`
 * for a file that cannot be read and for a setting that is given twice.
 */
export function addSettingFiles(given: Environment): Environment {
  const set = Object.entries(given).filter(
    ([variable, text]) => !variable.startsWith('RINGFLOW_') || isSet(text),
  );
  const environment = Object.fromEntries(set);
  const problems: ConfigProblem[] = [];
  const read = Object.entries(environment).flatMap(([variable, file = '']) => {
    const [, setting] = NAMES_A_FILE.exec(variable) ?? [];
    if (setting === undefined || SETTINGS.has(variable)) return [];
    if (environment[setting] !== undefined)
      problems.push(toProblem(setting, `and ${variable} are both set: expected one`));
    return [[setting, readSecret(variable, file, problems)] as const];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(variable: string, file: string, problems: ConfigProblem[]): string {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content === '') problems.push(toProblem(variable, `is "${file}", which is empty`));
    return content;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    problems.push(toProblem(variable, `is "${file}", which cannot be read: ${code}`));
    return '';
  }
}

function toProblem(variable: string, message: string): ConfigProblem {
  return { setting: variable, from: 'environment', message, line: `${variable} ${message}` };
}
