import type { Command } from 'commander';
import { parseRetention } from '../../service/config/values.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openApi, addUrlFlag, renderExitCodes } from './flags.ts';
import type { JsonFlag, UrlFlags } from './flags.ts';

interface CreateFlags extends UrlFlags, JsonFlag {
  name: string;
  overlap?: string;
}

interface MadeAnswer {
  id: string;
  token: string;
  addresses: Record<'voice' | 'sms' | 'video', string>;
}

interface TokenAnswer {
  id: string;
  name: string;
  createdAt: number;
  expiresAt?: number;
}

/** `ringflow project token`: manages the secret part of a project's webhook addresses. */
export function registerProjectToken(project: Command, io: Io): void {
  const token = project.command('token').description('create, list and revoke webhook tokens of a project');
  registerCreate(token, io);
  addUrlFlag(token.command('list'))
    .description('list the valid tokens')
    .argument('<project>', 'id of the project')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, { json, ...flags }: UrlFlags & JsonFlag) => {
      const { items } = await openApi(flags, io)<{ items: TokenAnswer[] }>('GET', tokensPath(id));
      if (json === true) io.out(`${JSON.stringify(items)}\n`);
      else for (const one of items) io.out(renderToken(one));
    });
  addUrlFlag(token.command('revoke'))
    .description('revoke a token, effective immediately')
    .argument('<project>', 'id of the project')
    .argument('<token>', 'id of the token, see "token list"')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, tokenId: string, flags: UrlFlags) => {
      await openApi(flags, io)('DELETE', `${tokensPath(id)}/${encodeURIComponent(tokenId)}`);
      io.out(`${tokenId}: revoked\n`);
    });
}

function registerCreate(token: Command, io: Io): void {
  addUrlFlag(token.command('create'))
    .description('create a token; the webhook addresses that contain it are shown once')
    .argument('<project>', 'id of the project')
    .option('--name <name>', 'name of the token, such as its purpose', 'hook')
    .option('--overlap <time>', 'expire the previous tokens after this time, such as 24h; default: unchanged')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `${renderExitCodes()}\n\nExample:\n  ringflow project token create shop --overlap 24h`,
    )
    .action(async (id: string, { name, overlap, json, ...flags }: CreateFlags) => {
      const overlapSeconds = parseOverlap(overlap);
      const made = await openApi(flags, io)<MadeAnswer>('POST', tokensPath(id), { name, overlapSeconds });
      io.out(json === true ? `${JSON.stringify(made)}\n` : renderAddresses(made));
      if (json !== true) io.err('Configure these addresses at the platform: they are not shown again.\n');
    });
}

function tokensPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}/hook-tokens`;
}

function parseOverlap(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseRetention(text);
  if (ms === undefined)
    throw new CommandFailure(`--overlap is "${text}": expected a time from 1m to 366d, such as 24h`);
  return ms / 1_000;
}

function renderAddresses({ addresses: { voice, sms, video } }: MadeAnswer): string {
  return `calls     ${voice}\nmessages  ${sms}\nvideo     ${video}\n`;
}

function renderToken({ id, name, createdAt, expiresAt }: TokenAnswer): string {
  const until = expiresAt === undefined ? '' : `, valid until ${new Date(expiresAt).toISOString()}`;
  return `${id}  ${name}, created ${new Date(createdAt).toISOString()}${until}\n`;
}
