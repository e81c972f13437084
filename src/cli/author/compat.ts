import type { Command } from 'commander';
import type { CompiledFlow } from '../../language/model/index.ts';
import { readVersion } from '../../verification/recording/index.ts';
import { CallsCompat, renderCompat, checkStates } from '../../verification/replay/index.ts';
import type { Compat } from '../../verification/replay/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadOneFlow } from './one-flow.ts';
import { selectCalls, STORE_HELP, useOpenedStore } from '../operate/recorded-calls.ts';
import type { OpenStore } from '../operate/recorded-calls.ts';

interface CompatFlags {
  store?: string;
  json?: true;
}

/** `ringflow compat`: checks which live calls could continue on a new version. */
export function registerCompat(program: Command, io: Io): void {
  program
    .command('compat')
    .description(
      'check which live calls could continue on a new version, and when the old version is drained',
    )
    .argument('<old>', 'old version: its hash, or a flow as for <new>')
    .argument('<new>', 'new version: flow file, folder of one flow, or name of a flow in ./flows')
    .option('--store <store>', `check the live calls of this store; ${STORE_HELP}`)
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nNothing is moved: each call ends on the version on which it began. Without --store, or if <old> is a flow, the command checks every\nstate of the old version in which a call can wait.\n\nExit code: 0 all could continue, 1 some could not, 2 invalid usage.\n\nExamples:\n  ringflow compat old.yaml flows/front-desk\n  ringflow compat 3f2a9c0d17b4e6a8 flows/front-desk --store sqlite:ringflow.sqlite',
    )
    .action((old: string, file: string, flags: CompatFlags) => runCompat(old, file, { flags, io }));
}

async function runCompat(
  old: string,
  file: string,
  { flags, io }: { flags: CompatFlags; io: Io },
): Promise<void> {
  const { flow } = loadOneFlow(file, io, 2);
  const isVersion = /^[0-9a-f]{16}$/.test(old);
  const own = isVersion ? undefined : loadOneFlow(old, io, 2).flow;
  const found =
    own !== undefined && flags.store === undefined
      ? checkStates(own, flow)
      : await useOpenedStore({ flag: flags.store, io }, (open) =>
          checkLiveCalls(open, own?.version ?? old, { flow, own }),
        );
  io.out(flags.json ? `${JSON.stringify(found)}\n` : renderCompat(found));
  if (found.couldNot > 0) throw new CommandFailure('', 1);
}

async function checkLiveCalls(
  { store, place }: OpenStore,
  version: string,
  { flow, own }: { flow: CompiledFlow; own: CompiledFlow | undefined },
): Promise<Compat> {
  const old = own ?? (await readVersion(store, version));
  if (old === undefined) throw new CommandFailure(`${place} does not contain version ${version}`);
  const compat = new CallsCompat(flow);
  for await (const record of selectCalls(store, { flow: old.name, state: 'live' }))
    if (record.flow.version === version) compat.add(record, old);
    else compat.addElsewhere();
  return compat.found;
}
