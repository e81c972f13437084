import type { Command } from 'commander';
import { parseWindow } from '../../service/config/values.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { askOf, withUrl } from './flags.ts';
import type { UrlFlags } from './flags.ts';
import { allAt } from './pages.ts';
import { registerProjectToken } from './project-token.ts';

interface ShowFlags extends UrlFlags {
  json?: true;
}

interface AccountFlags {
  appId: string;
  appKey: string;
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
  hookAllow?: string;
  hookMaxAge?: string;
}

interface ProjectAnswer {
  id: string;
  isDefault: boolean;
  platform?: { url?: string; appId: string; appKey: string };
  defaultFlow?: string;
  limits?: { concurrentCalls?: number; dialsPerSecond?: number };
}

const CODES = '\nExit code: 0 done, 1 refused, 2 wrong use or no answer.';

/** `ringflow project`: whose calls a service takes, and over which account of the platform. */
export function registerProject(program: Command, io: Io): void {
  const project = program.command('project').description('set up projects of a service, and their hooks');
  registerShow(project, io);
  registerPut(project, io);
  withUrl(project.command('remove'))
    .description('take a project away, in which no number is routed and no call goes on')
    .argument('<id>', 'id of the project')
    .addHelpText('after', CODES)
    .action(async (id: string, flags: UrlFlags) => {
      await askOf(flags, io)('DELETE', `/projects/${encodeURIComponent(id)}`);
      io.out(`${id}: taken away\n`);
    });
  registerProjectToken(project, io);
}

function registerShow(project: Command, io: Io): void {
  withUrl(project.command('list'))
    .description('list the projects of a service that your key or token may read')
    .option('--json', 'print them as JSON')
    .addHelpText('after', CODES)
    .action(async (flags: ShowFlags) => {
      const all = await allAt<ProjectAnswer>(askOf(flags, io), '/projects');
      if (flags.json === true) io.out(`${JSON.stringify(all)}\n`);
      else for (const one of all) io.out(inWords(one));
    });
  withUrl(project.command('show'))
    .description('show a project of a service')
    .argument('<id>', 'id of the project')
    .option('--json', 'print it as JSON')
    .addHelpText('after', CODES)
    .action(async (id: string, flags: ShowFlags) => {
      print(await askOf(flags, io)<ProjectAnswer>('GET', `/projects/${encodeURIComponent(id)}`), flags, io);
    });
}

function registerPut(project: Command, io: Io): void {
  withUrl(project.command('put'))
    .description('set a project up, or change it: what is not said is no longer so')
    .argument('<id>', 'id of the project')
    .requiredOption(
      '--app-id <reference>',
      'where nodes find its App ID: env:RINGFLOW_PROJECT_… or file:/path',
    )
    .requiredOption('--app-key <reference>', 'where nodes find its App Key')
    .option('--platform-url <url>', 'base address of its platform; default: that of the service')
    .option('--sms-app-id <reference>', 'App ID for messages; default: that of calls')
    .option('--sms-app-key <reference>', 'App Key for messages')
    .option('--video-app-id <reference>', 'App ID for video rooms; default: that of calls')
    .option('--video-app-key <reference>', 'App Key for video rooms')
    .option('--default-flow <name>', 'flow for numbers without a route')
    .option('--max-calls <count>', 'calls that may go on at once; further ones are turned away')
    .option('--dials-per-second <count>', 'calls that may be placed per second, at most 20')
    .option('--hook-allow <addresses>', 'from where its platform may tell of calls: 203.0.113.0/24,…')
    .option('--hook-max-age <time>', 'how old a notification may be, such as 5m, or off')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `${CODES}\n\nExample:\n  ringflow project put shop --app-id env:RINGFLOW_PROJECT_SHOP_APP_ID \\\n    --app-key file:/run/secrets/shop-app-key --max-calls 100`,
    )
    .action(async (id: string, flags: PutFlags) => {
      const path = `/projects/${encodeURIComponent(id)}`;
      print(await askOf(flags, io)<ProjectAnswer>('PUT', path, bodyOf(flags)), flags, io);
    });
}

function bodyOf(flags: PutFlags) {
  const { appId, appKey, platformUrl: url, defaultFlow, hookAllow } = flags;
  const sms = pair(flags.smsAppId, flags.smsAppKey, '--sms-app-');
  const video = pair(flags.videoAppId, flags.videoAppKey, '--video-app-');
  const limits = {
    concurrentCalls: countIn(flags.maxCalls, '--max-calls'),
    dialsPerSecond: countIn(flags.dialsPerSecond, '--dials-per-second'),
  };
  const hooks = {
    allow: hookAllow?.split(',').map((one) => one.trim()),
    maxAgeSeconds: windowIn(flags.hookMaxAge),
  };
  return { platform: { appId, appKey, url, sms, video }, defaultFlow, limits, hooks };
}

function pair(appId: string | undefined, appKey: string | undefined, flag: string) {
  if (appId === undefined && appKey === undefined) return undefined;
  if (appId === undefined || appKey === undefined)
    throw new CommandFailure(`${flag}id and ${flag}key go together: give both or neither`);
  return { appId, appKey };
}

function countIn(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw new CommandFailure(`${flag} is "${text}": expected a whole number`);
  return Number(text);
}

function windowIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const window = parseWindow(text);
  if (window === undefined)
    throw new CommandFailure(`--hook-max-age is "${text}": expected off, or a time such as 5m`);
  return (window.ms ?? 0) / 1_000;
}

function print(project: ProjectAnswer, { json }: ShowFlags, io: Io): void {
  io.out(json === true ? `${JSON.stringify(project)}\n` : inWords(project));
}

function inWords({ id, isDefault, platform, defaultFlow, limits = {} }: ProjectAnswer): string {
  if (isDefault) return `${id}: what the service is started with\n`;
  const { concurrentCalls, dialsPerSecond } = limits;
  const said = [
    `App ID ${platform?.appId ?? 'unknown'}`,
    ...(platform?.url === undefined ? [] : [`at ${platform.url}`]),
    ...(defaultFlow === undefined ? [] : [`other numbers lead to ${defaultFlow}`]),
    ...(concurrentCalls === undefined ? [] : [`at most ${concurrentCalls} calls at once`]),
    ...(dialsPerSecond === undefined ? [] : [`at most ${dialsPerSecond} calls placed per second`]),
  ];
  return `${id}: ${said.join(', ')}\n`;
}
