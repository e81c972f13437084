/** The endpoints of the voice service (voice.md 4). */
import { getDoneCodes } from '../../wire/index.ts';
import type {
  AcceptAnswer,
  BroadcastAnswer,
  BroadcastRequest,
  CallAnswer,
  CallRequest,
  ConnectAnswer,
  ConnectRequest,
  HangupAnswer,
  HoldAnswer,
  HoldRequest,
  JoinAnswer,
  PlayAnswer,
  PlayRequest,
  RecordingAnswer,
  RecordingRequest,
  StreamAnswer,
  StreamRequest,
  WebClientTokenAnswer,
  WebClientTokenRequest,
} from '../../../../schemas/types/voice.ts';
import type { Endpoint, Nothing, Tolerant } from './endpoint.ts';
import type { Method } from '../transport/exchange.ts';

const call = '/voice/v1/call/{voice_id}';

export const dial: Endpoint<CallRequest, Tolerant<CallAnswer, 'voice_id'>> = {
  ...createRoute('POST', '/voice/v1/call'),
  request: 'CallRequest',
  gives: 'voice_id',
  rate: 'calls',
};

export const accept: Endpoint<Nothing, Tolerant<AcceptAnswer>> = {
  ...createRoute('PUT', `${call}/accept`),
  doneCodes: getDoneCodes('accept'),
};

export const play: Endpoint<PlayRequest, Tolerant<PlayAnswer>> = {
  ...createRoute('PUT', `${call}/play`),
  request: 'PlayRequest',
  doneCodes: getDoneCodes('play'),
};

export const connect: Endpoint<ConnectRequest, Tolerant<ConnectAnswer>> = {
  ...createRoute('PUT', `${call}/connect`),
  request: 'ConnectRequest',
  doneCodes: getDoneCodes('connect'),
};

export const hold: Endpoint<HoldRequest, Tolerant<HoldAnswer>> = {
  ...createRoute('POST', `${call}/hold`),
  request: 'HoldRequest',
};

const recording: Endpoint<RecordingRequest, Tolerant<RecordingAnswer>> = {
  ...createRoute('PUT', `${call}/recording`),
  request: 'RecordingRequest',
};

/** 408: the recording is running. */
export const startRecording: typeof recording = { ...recording, doneCodes: ['408'] };

/** 6139: the recording is over. */
export const stopRecording: typeof recording = { ...recording, doneCodes: ['6139'] };

export const stream: Endpoint<StreamRequest, Tolerant<StreamAnswer>> = {
  ...createRoute('PUT', `${call}/stream`),
  request: 'StreamRequest',
};

/** 404: the stream is over. */
const streamEnd = { doneCodes: ['404'] };
export const stopStream: typeof stream = { ...stream, ...streamEnd };
export const endStream: Endpoint<Nothing, Tolerant<StreamAnswer>> = {
  ...createRoute('DELETE', `${call}/stream`),
  ...streamEnd,
};

export const joinRoom: Endpoint<Nothing, Tolerant<JoinAnswer>> = createRoute(
  'PUT',
  '/voice/v1/room/{room_id}/call/{voice_id}/join',
);

export const hangup: Endpoint<Nothing, Tolerant<HangupAnswer>> = {
  ...createRoute('DELETE', call),
  doneCodes: getDoneCodes('hangup'),
};

/** Counts as one call towards the rate limit, whatever the number of recipients. */
export const broadcast: Endpoint<BroadcastRequest, Tolerant<BroadcastAnswer, 'broadcast_id'>> = {
  ...createRoute('POST', '/voice/v1/broadcast'),
  request: 'BroadcastRequest',
  gives: 'broadcast_id',
  rate: 'calls',
};

/** Commands for a call of a broadcast, under the broadcast's own path (observed). */
export const broadcastPlay: typeof play = toBroadcastEndpoint(play);
export const broadcastConnect: typeof connect = toBroadcastEndpoint(connect);
export const broadcastHangup: typeof hangup = toBroadcastEndpoint(hangup);

/** A null token could not be issued (voice.md 4.4), so the answer is incomplete. */
export const webClientToken: Endpoint<WebClientTokenRequest, WebClientTokenAnswer & { token: string }> = {
  ...createRoute('POST', '/voice/v1/webclient/token'),
  request: 'WebClientTokenRequest',
  gives: 'token',
};

function toBroadcastEndpoint<Row extends { path: string }>(endpoint: Row): Row {
  const path = endpoint.path.replace(call, '/voice/v1/broadcast/{broadcast_id}/call/{voice_id}');
  return { ...endpoint, path };
}

function createRoute(method: Method, path: string) {
  return { service: 'voice', method, path } as const;
}
