import { Option } from 'commander';
import type { Command } from 'commander';
import {
  filterByLanguage,
  renderInventoriesCsv,
  renderInventoriesJson,
  renderInventoriesText,
  createInventory,
  addPseudoLocale,
  inlinePrompts,
} from '../../authoring/prompts/index.ts';
import type { Inventory } from '../../authoring/prompts/index.ts';
import { createFileReader } from '../../authoring/flow-files/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadOneFlow, loadSoundFlows } from './one-flow.ts';

const renderers = {
  text: renderInventoriesText,
  csv: renderInventoriesCsv,
  json: renderInventoriesJson,
} satisfies Record<string, (inventories: Inventory[]) => string>;

interface PromptsOptions {
  format: keyof typeof renderers;
  language?: string;
  pseudo: boolean;
}

/** `ringflow prompts`: lists the texts that flows speak, for translators and recording studios. */
export function registerPrompts(program: Command, io: Io): void {
  program
    .command('prompts')
    .description('list every text that flows speak, with its length, missing translations and unused prompts')
    .argument('<paths...>', 'flow files, or folders to search for flow.yaml and *.flow.yaml')
    .addOption(
      new Option('--format <format>', 'output format').choices(Object.keys(renderers)).default('text'),
    )
    .option('--language <tag>', 'only texts heard in this language, such as de or de-DE')
    .addOption(
      new Option('--pseudo', 'print the flow with a pseudo-locale added, for testing translations')
        .default(false)
        .conflicts(['format', 'language']),
    )
    .addHelpText(
      'after',
      '\n--pseudo translates named prompts only: texts in steps and under "defaults" stay as they are.\nImported prompts are included if their file contains nothing but prompts.\n\nExamples:\n  ringflow prompts flows --format csv --language de > studio.csv\n  ringflow prompts flows/front-desk --pseudo > pseudo.flow.yaml',
    )
    .action((paths: string[], options: PromptsOptions) => {
      if (options.pseudo) io.out(renderPseudo(paths, io));
      else io.out(renderers[options.format](createInventories(paths, options.language, io)));
    });
}

function renderPseudo([path = '', ...others]: string[], io: Io): string {
  if (others.length > 0) throw new CommandFailure('--pseudo takes one flow');
  const { file, text, flow } = loadOneFlow(path, io);
  const whole = inlinePrompts(text, { names: Object.keys(flow.prompts), read: createFileReader(file) });
  if (whole.elsewhere.length > 0)
    throw new CommandFailure(
      `--pseudo cannot include ${whole.elsewhere.join(', ')}: import prompts from a file that contains nothing else`,
    );
  return addPseudoLocale(whole.text, flow.languages);
}

function createInventories(paths: string[], language: string | undefined, io: Io): Inventory[] {
  const flows = loadSoundFlows(paths, io);
  const ledTo = new Set(flows.flatMap(({ graph }) => graph.steps.map((step) => step.flow)));
  const all = flows.map(({ flow, ...paths }) =>
    createInventory(flow, { ...paths, isLedTo: ledTo.has(flow.name) }),
  );
  if (language === undefined) return all;
  const chosen = all.map((inventory) => filterByLanguage(inventory, language));
  if (chosen.every(({ languages }) => languages.length === 0)) {
    const spoken = [...new Set(all.flatMap(({ languages }) => languages))];
    throw new CommandFailure(`no flow speaks ${language}; the flows speak ${spoken.join(', ')}`);
  }
  return chosen;
}
