/** The route table of the REST side (voice.md 4). A resource is one file under requests/ and its lines here. */
import { unresolved } from './answers.ts';
import { accept } from './voice/requests/accept.ts';
import { connect } from './voice/requests/connect.ts';
import { dial } from './voice/requests/dial.ts';
import { hangup } from './voice/requests/hangup.ts';
import { hold } from './voice/requests/hold.ts';
import type { Handler } from './voice/requests/incoming.ts';
import { play } from './voice/requests/play.ts';
import { recording } from './voice/requests/recording.ts';
import { endStream, stream } from './voice/requests/stream.ts';

export interface Route {
  /** Names the route in faults. */
  name: string;
  method: string;
  /** Segments; `:voice_id` stands for any one. */
  path: string;
  handle: Handler;
  /** Counts against the limit on call creation (voice.md 8). */
  createsCall?: boolean;
}

const call = '/voice/v1/call/:voice_id';

const routes: Route[] = [
  { name: 'dial', method: 'POST', path: '/voice/v1/call', handle: dial, createsCall: true },
  { name: 'hangup', method: 'DELETE', path: call, handle: hangup },
  { name: 'accept', method: 'PUT', path: `${call}/accept`, handle: accept },
  { name: 'play', method: 'PUT', path: `${call}/play`, handle: play },
  { name: 'connect', method: 'PUT', path: `${call}/connect`, handle: connect },
  { name: 'hold', method: 'POST', path: `${call}/hold`, handle: hold },
  { name: 'hold', method: 'PUT', path: `${call}/hold`, handle: hold },
  { name: 'recording', method: 'PUT', path: `${call}/recording`, handle: recording },
  { name: 'stream', method: 'PUT', path: `${call}/stream`, handle: stream },
  { name: 'stream', method: 'DELETE', path: `${call}/stream`, handle: endStream },
];

/** Routes by the shape of their path: its segments, with a `*` for each parameter. */
const byShape = Map.groupBy(routes, (route) => route.path.replaceAll(/:\w+/g, '*'));

export const routeNames: string[] = [...new Set(routes.map((route) => route.name))];

/** Finds the route of a request; throws 404 for an unknown path, 405 for a wrong method (voice.md 7.3). */
export function findRoute(method: string, path: string): { route: Route; voiceId: string } {
  const [, service, version, resource, voiceId = '', ...rest] = segments(path);
  const shape = ['', service, version, resource, ...(voiceId === '' ? [] : ['*']), ...rest].join('/');
  const candidates = byShape.get(shape);
  if (candidates === undefined) throw unresolved(404, 'Resource not found');
  const route = candidates.find((one) => one.method === method);
  if (route === undefined) throw unresolved(405, 'Method Not Allowed');
  return { route, voiceId };
}

/** The path without its query and a slash at its end. */
function segments(path: string): string[] {
  const [withoutQuery = ''] = path.split('?', 1);
  return withoutQuery.replace(/\/$/, '').split('/');
}
