import type { Command } from 'commander';
import { RETRIED_RESULTS } from '../../service/campaigns/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { addParam } from '../shared/option-values.ts';
import { openProject, timeParser, addServiceFlags, renderExitCodes } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

type Retries = Record<string, { times: number; afterSeconds: number }>;

interface DialFlags extends ServiceFlags {
  from: string;
  param?: Record<string, string>;
  at?: number;
  retry?: Retries;
  key?: string;
  carrier?: string;
  json?: true;
}

/** `ringflow dial`: places an outbound call, now or later. */
export function registerDial(program: Command, io: Io): void {
  addServiceFlags(program.command('dial'))
    .description('place an outbound call, now or later')
    .argument('<flow>', 'name of a deployed flow')
    .argument('<to>', 'number to call, in E.164 form')
    .requiredOption('--from <number>', 'caller ID')
    .option('--param <name=value>', 'value of a flow parameter; repeatable', addParam)
    .option(
      '--at <when>',
      'place the call at this time, such as 2026-12-24T18:00:00+01:00',
      timeParser('--at'),
    )
    .option(
      '--retry <result=times/wait>',
      'retry after this result, such as busy=3/60s; repeatable',
      addRetry,
    )
    .option('--key <key>', 'idempotency key: repeating the command with it places no further call')
    .option('--carrier <name>', 'carrier that places the call; default: that of the project')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `\nPrints the id of the call; with --at or --retry the id of the planned call, for "ringflow planned".${renderExitCodes('placed or planned')}\n\nExamples:\n  ringflow dial appointment-reminder +4915112345678 --from +4930555000 --param appointment="Monday at nine" --key appointment-4711\n  ringflow dial appointment-reminder +4915112345678 --from +4930555000 --at 2026-12-24T18:00+01:00 --retry busy=3/60s --retry no_answer=1/2h`,
    )
    .action(async (flow: string, to: string, { from, param: params, ...flags }: DialFlags) => {
      const { key, carrier, json, at, retry: retries, ...service } = flags;
      const ask = openProject(service, io, key === undefined ? {} : { 'idempotency-key': key });
      const plan = { at: at === undefined ? undefined : new Date(at).toISOString(), retries };
      const answer = await ask<{ id: string }>('POST', '/calls', {
        flow,
        from,
        to,
        params,
        carrier,
        ...plan,
      });
      io.out(json === true ? `${JSON.stringify(answer)}\n` : `${answer.id}\n`);
    });
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Collects the values of `--retry`. Throws a `CommandFailure`. */
function addRetry(text: string, before: Retries = {}): Retries {
  const [, result = '', times, wait, unit] = /^(\w+)=(\d+)\/(\d+)([smhd])$/.exec(text) ?? [];
  if (!(RETRIED_RESULTS as readonly string[]).includes(result))
    throw new CommandFailure(
      `--retry is "${text}": expected a value such as busy=3/60s: a result (${RETRIED_RESULTS.join(', ')}), a count and a wait in s, m, h or d`,
    );
  const afterSeconds = Number(wait) * SECONDS[unit as keyof typeof SECONDS];
  return { ...before, [result]: { times: Number(times), afterSeconds } };
}
