/** Source of a value. */
export type Origin = 'flag' | 'environment' | 'file' | 'default';

/** A problem with one setting. */
export interface ConfigProblem {
  /** Name of the setting in code. */
  setting: string;
  /** Source of the value; undefined if a required setting is missing. */
  from: Origin | undefined;
  /** The found and the expected value, without the name of the setting. */
  message: string;
  /** Complete message for people. */
  line: string;
}

/** Lists missing or invalid settings; `lines` are for people. */
export class ConfigError extends Error {
  readonly lines: string[];
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ line }) => line);
    super(lines.join('\n'));
    this.lines = lines;
    this.problems = problems;
  }
}
