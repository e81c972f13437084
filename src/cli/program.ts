/** The command line's table of contents. Each command is one file that adds itself to the program. */
import { Command } from 'commander';
import { packageVersion } from '../package-version.ts';
import type { Io } from './io.ts';

type Register = (program: Command, io: Io) => void;

/** In the order of the help. What a command needs is loaded with it, so that one does not wait for what others need. */
const commands: Record<string, () => Promise<Register>> = {
  dev: async () => (await import('./dev.ts')).registerDev,
  serve: async () => (await import('./serve.ts')).registerServe,
  config: async () => (await import('./config.ts')).registerConfig,
  validate: async () => (await import('./validate.ts')).registerValidate,
  test: async () => (await import('./test.ts')).registerTest,
  prove: async () => (await import('./prove.ts')).registerProve,
  perturb: async () => (await import('./perturb.ts')).registerPerturb,
  call: async () => (await import('./call.ts')).registerCall,
  graph: async () => (await import('./graph.ts')).registerGraph,
  diff: async () => (await import('./diff.ts')).registerDiff,
  prompts: async () => (await import('./prompts.ts')).registerPrompts,
  types: async () => (await import('./types.ts')).registerTypes,
  trace: async () => (await import('./trace.ts')).registerTrace,
  cdrs: async () => (await import('./service/cdrs.ts')).registerCdrs,
  calls: async () => (await import('./calls.ts')).registerCalls,
  logs: async () => (await import('./service/logs.ts')).registerLogs,
  backup: async () => (await import('./backup.ts')).registerBackup,
  restore: async () => (await import('./backup.ts')).registerRestore,
  preview: async () => (await import('./preview.ts')).registerPreview,
  compat: async () => (await import('./compat.ts')).registerCompat,
  reseal: async () => (await import('./reseal.ts')).registerReseal,
  login: async () => (await import('./service/login.ts')).registerLogin,
  logout: async () => (await import('./service/login.ts')).registerLogout,
  keys: async () => (await import('./service/keys.ts')).registerKeys,
  project: async () => (await import('./service/project.ts')).registerProject,
  deploy: async () => (await import('./service/deploy.ts')).registerDeploy,
  versions: async () => (await import('./service/versions.ts')).registerVersions,
  stats: async () => (await import('./service/stats.ts')).registerStats,
  rollback: async () => (await import('./service/rollback.ts')).registerRollback,
  route: async () => (await import('./service/route.ts')).registerRoute,
  campaign: async () => (await import('./service/campaign.ts')).registerCampaign,
  dial: async () => (await import('./service/dial.ts')).registerDial,
  planned: async () => (await import('./service/planned.ts')).registerPlanned,
  lsp: async () => (await import('./lsp.ts')).registerLsp,
  emulator: async () => (await import('./emulator.ts')).registerEmulator,
  completion: async () => (await import('./completion.ts')).registerCompletion,
};

/** Commands that tell of all the others. */
const needAll = ['completion'];

/**
 * Builds the program; its commands write to `io` and throw `CommandFailure`. Where `wanted` names a command it is the
 * only one; else all are there, for the help and for what is mistyped.
 */
export async function buildProgram(io: Io, wanted = ''): Promise<Command> {
  const program = new Command('ringflow')
    .description('Call flows in YAML: check them, test them, talk to them, run them.')
    .version(packageVersion())
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
  const isAlone = Object.hasOwn(commands, wanted) && !needAll.includes(wanted);
  const load = isAlone ? commands[wanted] : undefined;
  const loaders = load === undefined ? Object.values(commands) : [load];
  for (const register of await Promise.all(loaders.map((one) => one()))) register(program, io);
  return program;
}
