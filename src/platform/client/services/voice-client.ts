import type { BroadcastRequest, CallRequest, ConnectRequest, PlayRequest } from '../../wire/index.ts';
import type { Download } from '../transport/download.ts';
import {
  accept,
  broadcast,
  broadcastConnect,
  broadcastHangup,
  broadcastPlay,
  connect,
  dial,
  endStream,
  hangup,
  hold,
  joinRoom,
  play,
  startRecording,
  stopRecording,
  stopStream,
  stream,
  webClientToken,
} from './endpoints-voice.ts';
import type { CallOptions, PostOptions, Send } from './send.ts';

interface VoiceParts {
  send: Send;
  download: (url: string, signal?: AbortSignal) => Promise<Download>;
  /** How a stream is ended: voice.md 4 says PUT and shows no body, DELETE is what platforms take. */
  stopStreamBy: 'DELETE' | 'PUT';
}

/** The voice service (voice.md): calls, broadcasts, streams, tokens of web clients. */
export class VoiceClient {
  readonly #send: Send;
  readonly #parts: VoiceParts;

  constructor(parts: VoiceParts) {
    this.#send = parts.send;
    this.#parts = parts;
  }

  /** Places a call (voice.md 4.1). */
  dial(request: CallRequest, options?: PostOptions) {
    return this.#send(dial, { body: request, options });
  }

  /** Takes an incoming call (voice.md 4). */
  accept(voiceId: string, options?: CallOptions) {
    return this.#send(accept, { params: { voice_id: voiceId }, body: undefined, options });
  }

  /** Plays a prompt, speech or an audio file; with `dtmf` or `asr` it also listens (voice.md 2.2). */
  play(voiceId: string, request: PlayRequest, options?: CallOptions) {
    return this.#send(play, { params: { voice_id: voiceId }, body: request, options });
  }

  /** Bridges the call to another party (voice.md 4). */
  connect(voiceId: string, request: ConnectRequest, options?: CallOptions) {
    return this.#send(connect, { params: { voice_id: voiceId }, body: request, options });
  }

  /** Puts the call on hold (voice.md 4). */
  hold(voiceId: string, options?: PostOptions) {
    return this.#send(hold, { params: { voice_id: voiceId }, body: { hold: true }, options });
  }

  /** Takes the call back from hold (voice.md 4). */
  resume(voiceId: string, options?: PostOptions) {
    return this.#send(hold, { params: { voice_id: voiceId }, body: { hold: false }, options });
  }

  /** Begins to record a bridged call, under a name that is not in use (voice.md 2.4). */
  startRecording(voiceId: string, recordingName: string, options?: CallOptions) {
    const body = { start: true, recording_name: recordingName } as const;
    return this.#send(startRecording, { params: { voice_id: voiceId }, body, options });
  }

  /** Ends the recording in progress (voice.md 2.4). */
  stopRecording(voiceId: string, options?: CallOptions) {
    return this.#send(stopRecording, { params: { voice_id: voiceId }, body: { stop: true }, options });
  }

  /** Sends the call's audio to a WebSocket address (voice.md 4). */
  startStream(voiceId: string, wssHost: string, options?: CallOptions) {
    return this.#send(stream, { params: { voice_id: voiceId }, body: { wss_host: wssHost }, options });
  }

  /** Ends the streaming (voice.md 4). */
  stopStream(voiceId: string, options?: CallOptions) {
    const params = { voice_id: voiceId };
    return this.#parts.stopStreamBy === 'DELETE'
      ? this.#send(endStream, { params, body: undefined, options })
      : this.#send(stopStream, { params, body: { stop: true }, options });
  }

  /** Lets the call join a video room as an audio participant. */
  joinRoom(voiceId: string, roomId: string, options?: CallOptions) {
    const params = { voice_id: voiceId, room_id: roomId };
    return this.#send(joinRoom, { params, body: undefined, options });
  }

  /** Ends the call; refuses one that was not accepted (voice.md 4.3). */
  hangup(voiceId: string, options?: CallOptions) {
    return this.#send(hangup, { params: { voice_id: voiceId }, body: undefined, options });
  }

  /** Calls many recipients with one request (voice.md 4). */
  broadcast(request: BroadcastRequest, options?: PostOptions) {
    return this.#send(broadcast, { body: request, options });
  }

  /** The calls of a broadcast, at the broadcast's own path (observed). At the usual paths they are taken as well. */
  broadcastCalls(broadcastId: string): BroadcastCalls {
    return new BroadcastCalls(this.#send, broadcastId);
  }

  /** A short-lived token for a browser on a whitelisted domain (voice.md 4.4). */
  webClientToken(domain: string, options?: PostOptions) {
    return this.#send(webClientToken, { body: { domain }, options });
  }

  /** Opens a recording, by the address that a notification gave (voice.md 6). */
  download(url: string, { signal }: CallOptions = {}): Promise<Download> {
    return this.#parts.download(url, signal);
  }
}

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
