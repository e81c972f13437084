import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import { Option } from 'commander';
import type { Command } from 'commander';
import { CommandFailure, describeError, readTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  FLOW_NAME_RULE,
  isFlowName,
  suggestFlowName,
  TEMPLATES,
} from '../../authoring/templates/index.ts';
import type { TemplateName } from '../../authoring/templates/index.ts';
import { locateSchemas, findPackageRoot } from './schema-location.ts';

/** Folder that `dev` runs when it is given none. */
const FLOWS = 'flows';

const HELP = `
Creates the folder flows/<name> with flow.yaml and two scenarios that test it. Inside a folder called flows, it creates
<name> there. An existing folder with files in it is never changed. Then replace the texts and telephone numbers.

Templates:
${Object.entries(TEMPLATES)
  .map(([name, purpose]) => `  ${name.padEnd(12)}${purpose}`)
  .join('\n')}

The first line of each file names the schema, so that editors complete and explain. It points to the installed package if
the folder is inside a project that has ringflow in node_modules; otherwise to ringflow-schemas, a copy.

Exit code: 0 created, 2 the folder has files in it, cannot be written, or the name is invalid.

Examples:
  ringflow new bakery
  ringflow new night-line --template callback
  ringflow new bakery --in lines`;

interface Flags {
  template: TemplateName;
  in?: string;
}

/** `ringflow new`: creates a flow with scenarios from a template. */
export function registerNew(program: Command, io: Io): void {
  program
    .command('new')
    .description('create a small flow with scenarios, from a template')
    .argument('<name>', 'name of the flow: lower-case letters, digits and hyphens')
    .addOption(
      new Option('--template <name>', 'what to start from')
        .choices(Object.keys(TEMPLATES))
        .default(DEFAULT_TEMPLATE),
    )
    .option('--in <folder>', 'folder in which to create the folder of the flow (default: flows)')
    .addHelpText('after', HELP)
    .action((name: string, flags: Flags) => {
      createFlow(name, flags, io);
    });
}

function createFlow(name: string, { template, in: parent = defaultParent() }: Flags, io: Io): void {
  if (!isFlowName(name)) {
    const suggested = suggestFlowName(name);
    const example = suggested === undefined ? '' : `, such as ${suggested}`;
    throw new CommandFailure(`"${name}" is no name of a flow: ${FLOW_NAME_RULE}${example}`);
  }
  const folder = join(parent, name);
  refuseFilled(folder);
  const texts = readTemplate(template);
  const schemas = tryToWrite(folder, () => {
    mkdirSync(folder, { recursive: true });
    return locateSchemas(folder);
  });
  for (const read of texts) {
    const { file, text } = fillTemplate(read, { template, name, schemas: schemas.path });
    const target = join(folder, file);
    tryToWrite(target, () => {
      writeFileSync(target, text, { flag: 'wx' });
    });
    io.out(`${target}\n`);
  }
  if (schemas.copied !== undefined)
    io.err(`The schemas for your editor were copied to ${relative('', schemas.copied)}.\n`);
  io.err(renderNextCommands(folder, parent, name));
}

function defaultParent(): string {
  return basename(process.cwd()) === FLOWS ? '' : FLOWS;
}

function refuseFilled(folder: string): void {
  if (!existsSync(folder)) return;
  let isEmpty = false;
  try {
    isEmpty = readdirSync(folder).length === 0;
  } catch {
    // A file, or a folder that cannot be read.
  }
  if (!isEmpty) throw new CommandFailure(`${folder} exists and is not changed: choose another name`);
}

function readTemplate(template: TemplateName): { file: string; text: string }[] {
  const root = findPackageRoot();
  const folder = root === undefined ? undefined : join(root, 'templates', template);
  if (folder === undefined || !existsSync(folder))
    throw new CommandFailure('this installation has no templates: install ringflow with npm');
  const files = readdirSync(folder).sort(
    (one, other) => Number(other === 'flow.yaml') - Number(one === 'flow.yaml'),
  );
  return files.map((file) => ({ file, text: readTextFile(join(folder, file)) }));
}

function tryToWrite<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw new CommandFailure(`${path} cannot be written: ${describeError(error)}`);
  }
}

function renderNextCommands(folder: string, parent: string, name: string): string {
  const dev = parent === FLOWS ? 'dev' : `dev ${parent === '' ? '.' : parent}`;
  const commands = [
    [`validate ${folder}`, 'every mistake, with its place'],
    [`test ${folder}`, 'the scenarios, in virtual time'],
    [`prove ${folder}`, 'every path that a call can take'],
    [dev, 'runs the flow on this machine; a saved change takes effect at once'],
    [`call ${name}`, 'in a second terminal: a telephone'],
  ] as const;
  const width = Math.max(...commands.map(([command]) => command.length)) + 2;
  const lines = commands.map(([command, means]) => `  npx ringflow ${command.padEnd(width)}# ${means}\n`);
  return `\nNext:\n${lines.join('')}`;
}
