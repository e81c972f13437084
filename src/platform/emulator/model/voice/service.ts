/** The voice service (voice.md 4, 5). */
import type { Route, Service } from '../rest/service.ts';
import { authenticateVoice, tokenPath, handleWebClientToken } from './authenticate.ts';
import { handleAccept, handleHangup, handleHold, handleJoin } from './requests/call-control.ts';
import { handleBroadcast } from './requests/broadcast.ts';
import { handleConnect } from './requests/connect.ts';
import { handleDial } from './requests/dial.ts';
import { handlePlay } from './requests/play.ts';
import { handleRecording, handleRecordingFile } from './requests/recording.ts';
import { handleEndStream, handleStream } from './requests/stream.ts';
import { handleVoicemail } from './requests/voicemail.ts';
import type { Capabilities } from '../../../../language/capabilities/index.ts';

const call = '/voice/v1/call/:voice_id';
const leg = '/voice/v1/broadcast/:broadcast_id/call/:voice_id';

const hasVoicemail = ({ record }: Capabilities): boolean => record.voicemail;

/** Returns the routes of a live call, under its own path or that of its broadcast (observed). */
function callRoutes(path: string): Route[] {
  return [
    { name: 'hangup', method: 'DELETE', path, handle: handleHangup },
    { name: 'play', method: 'PUT', path: `${path}/play`, handle: handlePlay },
    { name: 'connect', method: 'PUT', path: `${path}/connect`, handle: handleConnect },
    { name: 'hold', method: 'POST', path: `${path}/hold`, handle: handleHold },
    { name: 'hold', method: 'PUT', path: `${path}/hold`, handle: handleHold },
    { name: 'recording', method: 'PUT', path: `${path}/recording`, handle: handleRecording },
    {
      name: 'voicemail',
      method: 'PUT',
      path: `${path}/voicemail`,
      handle: handleVoicemail,
      isOffered: hasVoicemail,
    },
    { name: 'stream', method: 'PUT', path: `${path}/stream`, handle: handleStream },
    { name: 'stream', method: 'DELETE', path: `${path}/stream`, handle: handleEndStream },
  ];
}

export const voice: Service = {
  prefix: '/voice/v1/',
  authenticate: authenticateVoice,
  routes: [
    { name: 'dial', method: 'POST', path: '/voice/v1/call', handle: handleDial, rate: 'calls' },
    { name: 'accept', method: 'PUT', path: `${call}/accept`, handle: handleAccept },
    ...callRoutes(call),
    ...callRoutes(leg),
    {
      name: 'recording',
      method: 'GET',
      path: '/voice/v1/recordings/:file',
      handle: handleRecordingFile,
      isFile: true,
    },
    {
      name: 'join',
      method: 'PUT',
      path: '/voice/v1/room/:room_id/call/:voice_id/join',
      handle: handleJoin,
      isOffered: ({ rooms }) => rooms,
    },
    {
      name: 'broadcast',
      method: 'POST',
      path: '/voice/v1/broadcast',
      handle: handleBroadcast,
      isOffered: ({ broadcast }) => broadcast,
      rate: 'calls',
    },
    { name: 'token', method: 'POST', path: tokenPath, handle: handleWebClientToken },
  ],
};
