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
  /** End the call; before it is accepted this rejects it. DELETE. */
  | { kind: 'hangup' };

export type CommandKind = CommandAction['kind'];

/** A command with its place in the call. */
export type Command = CommandAction & {
  /** 1, 2, 3 … within the call. */
  number: number;
  /** `commandId(call, number)`. */
  id: CommandId;
};
