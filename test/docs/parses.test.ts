/** Commands that cannot be run here, those in running text and those of the help are at least understood by the command line. */
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { commandsOf, mentionsOf, pages, ringflowIn } from './documented-commands.ts';
import { notRun, runByOwnTest } from './not-run.ts';

const written: string[] = [];
const io = { out: (text: string) => written.push(text), err: () => undefined, colour: false };

/** What is wrong with these arguments; undefined when a command takes them. Nothing is carried out. */
async function complaint(args: string[]): Promise<{ code: string; message: string } | undefined> {
  const program = await buildProgram(io);
  disarm(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as CommanderError;
    return error instanceof CommanderError && error.exitCode === 0 ? undefined : { code, message };
  }
}

function disarm(command: Command): void {
  if (command.commands.length === 0 || command.registeredArguments.length > 0)
    command.action(() => undefined);
  for (const one of command.commands) disarm(one);
}

const isNotRun = ({ page, text }: { page: string; text: string }) =>
  notRun.some((one) => one.page === page && text.startsWith(one.begins));
const ownTest = ({ page, block }: { page: string; block: string }) =>
  runByOwnTest.some((one) => one.page === page && one.block === block);

test('whatever is listed as not run is printed somewhere', () => {
  const commands = pages.flatMap(commandsOf);
  const unused = notRun.filter(
    ({ page, begins }) => !commands.some((one) => one.page === page && one.text.startsWith(begins)),
  );
  expect(unused).toEqual([]);
  expect(
    runByOwnTest.filter((one) => !commands.some((command) => ownTest(command) && command.page === one.page)),
  ).toEqual([]);
});

const unrun = pages.flatMap(commandsOf).filter((one) => isNotRun(one) && ringflowIn(one.text).length > 0);

test.each(unrun)('$page:$line is a command that there is: $text', async ({ text }) => {
  for (const args of ringflowIn(text)) expect(await complaint(args)).toBeUndefined();
});

/** What is left out, or stands for something, where no whole command is meant. */
const ABRIDGED = [
  'commander.help',
  'commander.invalidArgument',
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
];

test.each(pages.flatMap(mentionsOf))(
  '$page:$line speaks of a command that there is: $text',
  async ({ text }) => {
    const plain = text
      .replaceAll(/[[\]]/g, ' ')
      .replaceAll(/<([^>]*)>/g, '$1')
      .replaceAll(' …', '');
    for (const args of ringflowIn(plain)) {
      const wrong = await complaint(args);
      expect(wrong === undefined || ABRIDGED.includes(wrong.code) ? undefined : wrong).toBeUndefined();
    }
  },
);

test('the examples of the help are commands that there are', async () => {
  const program = await buildProgram(io);
  const examples = all(program).flatMap((command) => {
    written.length = 0;
    command.configureOutput({ writeOut: (text) => written.push(text) }).outputHelp();
    const [, listed = ''] = written.join('').split(/^Examples?:\n/m);
    return listed
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => /^ {2}\S/.test(line));
  });
  expect(examples.length).toBeGreaterThan(50);
  for (const example of examples)
    for (const args of ringflowIn(example.trim()))
      expect([example, await complaint(args)]).toEqual([example, undefined]);
});

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}
