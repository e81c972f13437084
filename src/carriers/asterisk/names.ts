/**
 * Names of the things that commands make at Asterisk. Each derives from the ids of call and command, so that a repeated
 * request finds what the first one made, and an event tells its call without an index (ADR 0005).
 */
import { hash } from 'node:crypto';
import { callId, callOfCommand, commandId } from '../../call/index.ts';
import type { CallId, CommandId, ProjectId, VoiceId } from '../../call/index.ts';

/** Asterisk cuts longer ids of channels off. */
const MAX_NAME_LENGTH = 149;

/** Things that belong to a call besides its channel. */
type Part = 'party' | 'bridge' | 'snoop' | 'pulse' | 'stream' | 'ear' | 'words';

/** Suffix of a playback that the reader ends at the first key. */
const STOPPED_BY_KEY = 'k';
const SUFFIX = /\.(party|bridge|snoop|pulse|stream|ear|words|k)$/;

/** Returns the channel of a call: of an inbound call its voice id, of a call that we place our id. */
export function toChannelId({ call, voiceId }: { call: CallId; voiceId?: VoiceId | undefined }): string {
  return voiceId ?? shorten(call);
}

/** Returns the call of a channel. The ids of calls that we place begin with their project. */
export function toCallId(project: ProjectId, channel: string): CallId {
  return callId(channel.startsWith(`${project}.`) ? channel : `${project}.${channel}`);
}

/** Returns the name of a play or a recording. */
export function toName(command: CommandId): string {
  return shorten(command);
}

/** Returns the name of a play that ends at the first key. */
export function toKeyedPlayName(command: CommandId): string {
  return shorten(command, `.${STOPPED_BY_KEY}`);
}

/** True for a play that ends at the first key. */
export function isKeyedPlay(name: string): boolean {
  return name.endsWith(`.${STOPPED_BY_KEY}`);
}

/** Returns the name of a channel or bridge that a command makes beside the call. */
export function toPartName(command: CommandId, part: Part): string {
  return shorten(command, `.${part}`);
}

/** What a name says. */
export interface ParsedName {
  call: CallId;
  command: CommandId;
  /** Absent for plays and recordings. */
  part?: Part;
}

/** Returns what a name says; undefined for hashed names and those that others gave. */
export function parseName(name: string): ParsedName | undefined {
  const [ending, suffix] = SUFFIX.exec(name) ?? [''];
  const place = callOfCommand(ending === '' ? name : name.slice(0, -ending.length));
  if (place === undefined) return undefined;
  const isPart = suffix !== undefined && suffix !== STOPPED_BY_KEY;
  return {
    call: place.call,
    command: commandId(place.call, place.number),
    ...(isPart && { part: suffix as Part }),
  };
}

/** Hashes an id that is too long; the suffix stays. */
function shorten(id: string, suffix = ''): string {
  const name = `${id}${suffix}`;
  return name.length <= MAX_NAME_LENGTH ? name : `h-${hash('sha256', id, 'hex')}${suffix}`;
}
