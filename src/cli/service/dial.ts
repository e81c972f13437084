import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { addParam, projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface DialFlags extends ServiceFlags {
  from: string;
  param?: Record<string, string>;
  key?: string;
  json?: true;
}

/** `ringflow dial`: a service places a call. */
export function registerDial(program: Command, io: Io): void {
  withService(program.command('dial'))
    .description('let a service place a call')
    .argument('<flow>', 'name of a flow that takes calls there')
    .argument('<to>', 'number to call, in E.164 form')
    .requiredOption('--from <number>', 'number that is shown')
    .option('--param <name=value>', 'value of a parameter of the flow; may be repeated', addParam)
    .option('--key <key>', 'the same again under the same key places one call')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nPrints the id of the call.\nExit code: 0 placed, 1 refused, 2 wrong use or no answer.\n\nExample:\n  ringflow dial appointment-reminder +4915112345678 --from +4930555000 --param day=Monday --key appointment-4711',
    )
    .action(async (flow: string, to: string, { from, param: params, key, json, ...flags }: DialFlags) => {
      const ask = projectOf(flags, io, key === undefined ? {} : { 'idempotency-key': key });
      const { id } = await ask<{ id: string }>('POST', '/calls', { flow, from, to, params });
      io.out(json === true ? `${JSON.stringify({ id })}\n` : `${id}\n`);
    });
}
