import type { StreamAnswer } from '../../../../wire/index.ts';
import { failed, invalid } from '../../rest/answers.ts';
import { optionalFlag, optionalUrl, readBody } from '../../rest/fields.ts';
import type { Fields } from '../../rest/fields.ts';
import { startStream, stopStream } from '../media/stream.ts';
import type { Project } from '../../project.ts';
import type { World } from '../../world.ts';
import { answeredCall, identity } from './incoming.ts';
import type { Incoming } from '../../rest/service.ts';

/** PUT …/stream: `wss_host` starts a stream, `stop: true` stops it. */
export function stream(world: World, incoming: Incoming): StreamAnswer {
  const call = answeredCall(world, incoming);
  const body = readBody(incoming.body);
  if (optionalFlag(body, 'stop') ?? false) stopStream(world, call);
  else startStream(world, call, { wssHost: readStream(incoming.project, body), cause: 'request' });
  return { ...identity(world, call), state: 'initiated' };
}

/** DELETE …/stream stops the stream. */
export function endStream(world: World, incoming: Incoming): StreamAnswer {
  const call = answeredCall(world, incoming);
  stopStream(world, call);
  return { ...identity(world, call), state: 'initiated' };
}

/** Reads the stream fields of voice.md 2.2. */
export function readStream(project: Project, fields: Fields): string {
  const wssHost = optionalUrl(fields, 'wss_host', { secure: 'wss:', plain: 'ws:' });
  if (wssHost === undefined) throw invalid('wss_host is missing');
  // A WebSocket could not be opened (RFC 6455 3).
  if (wssHost.includes('#')) throw invalid('wss_host must have no fragment');
  if (project.streaming === false) throw failed('6101');
  return wssHost;
}
