/** The port to a carrier, which places, answers and controls calls. One instance serves one project. */
import type { Readable } from 'node:stream';
import type {
  CallId,
  Command,
  CommandAnswer,
  CommandId,
  Media,
  ProjectId,
  VoiceId,
} from '../../call/index.ts';
import type { Leg } from '../../call/index.ts';
import type { Capabilities } from '../../language/model/index.ts';
import type { Arrival } from './arrival.ts';

/** The call that a command is for. */
export interface CommandTarget {
  call: CallId;
  /** The carrier's id of the call. Undefined only for a `dial`. */
  voiceId: VoiceId | undefined;
  /** True when a process that is gone may have sent the command: a carrier that cannot repeat it safely asks first (I4). */
  inDoubt?: boolean;
  /** The play that the call hears now, as far as its record tells; ended first where plays would queue. */
  playing?: CommandId;
  /** The `connect` whose party rings or talks. */
  party?: CommandId;
  /** The message of the caller that is being recorded; ended first where nothing can be heard meanwhile. */
  message?: CommandId;
  /** Called before a retry: true when a notification proves that the command was carried out. */
  wasCarriedOut?: () => Promise<boolean>;
  /**
   * Called before what takes long, such as rendering speech, and when the first attempt has failed. The signal aborts when the
   * command is no longer needed: it need not be carried out, and no retry follows.
   */
  withdrawn?: () => AbortSignal;
}

export interface CommandResult {
  /** The carrier's id of the call that a `dial` created. */
  voiceId?: VoiceId;
  /** The parts of the answer that a flow can use. */
  answer?: CommandAnswer;
  /** True when the carrier tells the end of this play by `played`, also of one that listens for keys. */
  tellsEnd?: true;
}

/** Calls placed by one request. */
export interface Broadcast {
  /** Idempotency key: the calls are dialled once. The platform remembers it for a day (voice.md 4.5). */
  key: string;
  /** The caller id. */
  from: string;
  /** Each hears `play` when it answers; without it nothing until its commands are sent. */
  recipients: { call: CallId; to: string; play?: { media: Media; promptRef: string } }[];
}

/** Name of the platform's carrier, which records of earlier releases do not hold. */
export const PLATFORM = 'platform';

export interface Carrier {
  /** Name under which it is configured; in records, CDRs, metrics. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /**
   * Sends one command and waits for the answer, with the retries that the carrier recommends. Throws `CarrierError` when it
   * is refused or the retries are exhausted.
   */
  perform(target: CommandTarget, command: Command, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Places many calls with one request; the carrier decides when each is dialled. Absent where that is impossible. Throws
   * `CarrierError` when it is refused, with no call dialled, or the retries are exhausted.
   */
  broadcast?(order: Broadcast, signal?: AbortSignal): Promise<void>;
  /** How its events come. */
  readonly events: Webhooks | EventSocket;
  /** The recordings that it keeps for us; absent where it serves and removes them itself. */
  readonly recordings?: Recordings;
  /** Closes connections after the commands in flight. */
  close(): Promise<void>;
}

/** Recordings by the commands that started them. Each member throws a `CarrierError` while the carrier cannot be reached. */
export interface Recordings {
  /** Opens a WAV file; undefined when there is none. */
  open(recording: CommandId): Promise<Readable | undefined>;
  /** Lists finished recordings. */
  list(): Promise<CommandId[]>;
  /** Removes a recording, if there is one. */
  remove(recording: CommandId): Promise<void>;
}

/** Events that come as HTTP requests to the hooks of a project. */
export interface Webhooks {
  readonly kind: 'webhooks';
  /** Decrypts and reads one request. Pure. */
  read(request: WebhookRequest): WebhookReading[];
}

export interface WebhookRequest {
  /** The body as text; empty when there is none. Bytes that are no UTF-8 were replaced, so that no signature fits them. */
  body: string;
  headers: Readonly<Record<string, unknown>>;
  /** The part of the address that a placed call's hook carries. */
  query: { call?: string };
}

/** What was read of one notification of a request. */
export type WebhookReading =
  /**
   * An event, with the time at which it was sent, ms since the epoch. `content` is the decoded notification, present when it
   * names no call: it may concern another service of the carrier.
   */
  | { kind: 'event'; arrival: Omit<Arrival, 'project'>; sentAt?: number; content?: unknown }
  /** Accepted, but no notification: an empty body, not a JSON object, or still encrypted after decryption. */
  | { kind: 'ignored'; reason: 'probe' | 'malformed' | 'encrypted' }
  /** Refused; the first two concern the whole request. */
  | { kind: 'refused'; reason: 'not_json' | 'too_many' | 'undecryptable' };

/** Events that come over a WebSocket, which the carrier opens to us, or we to it. */
export interface EventSocket {
  readonly kind: 'socket';
  /**
   * Reads the events of one connection to its end: of `socket`, or without it of one that the carrier opens itself. After
   * connecting it compares the live calls with the carrier's and reports what happened in between. Rejects when the
   * carrier cannot be reached. `taken_over`: the carrier reports to another program, and only a connection that we open
   * changes that.
   */
  follow(
    sink: EventSink,
    options: { socket?: WebSocketLike; signal: AbortSignal },
  ): Promise<'closed' | 'taken_over'>;
  /** True when the carrier reports to a connection, whoever reads it. Rejects when the carrier cannot be reached. */
  isTaken(): Promise<boolean>;
}

/** A WebSocket that is open, such as one of `ws`. */
export interface WebSocketLike {
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'close' | 'error', listener: () => void): unknown;
  close(code?: number): void;
}

/** Where a followed carrier reports events. */
export interface EventSink {
  /** Resolves when the event is stored or spooled. */
  receive(arrival: Omit<Arrival, 'project'>): Promise<unknown>;
  /** Returns the calls on this carrier that have not ended. */
  listLiveCalls(): Promise<LiveCall[]>;
  /** True for a call of this service, live or ended, that has not been removed. */
  hasCall(call: CallId): Promise<boolean>;
}

/** What a carrier needs to know of a call to tell what has become of it. */
export interface LiveCall {
  project: ProjectId;
  call: CallId;
  voiceId: VoiceId | undefined;
  leg: Leg;
  playing?: CommandId;
  party?: CommandId;
  recording?: CommandId;
  stream?: CommandId;
}

/** Returns a carrier that performs commands in another way, for instance measured, and is otherwise the same. */
export function replacePerform(carrier: Carrier, perform: Carrier['perform']): Carrier {
  return {
    name: carrier.name,
    capabilities: carrier.capabilities,
    events: carrier.events,
    ...(carrier.recordings && { recordings: carrier.recordings }),
    perform,
    ...(carrier.broadcast && { broadcast: carrier.broadcast.bind(carrier) }),
    close: () => carrier.close(),
  };
}
