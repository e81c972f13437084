/** Who has said what a setting is. */
export type Origin = 'flag' | 'environment' | 'file' | 'default';

/** What is wrong with one setting. */
export interface ConfigProblem {
  /** Its name in programs. */
  setting: string;
  /** Who has said so; undefined: nobody, and somebody has to. */
  from: Origin | undefined;
  /** What was found and what was expected, without the name of the setting. */
  message: string;
  /** The whole of it for people. */
  line: string;
}

/** Tells what is missing or wrong; `lines` are for people. */
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
