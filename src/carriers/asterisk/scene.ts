/** What the conversion of a command works with. */
import type { Command, RefusalMeaning } from '../../call/index.ts';
import { NUMBER_REFUSED } from '../../engine/ports/index.ts';
import type { CommandTarget } from '../../engine/ports/index.ts';
import type { DialOptions } from './endpoint.ts';

/** A connection in `websocket_client.conf`: Asterisk streams to no other address. */
export interface StreamConnection {
  name: string;
  /** Its address, without a query. */
  url: string;
}

export interface CommandOptions extends DialOptions {
  /** The Stasis application that receives the calls. */
  app: string;
  /** True when answers in words are recognised. */
  hears?: boolean;
  /** The connections for streams. */
  streams?: readonly StreamConnection[];
  /** Maximum time that a call of ours or a party rings, unless the command says it, ms. */
  ringMs: number;
}

/** What a command needs to know of Asterisk's side before its steps are decided. */
export interface Findings {
  /** What Asterisk plays: `sound:…`. */
  media?: string;
  /** The channels in the bridge of the party, if there is one. */
  bridged?: readonly string[];
  /** Name of the recording in progress. */
  recording?: string | undefined;
  /** Channel of the stream in progress. */
  stream?: string | undefined;
}

/** A command that is not sent: the carrier cannot do it, or must not. */
export interface Refused {
  code: 'unsupported' | typeof NUMBER_REFUSED | 'stream_refused' | 'party_talks' | 'already_recording';
  message: string;
  means?: RefusalMeaning;
}

export interface Scene {
  target: CommandTarget;
  /** The call's channel. */
  channel: string;
  findings: Findings;
  options: CommandOptions;
}

/** Returns the refusal of a command that Asterisk has nothing for. */
export function refuseKind(kind: Command['kind']): Refused {
  return { code: 'unsupported', message: `Asterisk does not carry out the command ${kind}` };
}

/** Returns the refusal of a play during a conversation: Asterisk would play it to one of the two. */
export function refuseDuringTalk(): Refused {
  const code = 'party_talks';
  return { code, message: 'nothing can be played while two people talk', means: code };
}

/** Returns the refusal of a second recording: the flow counts on one. */
export function refuseSecondRecording(): Refused {
  const code = 'already_recording';
  return { code, message: 'the call is being recorded already', means: code };
}

/** Returns the refusal of a number. The message does not repeat it: it may be a person's. */
export function refuseNumber(): Refused {
  return { code: NUMBER_REFUSED, message: 'the number or SIP URI may not be called by this carrier' };
}
