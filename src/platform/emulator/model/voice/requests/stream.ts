import type { StreamAnswer } from '../../../../../../schemas/types/voice.ts';
import { createFailedRefusal, createInvalidParam } from '../../rest/answers.ts';
import { readOptionalFlag, readOptionalUrl, readBody, type Fields } from '../../rest/fields.ts';
import { startStream, stopStream } from '../media/stream.ts';
import type { Project } from '../../project.ts';
import type { World } from '../../world.ts';
import { requireAnsweredCall, toIdentity } from './incoming.ts';
import type { IncomingRequest } from '../../rest/service.ts';

/** PUT …/stream: `wss_host` starts a stream, `stop: true` stops it. */
export function handleStream(world: World, incoming: IncomingRequest): StreamAnswer {
  const call = requireAnsweredCall(world, incoming);
  const body = readBody(incoming.body);
  if (readOptionalFlag(body, 'stop') ?? false) stopStream(world, call);
  else startStream(world, call, { wssHost: readStream(incoming.project, body), cause: 'request' });
  return { ...toIdentity(world, call), state: 'initiated' };
}

/** DELETE …/stream stops the stream. */
export function handleEndStream(world: World, incoming: IncomingRequest): StreamAnswer {
  const call = requireAnsweredCall(world, incoming);
  stopStream(world, call);
  return { ...toIdentity(world, call), state: 'initiated' };
}

/** Reads the stream fields of voice.md 2.2. */
export function readStream(project: Project, fields: Fields): string {
  const wssHost = readOptionalUrl(fields, 'wss_host', { secure: 'wss:', plain: 'ws:' });
  if (wssHost === undefined) throw createInvalidParam('wss_host is missing');
  // A WebSocket could not be opened (RFC 6455 3).
  if (wssHost.includes('#')) throw createInvalidParam('wss_host must have no fragment');
  if (project.streaming === false) throw createFailedRefusal('6101');
  return wssHost;
}
