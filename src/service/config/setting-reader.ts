/** Resolves and parses single settings from their sources, and collects what is wrong with them. */
import type { ConfigProblem, Origin } from './error.ts';
import { factsOf, toFlag, toVariable } from './settings.ts';
import type { Setting, ValueOf } from './settings.ts';

/** Sources of the settings, as text. */
export type Settings = Partial<Record<Setting, string>>;

export interface ConfigSources {
  /** Values of flags. */
  flags: Settings;
  environment: Record<string, string | undefined>;
  /** Values of the configuration file. */
  file?: Settings;
  /** Fallbacks that override the general defaults. */
  defaults: Settings;
  /** True when the platform runs on this machine, so no public URL is required. */
  local: boolean;
}

interface Given {
  text: string;
  from: Origin;
}

/** Resolves the value of each setting; undefined if no source has it. Empty values count as absent. */
export function resolveSetting(
  { flags, environment, file = {}, defaults }: ConfigSources,
  setting: Setting,
): Given | undefined {
  const candidates: [Origin, string | undefined][] = [
    ['flag', flags[setting]],
    ['environment', environment[toVariable(setting)]],
    ['file', file[setting]],
    ['default', defaults[setting]],
    ['default', factsOf(setting).default],
  ];
  for (const [from, text] of candidates) if (text !== undefined && text !== '') return { text, from };
  return undefined;
}

/** Parses values and collects problems; the result of a setting with a problem is never used. */
export class SettingReader {
  readonly problems: ConfigProblem[] = [];
  readonly #sources: ConfigSources;

  constructor(sources: ConfigSources) {
    this.#sources = sources;
  }

  has(setting: Setting): boolean {
    return resolveSetting(this.#sources, setting) !== undefined;
  }

  readOptional<Name extends Setting>(setting: Name): ValueOf<Name> | undefined {
    return this.has(setting) ? this.readRequired(setting) : undefined;
  }

  readRequired<Name extends Setting>(setting: Name): ValueOf<Name> {
    const given = resolveSetting(this.#sources, setting);
    const value = given && factsOf(setting).parse(given.text);
    if (value === undefined) this.problems.push(toProblem(setting, given));
    return value as ValueOf<Name>;
  }
}

const WITH_USER = /^[^/]*\/\/[^/?#]*@/;

/** Describes the problem. Secrets are never repeated in a message, nor are their parts. */
function toProblem(setting: Setting, given: Given | undefined): ConfigProblem {
  const { isSecret = false, expected } = factsOf(setting);
  const isHidden = isSecret || WITH_USER.test(given?.text ?? '');
  const found = given === undefined ? 'is not set' : isHidden ? 'is invalid' : `is "${given.text}"`;
  const message = `${found}: expected ${expected}`;
  return { setting, from: given?.from, message, line: `${formatNames(setting)} ${message}` };
}

function formatNames(setting: Setting): string {
  const flag = toFlag(setting);
  return flag === undefined ? toVariable(setting) : `${toVariable(setting)} (or ${flag})`;
}
