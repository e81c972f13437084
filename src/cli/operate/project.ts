import type { Command } from 'commander';
import { parseWindow } from '../../service/config/values.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openApi, addUrlFlag, renderExitCodes } from './flags.ts';
import type { JsonFlag, UrlFlags } from './flags.ts';
import { allAt } from './pages.ts';
import { registerProjectToken } from './project-token.ts';

type ShowFlags = UrlFlags & JsonFlag;

interface AccountFlags {
  appId?: string;
  appKey?: string;
  platformUrl?: string;
  smsAppId?: string;
  smsAppKey?: string;
  videoAppId?: string;
  videoAppKey?: string;
}

interface PutFlags extends ShowFlags, AccountFlags {
  defaultFlow?: string;
  maxCalls?: string;
  dialsPerSecond?: string;
  dialPrefixes?: string;
  hookAllow?: string;
  hookMaxAge?: string;
}

interface ProjectAnswer {
  id: string;
  isDefault: boolean;
  platform?: { url?: string; appId: string; appKey: string };
  defaultFlow?: string;
  limits?: { concurrentCalls?: number; dialsPerSecond?: number; dialPrefixes?: string[] };
}

/** `ringflow project`: manages the projects of a service and their platform accounts. */
export function registerProject(program: Command, io: Io): void {
  const project = program
    .command('project')
    .description('manage the projects of a service and their webhook tokens');
  registerShow(project, io);
  registerPut(project, io);
  addUrlFlag(project.command('remove'))
    .description('delete a project that has no routes and no live calls')
    .argument('<id>', 'id of the project')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, flags: UrlFlags) => {
      await openApi(flags, io)('DELETE', toProjectPath(id));
      io.out(`${id}: deleted\n`);
    });
  registerProjectToken(project, io);
}

function registerShow(project: Command, io: Io): void {
  addUrlFlag(project.command('list'))
    .description('list the projects that your key may read')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes())
    .action(async (flags: ShowFlags) => {
      const all = await allAt<ProjectAnswer>(openApi(flags, io), '/projects');
      if (flags.json === true) io.out(`${JSON.stringify(all)}\n`);
      else for (const one of all) io.out(renderProject(one));
    });
  addUrlFlag(project.command('show'))
    .description('show a project')
    .argument('<id>', 'id of the project')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, flags: ShowFlags) => {
      printProject(await openApi(flags, io)<ProjectAnswer>('GET', toProjectPath(id)), flags, io);
    });
}

function registerPut(project: Command, io: Io): void {
  addUrlFlag(project.command('put'))
    .description('create or replace a project; options that are left out are reset')
    .argument('<id>', 'id of the project')
    .option(
      '--app-id <reference>',
      'where nodes read its App ID: env:RINGFLOW_PROJECT_… or file:/path; default: no account at the platform',
    )
    .option('--app-key <reference>', 'where nodes read its App Key')
    .option('--platform-url <url>', 'base URL of its platform; default: the one of the service')
    .option('--sms-app-id <reference>', 'App ID for messages; default: the one for calls')
    .option('--sms-app-key <reference>', 'App Key for messages')
    .option('--video-app-id <reference>', 'App ID for video rooms; default: the one for calls')
    .option('--video-app-key <reference>', 'App Key for video rooms')
    .option('--default-flow <name>', 'flow for numbers without a route')
    .option('--max-calls <count>', 'maximum concurrent calls; further calls are rejected')
    .option('--dials-per-second <count>', 'maximum outbound calls per second, up to 20')
    .option('--dial-prefixes <list>', 'numbers that may be called, by how they begin: +49,+43')
    .option(
      '--hook-allow <addresses>',
      'addresses from which its platform may send notifications: 203.0.113.0/24,…',
    )
    .option('--hook-max-age <time>', 'maximum age of a notification, such as 5m, or off')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `${renderExitCodes()}\n\nExample:\n  ringflow project put shop --app-id env:RINGFLOW_PROJECT_SHOP_APP_ID \\\n    --app-key file:/run/secrets/shop-app-key --max-calls 100`,
    )
    .action(async (id: string, flags: PutFlags) => {
      const ask = openApi(flags, io);
      printProject(await ask<ProjectAnswer>('PUT', toProjectPath(id), toProjectBody(flags)), flags, io);
    });
}

function toProjectPath(id: string): string {
  return `/projects/${encodeURIComponent(id)}`;
}

function toProjectBody(flags: PutFlags) {
  const { defaultFlow, hookAllow } = flags;
  const limits = {
    concurrentCalls: parseLimit(flags.maxCalls, '--max-calls'),
    dialsPerSecond: parseLimit(flags.dialsPerSecond, '--dials-per-second'),
    dialPrefixes: splitList(flags.dialPrefixes),
  };
  const hooks = {
    allow: splitList(hookAllow),
    maxAgeSeconds: parseMaxAge(flags.hookMaxAge),
  };
  return { platform: toAccount(flags), defaultFlow, limits, hooks };
}

/** Returns the account at the platform; undefined without one. */
function toAccount(flags: AccountFlags) {
  const { platformUrl: url } = flags;
  const calls = pairCredentials(flags.appId, flags.appKey, '--app-');
  const sms = pairCredentials(flags.smsAppId, flags.smsAppKey, '--sms-app-');
  const video = pairCredentials(flags.videoAppId, flags.videoAppKey, '--video-app-');
  if (calls !== undefined) return { ...calls, url, sms, video };
  if (url ?? sms ?? video)
    throw new CommandFailure('--platform-url, --sms-app-… and --video-app-… need --app-id and --app-key');
  return undefined;
}

function splitList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((one) => one.trim());
}

function pairCredentials(appId: string | undefined, appKey: string | undefined, flag: string) {
  if (appId === undefined && appKey === undefined) return undefined;
  if (appId === undefined || appKey === undefined)
    throw new CommandFailure(`${flag}id and ${flag}key must be used together`);
  return { appId, appKey };
}

function parseLimit(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw new CommandFailure(`${flag} is "${text}": expected a whole number`);
  return Number(text);
}

function parseMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const window = parseWindow(text);
  if (window === undefined)
    throw new CommandFailure(`--hook-max-age is "${text}": expected off, or a duration such as 5m`);
  return (window.ms ?? 0) / 1_000;
}

function printProject(project: ProjectAnswer, { json }: ShowFlags, io: Io): void {
  io.out(json === true ? `${JSON.stringify(project)}\n` : renderProject(project));
}

function renderProject({ id, isDefault, platform, defaultFlow, limits = {} }: ProjectAnswer): string {
  if (isDefault) return `${id}: the default project, configured by the settings of the service\n`;
  const { concurrentCalls, dialsPerSecond, dialPrefixes } = limits;
  const facts = [
    platform === undefined ? 'no account at the platform' : `App ID ${platform.appId}`,
    ...(platform?.url === undefined ? [] : [`at ${platform.url}`]),
    ...(defaultFlow === undefined ? [] : [`default flow ${defaultFlow}`]),
    ...(concurrentCalls === undefined ? [] : [`at most ${concurrentCalls} concurrent calls`]),
    ...(dialsPerSecond === undefined ? [] : [`at most ${dialsPerSecond} outbound calls per second`]),
    ...(dialPrefixes === undefined ? [] : [`calls ${dialPrefixes.join(', ')} only`]),
  ];
  return `${id}: ${facts.join(', ')}\n`;
}
