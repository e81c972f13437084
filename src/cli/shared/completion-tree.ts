/** Derives the words that are valid at each place of the command line from the command definitions. */
import type { Command, Option } from 'commander';

/** A flag and its values. */
export interface Flag {
  /** Names such as `--json` and `-o`. */
  names: string[];
  /** Kind of its value; `file` also stands for values that cannot be listed. */
  takes: 'nothing' | 'file' | 'word';
  /** Possible values, if `takes` is `word`. */
  words: readonly string[];
  description: string;
}

/** A command, or the program itself. */
export interface Place {
  /** Command as typed, such as `campaign start`; empty for the program. */
  path: string;
  commands: { name: string; description: string }[];
  flags: Flag[];
  /** Choices of its arguments; empty for files. */
  words: readonly string[];
}

/** The program and all of its commands. */
export function listPlaces(program: Command): Place[] {
  return below(program, '');
}

function below(command: Command, path: string): Place[] {
  const shown = command.createHelp().visibleCommands(command);
  // Commander's own "help" is completed, but nothing is completed after it.
  const own = shown.filter((one) => command.commands.includes(one));
  const place: Place = {
    path,
    commands: shown.map((one) => ({ name: one.name(), description: one.description() })),
    flags: command.createHelp().visibleOptions(command).map(toFlag),
    words: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [place, ...own.flatMap((one) => below(one, `${path} ${one.name()}`.trim()))];
}

function toFlag(option: Option): Flag {
  const { short, long, argChoices, description } = option;
  const names = [long, short].filter((name) => name !== undefined);
  const takes = !option.required && !option.optional ? 'nothing' : argChoices ? 'word' : 'file';
  return { names, takes, words: argChoices ?? [], description };
}
