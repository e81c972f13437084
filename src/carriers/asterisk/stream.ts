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

/** Returns the step that opens a stream by the connection that has its address. The query is added to it, with the call. */
export function openStream(id: CommandId, to: string, { app, streams = [] }: CommandOptions): Step | Refused {
  const [address = '', query = ''] = to.split('?', 2);
  const connection = streams.find(({ url }) => isSameAddress(url, address));
  if (connection === undefined)
    return {
      code: 'stream_refused',
      message:
        'Asterisk has no connection to this address: add it to websocket_client.conf and to the setting STREAMS of the carrier',
    };
  const channelId = toPartName(id, 'stream');
  const params = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return {
    request: {
      method: 'POST',
      path: '/channels/externalMedia',
      query: {
        ...AUDIO,
        channelId,
        app,
        external_host: connection.name,
        transport_data: `f(json)v(${[`call=${encode(id)}`, ...params].join(',')})`,
      },
    },
    evidence: [toPath('channels', channelId)],
    neverTwice: true,
  };
}

function isSameAddress(one: string, other: string): boolean {
  return URL.parse(one)?.href === (URL.parse(other)?.href ?? '');
}

/** Encodes a part of an address; what separates the arguments of Asterisk is encoded, too. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[()'!*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

/** How the audio is sent: µ-law in binary messages, control messages as JSON. */
const AUDIO = {
  transport: 'websocket',
  encapsulation: 'none',
  connection_type: 'client',
  format: 'ulaw',
};
