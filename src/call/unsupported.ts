/** Commands that a carrier has nothing for: the simulated line and `prove` refuse them alike. */
import type { Capabilities } from '../language/capabilities/index.ts';
import type { Command, CommandAction, CommandKind } from './commands.ts';
import type { CommandFailure } from './events.ts';

/** Code of the refusal of a command that a carrier has nothing for. */
export const UNSUPPORTED = 'unsupported';

/** What a command needs, and whether a carrier has it. */
type Need = [what: string, has: (can: Capabilities) => boolean];

const room: Need = ['video rooms', ({ rooms }) => rooms];
const stream: Need = ['streams of audio', (can) => can.stream !== 'none' && can.stream.length > 0];

const needs: Partial<Record<CommandKind, Need>> = {
  stream,
  join: room,
  create_room: room,
  create_token: room,
  sms: ['text messages', ({ sms }) => sms],
  record_message: ['voicemail', ({ record }) => record.voicemail],
};

/** Returns the refusal of a command that a carrier cannot carry out; undefined for all others. */
export function findUnsupported(
  command: CommandAction | Command,
  can: Capabilities,
): CommandFailure | undefined {
  const need = command.kind === 'dial' ? needs[toKind(command.onConnect?.kind)] : needs[command.kind];
  if (need === undefined || need[1](can)) return undefined;
  return { code: UNSUPPORTED, message: `this carrier has no ${need[0]}`, callEnded: false };
}

/** Returns the command that does the same as the first action of a call that is placed. */
function toKind(onConnect: 'play' | 'connect' | 'room' | 'stream' | undefined): CommandKind {
  if (onConnect === undefined) return 'dial';
  return onConnect === 'room' ? 'join' : onConnect;
}
