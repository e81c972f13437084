import type { ConnectRequest, PlayRequest } from '../wire/index.ts';
import { broadcastConnect, broadcastHangup, broadcastPlay } from './endpoints-voice.ts';
import type { CallOptions, Send } from './send.ts';

/**
 * The calls of one broadcast, at the paths that some platforms have for them (observed; not in voice.md): a call that does
 * not belong to the broadcast is refused with 404.
 */
export class BroadcastCalls {
  readonly #send: Send;
  readonly #broadcastId: string;

  constructor(send: Send, broadcastId: string) {
    this.#send = send;
    this.#broadcastId = broadcastId;
  }

  /** Plays a prompt, speech or an audio file; with `dtmf` or `asr` it also listens (voice.md 2.2). */
  play(voiceId: string, request: PlayRequest, options?: CallOptions) {
    return this.#send(broadcastPlay, { params: this.#paramsFor(voiceId), body: request, options });
  }

  /** Bridges the call to another party (voice.md 4). */
  connect(voiceId: string, request: ConnectRequest, options?: CallOptions) {
    return this.#send(broadcastConnect, { params: this.#paramsFor(voiceId), body: request, options });
  }

  /** Ends the call (voice.md 4.3). */
  hangup(voiceId: string, options?: CallOptions) {
    return this.#send(broadcastHangup, { params: this.#paramsFor(voiceId), body: undefined, options });
  }

  #paramsFor(voiceId: string) {
    return { broadcast_id: this.#broadcastId, voice_id: voiceId };
  }
}
