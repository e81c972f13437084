/**
 * What a carrier can do, as data. A flow compiles alike for every carrier; what it needs of one is compared with these
 * (ADR 0064).
 */
export interface Capabilities {
  /** Recognises speech: `phrases` and free text by voice. */
  speech: boolean;
  play: {
    /** SSML marks that are followed: all, those for breaks, numbers and pace, or none. */
    ssml: 'full' | 'basic' | 'none';
    /** Maximum length of the text or SSML of one play, characters; absent: no limit. */
    maxChars?: number;
    /** Plays audio that is stored at the carrier under a name. */
    stored: boolean;
    /** Ends what is heard for the next play, instead of refusing that one. */
    replaces: boolean;
  };
  record: {
    /** What a call must have reached before it can be recorded. */
    from: 'bridge' | 'answer';
    /** `once`: no second recording may have the same name. */
    names: 'once' | 'free';
    /** Records the caller alone, ended by a key, by silence or at a maximum length. */
    voicemail: boolean;
  };
  connect: {
    /** Reaches SIP URIs. */
    sip: boolean;
  };
  headers: {
    /** Sends SIP headers to the parties that it connects. */
    sent: boolean;
    /** SIP headers of inbound calls that it reads. */
    read: 'any' | readonly string[];
  };
  /** Streams the call's audio to any WebSocket, to those configured at the carrier, to these addresses, or not at all. */
  stream: 'any' | 'configured' | readonly string[] | 'none';
  /** Video rooms. */
  rooms: boolean;
  /** Text messages. */
  sms: boolean;
  /** Many calls placed by one request. */
  broadcast: boolean;
}

/** A carrier that a flow is checked against. */
export interface NamedCapabilities {
  /** The name under which messages speak of it. */
  name: string;
  capabilities: Capabilities;
}

/** The carrier against which a flow is checked when none is named: the platform (voice.md, sms.md, video.md). */
export const DEFAULT_CARRIER: NamedCapabilities = {
  name: 'platform',
  capabilities: {
    speech: true,
    play: { ssml: 'full', maxChars: 1_024, stored: true, replaces: false },
    record: { from: 'bridge', names: 'once', voicemail: false },
    connect: { sip: true },
    headers: { sent: false, read: [] },
    stream: 'any',
    rooms: true,
    sms: true,
    broadcast: true,
  },
};

export { cleanHeader, isReadableHeader, isSendableHeader } from './sip-headers.ts';
