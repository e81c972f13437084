/** The state of a call, and the registry of calls. */
import type { ActionErrorCode, CustomData } from '../../../../../schemas/types/voice.ts';
import type { Ticket } from '../virtual-clock.ts';
import type { Message } from './media/message-order.ts';
import type { Playback } from './media/play-order.ts';
import type { DisconnectReason } from './disconnect-reason.ts';
import type { Act } from '../settings.ts';

/** voice.md 3. A call that waits for its next attempt is `initiated`. */
type CallState = 'initiated' | 'ringing' | 'connected' | 'bridged' | 'disconnected';

/** Data given at dialing and echoed in every notification (voice.md 2.1). */
export interface Echo {
  owner_ref?: string;
  custom_data?: CustomData;
  /** Broadcast that the call belongs to. */
  broadcast_id?: string;
}

/** A second party, ringing or connected. */
interface Bridge {
  to: string;
  /** The next event: the answer, or hanging up. */
  next: Ticket | undefined;
}

interface Recording {
  id: string;
  name: string;
  startedAt: number;
}

/** Origin of a stream: `answer` for one from action_on_connect. */
export type StreamCause = 'answer' | 'request';

/** A media stream, opening or open. */
interface Stream {
  id: string;
  cause: StreamCause;
  /** Bytes received from the application. */
  bytes: number;
  isOpen: boolean;
}

/** Called when a call has finally ended. */
export type WhenEnded = (call: Call, reason: DisconnectReason) => void;

/** Facts about a call that are known from its start. */
interface CallOrigin {
  readonly voiceId: string;
  readonly channelId: string;
  readonly appId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  /** Webhook for notifications. */
  readonly webhook: string | undefined;
  readonly echo: Echo;
  /** Future actions of the caller. */
  acts: Act[];
  /** Called once, when the call has finally ended. */
  readonly whenEnded: WhenEnded | undefined;
}

/** The second party, and those called before. */
interface SecondPartyState {
  bridge: Bridge | undefined;
  /** Second party requested by a `connect` before the answer. */
  connectOnAnswer: string | undefined;
  /** Number of calls to each second party. */
  readonly secondPartyCalls: Map<string, number>;
  /** Keys pressed during the bridge and not sent yet. */
  bridgeKeys: { keys: string; next: Ticket | undefined };
}

/** The plays, recordings and streams of a call. */
interface MediaState {
  play: Playback | undefined;
  recording: Recording | undefined;
  /** A message of the caller that is being recorded. */
  message: Message | undefined;
  /** The last completed recording, for `disconnected`. */
  recorded: { id: string; seconds: number } | undefined;
  stream: Stream | undefined;
  held: boolean;
}

export interface Call extends CallOrigin, SecondPartyState, MediaState {
  state: CallState;
  /** Number of dial attempts; 1 for an inbound call. */
  attempt: number;
  /** True once any attempt was answered. */
  wasAnswered: boolean;
  /** Reason when the platform ended it (voice.md 7.4). */
  errorCode: ActionErrorCode | undefined;
  /** Scheduled tasks, cancelled when the call ends. */
  tickets: Set<Ticket>;
}

/** Creates a call on which nothing has happened. */
export function createCall(about: CallOrigin): Call {
  return {
    ...about,
    state: 'initiated',
    attempt: 1,
    play: undefined,
    bridge: undefined,
    connectOnAnswer: undefined,
    secondPartyCalls: new Map(),
    bridgeKeys: { keys: '', next: undefined },
    recording: undefined,
    message: undefined,
    recorded: undefined,
    stream: undefined,
    wasAnswered: false,
    errorCode: undefined,
    held: false,
    tickets: new Set(),
  };
}

/** True for answered calls, bridged or not. */
export function isAnswered(call: Call): boolean {
  return call.state === 'connected' || call.state === 'bridged';
}

/** Live calls and recently ended ones, for which requests are answered that they have ended (voice.md 7.4). */
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

  /** Moves a call to the ended ones and drops the oldest of these. */
  end(call: Call): void {
    this.#live.delete(call.voiceId);
    this.#ended.set(call.voiceId, call);
    for (const voiceId of this.#ended.keys()) {
      if (this.#ended.size <= this.#endedKept) break;
      this.#ended.delete(voiceId);
    }
  }
}
