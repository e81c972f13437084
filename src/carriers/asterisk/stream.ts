/** Streams the audio of a call to a WebSocket. */
import type { Command, CommandId } from '../../call/index.ts';
import { toPartName } from './names.ts';
import type { CommandOptions, Refused, Scene } from './scene.ts';
import { setVariable, toPath, type Step, type Steps } from './steps.ts';

type StreamCommand = Extract<Command, { kind: 'stream' }>;

/** Variable of the call's channel with the stream in progress; it outlives a process of ours. */
export const STREAM_VARIABLE = 'RINGFLOW_STREAM';

/** Returns the steps that open a stream. A second one under the same id makes Asterisk 22.10 crash. */
export function toStreamSteps({ id, to }: StreamCommand, { channel, options }: Scene): Steps | Refused {
  const open = openStream(id, to, options);
  if ('code' in open) return open;
  return [setVariable(channel, STREAM_VARIABLE, toPartName(id, 'stream')), open];
}

/** Returns the step that opens a stream to a connection of `websocket_client.conf`. */
export function openStream(id: CommandId, to: string, { app }: CommandOptions): Step | Refused {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(to))
    return {
      code: 'stream_refused',
      message: 'a stream needs the name of a connection in websocket_client.conf',
    };
  const channelId = toPartName(id, 'stream');
  const query = { ...AUDIO, channelId, app, external_host: to, transport_data: `f(json)v(call=${id})` };
  return {
    request: { method: 'POST', path: '/channels/externalMedia', query },
    evidence: [toPath('channels', channelId)],
    neverTwice: true,
  };
}

/** How the audio is sent: µ-law in binary messages, control messages as JSON. */
const AUDIO = {
  transport: 'websocket',
  encapsulation: 'none',
  connection_type: 'client',
  format: 'ulaw',
};
