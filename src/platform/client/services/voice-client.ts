import type {
  BroadcastRequest,
  CallRequest,
  ConnectRequest,
  PlayRequest,
} from '../../../../schemas/types/voice.ts';
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
  /** Method that stops a stream: voice.md 4 says PUT without showing a body, platforms accept DELETE. */
  stopStreamBy: 'DELETE' | 'PUT';
}

/** The voice service (voice.md): calls, broadcasts, streams and web client tokens. */
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

  /** Accepts an incoming call (voice.md 4). */
  accept(voiceId: string, options?: CallOptions) {
    return this.#send(accept, { params: { voice_id: voiceId }, body: undefined, options });
  }

  /** Plays a prompt, text or an audio file; with `dtmf` or `asr` it also collects input (voice.md 2.2). */
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

  /** Resumes a call that is on hold (voice.md 4). */
  resume(voiceId: string, options?: PostOptions) {
    return this.#send(hold, { params: { voice_id: voiceId }, body: { hold: false }, options });
  }

  /** Starts recording a bridged call under an unused name (voice.md 2.4). */
  startRecording(voiceId: string, recordingName: string, options?: CallOptions) {
    const body = { start: true, recording_name: recordingName } as const;
    return this.#send(startRecording, { params: { voice_id: voiceId }, body, options });
  }

  /** Stops the recording (voice.md 2.4). */
  stopRecording(voiceId: string, options?: CallOptions) {
    return this.#send(stopRecording, { params: { voice_id: voiceId }, body: { stop: true }, options });
  }

  /** Streams the call's audio to a WebSocket address (voice.md 4). */
  startStream(voiceId: string, wssHost: string, options?: CallOptions) {
    return this.#send(stream, { params: { voice_id: voiceId }, body: { wss_host: wssHost }, options });
  }

  /** Stops the stream (voice.md 4). */
  stopStream(voiceId: string, options?: CallOptions) {
    const params = { voice_id: voiceId };
    return this.#parts.stopStreamBy === 'DELETE'
      ? this.#send(endStream, { params, body: undefined, options })
      : this.#send(stopStream, { params, body: { stop: true }, options });
  }

  /** Adds the call to a video room as an audio participant. */
  joinRoom(voiceId: string, roomId: string, options?: CallOptions) {
    const params = { voice_id: voiceId, room_id: roomId };
    return this.#send(joinRoom, { params, body: undefined, options });
  }

  /** Ends the call, or rejects one that was not accepted (voice.md 4.3). */
  hangup(voiceId: string, options?: CallOptions) {
    return this.#send(hangup, { params: { voice_id: voiceId }, body: undefined, options });
  }

  /** Calls several recipients with one request (voice.md 4). */
  broadcast(request: BroadcastRequest, options?: PostOptions) {
    return this.#send(broadcast, { body: request, options });
  }

  /** Returns commands for calls of a broadcast under the broadcast's own path (observed). The usual paths work too. */
  broadcastCalls(broadcastId: string): BroadcastCalls {
    return new BroadcastCalls(this.#send, broadcastId);
  }

  /** Issues a short-lived token for a browser on a whitelisted domain (voice.md 4.4). */
  webClientToken(domain: string, options?: PostOptions) {
    return this.#send(webClientToken, { body: { domain }, options });
  }

  /** Downloads a recording from the address in a notification (voice.md 6). */
  download(url: string, { signal }: CallOptions = {}): Promise<Download> {
    return this.#parts.download(url, signal);
  }
}

/**
 * Commands for the calls of one broadcast, under paths that some platforms offer (observed; not in voice.md). A call of
 * another broadcast is answered 404.
 */
export class BroadcastCalls {
  readonly #send: Send;
  readonly #broadcastId: string;

  constructor(send: Send, broadcastId: string) {
    this.#send = send;
    this.#broadcastId = broadcastId;
  }

  /** Plays a prompt, text or an audio file; with `dtmf` or `asr` it also collects input (voice.md 2.2). */
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
