import type { Command } from 'commander';
import { Option } from 'commander';
import { cdrFormats, renderHeading, renderLine, readCdrs } from '../../service/cdrs/index.ts';
import type { CdrFormat } from '../../service/cdrs/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { useStore } from './recorded-calls.ts';
import { openDownload } from './client.ts';
import { findCredentials } from './credentials.ts';
import { timeParser, addUrlFlag, renderExitCodes } from './flags.ts';
import { isAtService, STORE_OR_SERVICE } from './source.ts';

interface CdrFlags {
  from?: number;
  to?: number;
  flow?: string;
  project?: string;
  format: CdrFormat;
  mask: number;
  store?: string;
  url?: string;
}

/** Page size. */
const PAGE = 500;

/** `ringflow cdrs`: prints the CDRs of ended calls, from a store or a service. */
export function registerCdrs(program: Command, io: Io): void {
  addUrlFlag(program.command('cdrs').option('--store <store>', STORE_OR_SERVICE))
    .description('print call detail records, newest first')
    .option(
      '--from <time>',
      'calls that started at this time or later, such as 2026-08-01 or 2026-08-01T09:00+02:00',
      timeParser('--from'),
    )
    .option('--to <time>', 'calls that started before this time', timeParser('--to'))
    .option('--flow <name>', 'calls that started on this flow')
    .option(
      '--project <id>',
      'calls of this project; default: "default" of a service, all projects of a store',
    )
    .addOption(new Option('--format <format>', 'output format').choices(cdrFormats).default('ndjson'))
    .option('--mask <digits>', "number of last digits to mask in the remote party's number", parseDigits, 0)
    .addHelpText(
      'after',
      `\nA service applies its own mask (--cdr-mask of serve).${renderExitCodes('printed')}\n\nExample:\n  ringflow cdrs --from 2026-08-01 --to 2026-09-01 --format csv > august.csv`,
    )
    .action((flags: CdrFlags) => {
      const asksService = isAtService(flags);
      if (asksService && flags.mask > 0)
        throw new CommandFailure('--mask works with --store only: a service applies its own mask');
      return asksService ? printFromService(flags, io) : printFromStore(flags, io);
    });
}

async function printFromStore(flags: CdrFlags, io: Io): Promise<void> {
  const { format, mask, project, flow, from: since, to: before } = flags;
  io.out(renderHeading(format));
  const wanted = {
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(project && { project }),
    ...(flow && { flow }),
  };
  await useStore(flags.store, async ({ store: calls }) => {
    let after: string | undefined;
    do {
      const page = { limit: PAGE, ...(after !== undefined && { after }) };
      const { cdrs, next } = await readCdrs({ calls, maskDigits: mask }, wanted, page);
      for await (const cdr of cdrs) io.out(renderLine(cdr, format));
      after = next;
    } while (after !== undefined);
  });
}

async function printFromService(
  { url, project = 'default', format, flow, from, to }: CdrFlags,
  io: Io,
): Promise<void> {
  const credentials = findCredentials(url === undefined ? {} : { url });
  const query = new URLSearchParams({ format, limit: String(PAGE), ...(flow && { flow }) });
  if (from !== undefined) query.set('since', new Date(from).toISOString());
  if (to !== undefined) query.set('before', new Date(to).toISOString());
  for (let hasMore = true; hasMore;) {
    const { text, next } = await openDownload(credentials, `/projects/${project}/cdrs?${query.toString()}`);
    for await (const piece of text) io.out(piece);
    if (next !== undefined) query.set('after', next);
    hasMore = next !== undefined;
  }
}

function parseDigits(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new CommandFailure(`--mask is "${text}": expected a number of digits`);
  return Number(text);
}
