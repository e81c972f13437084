/** The voice service (voice.md 4, 5). */
import type { Route, Service } from '../rest/service.ts';
import { authenticateVoice, tokenPath, webClientToken } from './authenticate.ts';
import { accept, hangup, hold, joinCallToRoom } from './requests/call-control.ts';
import { broadcast } from './requests/broadcast.ts';
import { connect } from './requests/connect.ts';
import { dial } from './requests/dial.ts';
import { play } from './requests/play.ts';
import { recording, recordingFile } from './requests/recording.ts';
import { endStream, stream } from './requests/stream.ts';

const call = '/voice/v1/call/:voice_id';
const leg = '/voice/v1/broadcast/:broadcast_id/call/:voice_id';

/** Returns the routes of a live call, under its own path or that of its broadcast (observed). */
function callRoutes(path: string): Route[] {
  return [
    { name: 'hangup', method: 'DELETE', path, handle: hangup },
    { name: 'play', method: 'PUT', path: `${path}/play`, handle: play },
    { name: 'connect', method: 'PUT', path: `${path}/connect`, handle: connect },
    { name: 'hold', method: 'POST', path: `${path}/hold`, handle: hold },
    { name: 'hold', method: 'PUT', path: `${path}/hold`, handle: hold },
    { name: 'recording', method: 'PUT', path: `${path}/recording`, handle: recording },
    { name: 'stream', method: 'PUT', path: `${path}/stream`, handle: stream },
    { name: 'stream', method: 'DELETE', path: `${path}/stream`, handle: endStream },
  ];
}

export const voice: Service = {
  prefix: '/voice/v1/',
  authenticate: authenticateVoice,
  routes: [
    { name: 'dial', method: 'POST', path: '/voice/v1/call', handle: dial, rate: 'calls' },
    { name: 'accept', method: 'PUT', path: `${call}/accept`, handle: accept },
    ...callRoutes(call),
    ...callRoutes(leg),
    {
      name: 'recording',
      method: 'GET',
      path: '/voice/v1/recordings/:file',
      handle: recordingFile,
      isFile: true,
    },
    {
      name: 'join',
      method: 'PUT',
      path: '/voice/v1/room/:room_id/call/:voice_id/join',
      handle: joinCallToRoom,
    },
    { name: 'broadcast', method: 'POST', path: '/voice/v1/broadcast', handle: broadcast, rate: 'calls' },
    { name: 'token', method: 'POST', path: tokenPath, handle: webClientToken },
  ],
};
