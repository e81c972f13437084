/** One call as the platform sees it, and the calls that there are. */
import type { ActionErrorCode, CustomData } from '../../../wire/index.ts';
import type { Ticket } from '../virtual-clock.ts';
import type { Playback } from './media/play-order.ts';
import type { DisconnectReason } from './disconnect-reason.ts';
import type { Act } from '../settings.ts';

/** voice.md 3. A call that waits for its next dial attempt is `initiated`. */
type CallState = 'initiated' | 'ringing' | 'connected' | 'bridged' | 'disconnected';

/** What was given at dial-out and comes back in every notification (voice.md 2.1). */
export interface Echo {
  owner_ref?: string;
  custom_data?: CustomData;
  /** The broadcast that the call belongs to. */
  broadcast_id?: string;
}

/** A second party: being reached, or talking. */
interface Bridge {
  to: string;
  /** What is due next: that party's answer, or its hanging up. */
  next: Ticket | undefined;
}

/** A recording in progress. */
interface Recording {
  id: string;
  name: string;
  startedAt: number;
}

/** Why a stream exists: `answer` for the one of action_on_connect. */
export type StreamCause = 'answer' | 'request';

/** A media stream: being opened, or open. */
interface Stream {
  id: string;
  cause: StreamCause;
  /** Audio that came back from the application. */
  bytes: number;
  isOpen: boolean;
}

/** Is told of a call's end. */
export type WhenEnded = (call: Call, reason: DisconnectReason) => void;

export interface Call {
  readonly voiceId: string;
  readonly channelId: string;
  readonly appId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  /** Where its notifications go; nowhere when undefined. */
  readonly webhook: string | undefined;
  readonly echo: Echo;
  state: CallState;
  /** Dial attempts so far; 1 for an inbound call. */
  attempt: number;
  play: Playback | undefined;
  bridge: Bridge | undefined;
  /** The second party that a `connect` before the answer asked for. */
  connectOnAnswer: string | undefined;
  /** How often each second party was called. */
  readonly asked: Map<string, number>;
  /** Keys pressed on the bridge and not yet sent. */
  bridgeKeys: { keys: string; next: Ticket | undefined };
  recording: Recording | undefined;
  /** The last finished recording, for the `disconnected` notification. */
  recorded: { id: string; seconds: number } | undefined;
  stream: Stream | undefined;
  /** Whether anybody answered it, at any attempt. */
  wasAnswered: boolean;
  /** Told once, when it has ended for good. */
  readonly whenEnded: WhenEnded | undefined;
  /** Why the platform ended it by itself (voice.md 7.4). */
  errorCode: ActionErrorCode | undefined;
  held: boolean;
  /** What the person on our line will do. */
  acts: Act[];
  /** What is still to happen by itself; cancelled when the call ends. */
  tickets: Set<Ticket>;
}

type NewCall = Pick<
  Call,
  'voiceId' | 'channelId' | 'appId' | 'direction' | 'from' | 'to' | 'webhook' | 'echo' | 'acts' | 'whenEnded'
>;

/** A call before anything happened. */
export function newCall(about: NewCall): Call {
  return {
    ...about,
    state: 'initiated',
    attempt: 1,
    play: undefined,
    bridge: undefined,
    connectOnAnswer: undefined,
    asked: new Map(),
    bridgeKeys: { keys: '', next: undefined },
    recording: undefined,
    recorded: undefined,
    stream: undefined,
    wasAnswered: false,
    errorCode: undefined,
    held: false,
    tickets: new Set(),
  };
}

/** Answered, whether or not a second party is there. */
export function isAnswered(call: Call): boolean {
  return call.state === 'connected' || call.state === 'bridged';
}

/** Live calls, and the last ended ones: of these a request is told that they have ended (voice.md 7.4). */
export class CallRegistry {
  readonly #live = new Map<string, Call>();
  readonly #ended = new Map<string, Call>();
  readonly #endedKept: number;

  constructor(endedKept: number) {
    this.#endedKept = endedKept;
  }

  add(call: Call): void {
    this.#live.set(call.voiceId, call);
  }

  get(voiceId: string): Call | undefined {
    return this.#live.get(voiceId) ?? this.#ended.get(voiceId);
  }

  live(): Iterable<Call> {
    return this.#live.values();
  }

  /** Moves a call to the ended ones and forgets the oldest of them. */
  end(call: Call): void {
    this.#live.delete(call.voiceId);
    this.#ended.set(call.voiceId, call);
    for (const voiceId of this.#ended.keys()) {
      if (this.#ended.size <= this.#endedKept) break;
      this.#ended.delete(voiceId);
    }
  }
}
