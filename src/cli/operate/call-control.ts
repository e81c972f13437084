import { Option } from 'commander';
import type { Command } from 'commander';
import type { CallSummary } from '../../call/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { pathOf } from './calls.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface SendFlags extends ServiceFlags {
  keys?: string;
  says?: string;
  texts?: string;
  from?: string;
  key?: string;
}

/** `ringflow calls end` and `send`: a service ends a call, or takes something as if its caller had done it. */
export function registerCallControl(calls: Command, io: Io): void {
  withService(calls.command('end'))
    .description('let a service hang up on a call')
    .argument('<call>', 'id of the call')
    .addHelpText(
      'after',
      '\nExit code: 0 asked for, 1 there is none or it is over, 2 wrong use or no answer.',
    )
    .action(async (id: string, flags: ServiceFlags) => {
      const { step } = await control(id, { flags, io, what: 'end' });
      io.out(`${id}: hanging up at ${step}\n`);
    });
  withService(calls.command('send'))
    .description('give a call something as if its caller had done it')
    .argument('<call>', 'id of the call')
    .option('--keys <digits>', 'keys')
    .addOption(new Option('--says <words>', 'something said').conflicts('keys'))
    .addOption(
      new Option('--texts <text>', 'the text message for which it waits').conflicts(['keys', 'says']),
    )
    .option('--from <number>', 'who sends the message; default: from whom it is waited for')
    .option('--key <key>', 'the same again under the same key is given once')
    .addHelpText(
      'after',
      '\nExit code: 0 given, 1 nothing in the call waits for it, or it is over, 2 wrong use or no answer.\n\nExamples:\n  ringflow calls send default.7b1d2c9e --keys 1\n  ringflow calls send default.7b1d2c9e --texts "yes" --key ticket-7',
    )
    .action(async (id: string, flags: SendFlags) => {
      const headers = flags.key === undefined ? {} : { 'idempotency-key': flags.key };
      const { step } = await control(id, { flags, io, what: 'events', body: givenBy(flags), headers });
      io.out(`${id}: at ${step}\n`);
    });
}

function givenBy({ keys, says, texts, from }: SendFlags): object {
  if (keys !== undefined) return { type: 'digits', digits: keys };
  if (says !== undefined) return { type: 'speech', text: says };
  if (texts !== undefined) return { type: 'message', text: texts, from };
  throw new CommandFailure('say what to give: --keys, --says or --texts');
}

interface Controlled {
  flags: ServiceFlags;
  io: Io;
  what: 'end' | 'events';
  body?: object;
  headers?: Record<string, string>;
}

function control(id: string, { flags, io, what, body, headers }: Controlled): Promise<CallSummary> {
  return projectOf(flags, io, headers)<CallSummary>('POST', `${pathOf(id)}/${what}`, body);
}
