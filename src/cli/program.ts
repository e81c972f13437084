/** The command line's table of contents. Each command is one file that adds itself to the program. */
import { Command } from 'commander';
import { readPackageVersion } from '../service/config/package.ts';
import type { Io } from './shared/io.ts';

type Register = (program: Command, io: Io) => void;

/** In the order of the help. Each command is imported on demand, so that it does not load what only others need. */
const commands: Record<string, () => Promise<Register>> = {
  new: async () => (await import('./author/new.ts')).registerNew,
  dev: async () => (await import('./author/dev.ts')).registerDev,
  serve: async () => (await import('./operate/serve.ts')).registerServe,
  config: async () => (await import('./operate/config.ts')).registerConfig,
  validate: async () => (await import('./author/validate.ts')).registerValidate,
  test: async () => (await import('./author/test.ts')).registerTest,
  prove: async () => (await import('./author/prove.ts')).registerProve,
  perturb: async () => (await import('./author/perturb.ts')).registerPerturb,
  call: async () => (await import('./phone/call.ts')).registerCall,
  import: async () => (await import('./author/import.ts')).registerImport,
  equal: async () => (await import('./author/equal.ts')).registerEqual,
  graph: async () => (await import('./author/graph.ts')).registerGraph,
  diff: async () => (await import('./author/diff.ts')).registerDiff,
  prompts: async () => (await import('./author/prompts.ts')).registerPrompts,
  types: async () => (await import('./author/types.ts')).registerTypes,
  trace: async () => (await import('./operate/trace.ts')).registerTrace,
  cdrs: async () => (await import('./operate/cdrs.ts')).registerCdrs,
  calls: async () => (await import('./operate/recorded-calls-command.ts')).registerCalls,
  logs: async () => (await import('./operate/logs.ts')).registerLogs,
  backup: async () => (await import('./operate/backup.ts')).registerBackup,
  restore: async () => (await import('./operate/backup.ts')).registerRestore,
  preview: async () => (await import('./author/preview.ts')).registerPreview,
  compat: async () => (await import('./author/compat.ts')).registerCompat,
  reseal: async () => (await import('./operate/reseal.ts')).registerReseal,
  login: async () => (await import('./operate/login.ts')).registerLogin,
  logout: async () => (await import('./operate/login.ts')).registerLogout,
  keys: async () => (await import('./operate/keys.ts')).registerKeys,
  project: async () => (await import('./operate/project.ts')).registerProject,
  deploy: async () => (await import('./operate/deploy.ts')).registerDeploy,
  versions: async () => (await import('./operate/versions.ts')).registerVersions,
  stats: async () => (await import('./operate/stats.ts')).registerStats,
  attention: async () => (await import('./operate/attention.ts')).registerAttention,
  rollback: async () => (await import('./operate/rollback.ts')).registerRollback,
  withdraw: async () => (await import('./operate/withdraw.ts')).registerWithdraw,
  route: async () => (await import('./operate/route.ts')).registerRoute,
  campaign: async () => (await import('./operate/campaign.ts')).registerCampaign,
  carrier: async () => (await import('./operate/carrier.ts')).registerCarrier,
  dial: async () => (await import('./operate/dial.ts')).registerDial,
  planned: async () => (await import('./operate/planned.ts')).registerPlanned,
  lsp: async () => (await import('./author/lsp.ts')).registerLsp,
  emulator: async () => (await import('./author/emulator.ts')).registerEmulator,
  completion: async () => (await import('./shared/completion.ts')).registerCompletion,
};

/** Commands that need all others to be registered. */
const needAll = ['completion'];

/**
 * Builds the program; its commands write to `io` and throw `CommandFailure`. If `wanted` names a command, only that one is
 * registered, and none for the version; otherwise all are, for the help and for suggestions.
 */
export async function buildProgram(io: Io, wanted = ''): Promise<Command> {
  const program = new Command('ringflow')
    .description('Call flows in YAML: check them, test them, talk to them, run them.')
    .version(readPackageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        io.out(text);
      },
      writeErr: (text) => {
        io.err(text);
      },
    })
    .showHelpAfterError('(add --help for the options)');
  for (const register of await Promise.all(chooseLoaders(wanted).map((load) => load())))
    register(program, io);
  return program;
}

function chooseLoaders(wanted: string): (() => Promise<Register>)[] {
  if (wanted === '--version' || wanted === '-V') return [];
  const load = Object.hasOwn(commands, wanted) && !needAll.includes(wanted) ? commands[wanted] : undefined;
  return load === undefined ? Object.values(commands) : [load];
}
