import { Option } from 'commander';
import type { Command } from 'commander';
import type { CallSummary } from '../../call/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { callPath } from './calls.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface SendFlags extends ServiceFlags {
  keys?: string;
  says?: string;
  texts?: string;
  from?: string;
  key?: string;
}

/** `ringflow calls end` and `send`: end a live call, or send input to it as if it came from the caller. */
export function registerCallControl(calls: Command, io: Io): void {
  addServiceFlags(calls.command('end'))
    .description('hang up a live call')
    .argument('<call>', 'id of the call')
    .addHelpText('after', renderExitCodes('requested', 'no such call, or it has ended'))
    .action(async (id: string, flags: ServiceFlags) => {
      const { step } = await controlCall(id, { flags, io, what: 'end' });
      io.out(`${id}: hanging up at step ${step}\n`);
    });
  addServiceFlags(calls.command('send'))
    .description('send keys, speech or a message to a live call, as if they came from its caller')
    .argument('<call>', 'id of the call')
    .option('--keys <digits>', 'keys to press')
    .addOption(new Option('--says <words>', 'words to say').conflicts('keys'))
    .addOption(new Option('--texts <text>', 'text message to send').conflicts(['keys', 'says']))
    .option('--from <number>', 'sender of the message; default: the number that the call waits for')
    .option('--key <key>', 'idempotency key: repeating the command with it has no further effect')
    .addHelpText(
      'after',
      `${renderExitCodes('sent', 'the call is not waiting for it, or has ended')}\n\nExamples:\n  ringflow calls send default.7b1d2c9e --keys 1\n  ringflow calls send default.7b1d2c9e --texts "yes" --key ticket-7`,
    )
    .action(async (id: string, flags: SendFlags) => {
      const headers = flags.key === undefined ? {} : { 'idempotency-key': flags.key };
      const { step } = await controlCall(id, {
        flags,
        io,
        what: 'events',
        body: toEventBody(flags),
        headers,
      });
      io.out(`${id}: at step ${step}\n`);
    });
}

function toEventBody({ keys, says, texts, from }: SendFlags): object {
  if (keys !== undefined) return { type: 'digits', digits: keys };
  if (says !== undefined) return { type: 'speech', text: says };
  if (texts !== undefined) return { type: 'message', text: texts, from };
  throw new CommandFailure('nothing to send: use --keys, --says or --texts');
}

interface Controlled {
  flags: ServiceFlags;
  io: Io;
  what: 'end' | 'events';
  body?: object;
  headers?: Record<string, string>;
}

function controlCall(id: string, { flags, io, what, body, headers }: Controlled): Promise<CallSummary> {
  return openProject(flags, io, headers)<CallSummary>('POST', `${callPath(id)}/${what}`, body);
}
