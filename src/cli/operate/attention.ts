import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';

interface AttentionFlags extends ServiceFlags, JsonFlag {
  from?: string;
}

interface AttentionAnswer {
  items: { code: string; since: number; text: string }[];
  itemsLeftOut: number;
}

/** `ringflow attention`: lists what needs attention in a project, most urgent first. */
export function registerAttention(program: Command, io: Io): void {
  addServiceFlags(program.command('attention'))
    .description('list what needs attention now: failing calls and steps, canaries, campaigns, translations')
    .option('--from <time>', 'start of the counted period; default: an hour ago')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('shown'))
    .action((flags: AttentionFlags) => showAttention(flags, io));
}

async function showAttention(flags: AttentionFlags, io: Io): Promise<void> {
  const query = flags.from === undefined ? '' : `?from=${encodeURIComponent(flags.from)}`;
  const answer = await openProject(flags, io)<AttentionAnswer>('GET', `/attention${query}`);
  if (flags.json === true) io.out(`${JSON.stringify(answer)}\n`);
  else io.out(renderAttention(answer));
}

function renderAttention({ items, itemsLeftOut }: AttentionAnswer): string {
  if (items.length === 0) return 'nothing needs attention\n';
  const rows = items.map(({ code, since, text }) => [code, new Date(since).toISOString(), text]);
  const more = itemsLeftOut === 0 ? '' : `${itemsLeftOut} more are not listed\n`;
  return `${renderTable(rows)}${more}`;
}
