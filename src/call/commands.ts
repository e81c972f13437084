/**
 * What a call tells the platform to do. Plain data, numbered per call in the order of decision; the engine sends
 * them in that order (I4), `wire/` turns them into requests.
 */
import type { AudioLength } from '../flow/index.ts';
import type { CommandId } from './ids.ts';

/** One play request: exactly one of the four sources of voice.md 2.2. */
export type Media =
  | { kind: 'text'; text: string; language: string; voice?: string }
  | { kind: 'ssml'; ssml: string; language: string; voice?: string }
  | ({ kind: 'stored'; name: string } & AudioLength)
  | ({ kind: 'url'; url: string } & AudioLength);

/** What an outbound call does the moment it is answered (`action_on_connect`, voice.md 2.2). */
export type OnConnect =
  { kind: 'play'; media: Media; promptRef: CommandId } | { kind: 'connect'; from: string; to: string };

export type CommandAction =
  /** Place the outbound call. POST /voice/v1/call. */
  | { kind: 'dial'; from: string; to: string; onConnect?: OnConnect }
  /** Answer an inbound call that rings. PUT …/accept. */
  | { kind: 'accept' }
  /** Play one piece of media; with `listen` the platform collects digits during and after it. PUT …/play. */
  | { kind: 'play'; media: Media; listen: boolean; bargeIn?: boolean }
  /** Bridge the call to another party (E.164 number or SIP URI). PUT …/connect. */
  | { kind: 'connect'; from: string; to: string }
  /** Put the call on hold, or take it up again. POST …/hold. */
  | { kind: 'hold'; hold: boolean }
  /** End the call; before it is accepted this rejects it. DELETE. */
  | { kind: 'hangup' };

export type CommandKind = CommandAction['kind'];

/** What the platform's answer to a command gives a flow, by name, such as `job_id`. */
export type CommandAnswer = Record<string, string>;

/** What becomes of commands of a kind. */
interface CommandTraits {
  /** It is about a call that the platform has: nobody can carry it out once that is over. */
  needsLine: boolean;
  /** The call waits for its success, and is told of it by `command_done`. */
  tellsDone: boolean;
}

export const commandTraits: Record<CommandKind, CommandTraits> = {
  dial: { needsLine: false, tellsDone: false },
  accept: { needsLine: true, tellsDone: false },
  play: { needsLine: true, tellsDone: false },
  connect: { needsLine: true, tellsDone: false },
  hold: { needsLine: true, tellsDone: true },
  hangup: { needsLine: true, tellsDone: false },
};

/** A command with its place in the call. */
export type Command = CommandAction & {
  /** 1, 2, 3 … within the call. */
  number: number;
  /** `commandId(call, number)`. */
  id: CommandId;
};
