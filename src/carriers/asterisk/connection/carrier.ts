/** Asterisk as a carrier: commands by ARI, events over a socket (docs/adr/0065-asterisk-by-ari.md). */
import { WebSocket } from 'ws';
import { voiceId } from '../../../call/index.ts';
import type { Command, ProjectId } from '../../../call/index.ts';
import { CarrierError, OperationalError, refusalError } from '../../../engine/ports/index.ts';
import type { Carrier, CommandTarget, Log, Recognizer, WebSocketLike } from '../../../engine/ports/index.ts';
import { isReadableHeader } from '../../../language/capabilities/index.ts';
import { carrierProfiles } from '../../index.ts';
import { toFields, toText } from '../ari-event.ts';
import { isRefused, toSteps } from '../commands.ts';
import type { DialOptions } from '../endpoint.ts';
import { parseName, toChannelId } from '../names.ts';
import { toPath } from '../steps.ts';
import type { StreamConnection } from '../scene.ts';
import {
  openAriClient,
  toBasicAuthorization,
  toRefusal,
  type AriClient,
  type AriOptions,
} from './ari-client.ts';
import { findOut, type RecordingAddresses, type SpeechOptions } from './findings.ts';
import { isReceived } from './event-probe.ts';
import { followSocket } from './follow.ts';
import { createRecordings } from './recordings.ts';
import { runSteps } from './run-steps.ts';

interface AsteriskOptions extends AriOptions, DialOptions, SpeechOptions {
  /** Name of the carrier. Asterisk must have the same one, as `systemname` in asterisk.conf: it begins the ids of its calls. */
  name: string;
  project: ProjectId;
  /** The Stasis application of the project. */
  app: string;
  /** SIP headers of inbound calls that flows may see. */
  headers?: readonly string[];
  /** Recognises answers in words; absent: flows can take keys only. */
  recognizer?: Recognizer;
  /** Connections of Asterisk for streams. */
  streams?: readonly StreamConnection[];
  /** Maximum time that a called party rings where the flow sets none, ms; default 60,000. */
  ringMs?: number;
  /** Addresses under which recordings are served. Default: those of ARI, which need its password. */
  recordingAddresses?: RecordingAddresses;
  log: Log;
}

const RING_MS = 60_000;

/**
 * Creates the carrier for one project. It opens no connection before the first command or `follow`, and refuses both while
 * Asterisk does not have its name. Throws a TypeError for invalid options.
 */
export function createAsteriskCarrier(options: AsteriskOptions): Carrier {
  checkOptions(options);
  const { name, app, headers = [], streams = [], log, project, recognizer } = options;
  const client = openAriClient(options);
  const checkName = createNameCheck(client, name);
  const closing = new AbortController();
  const toRecordingUrl = createRecordingAddress(options);

  return {
    name,
    capabilities: {
      ...carrierProfiles.asterisk,
      speech: recognizer !== undefined,
      headers: { sent: true, read: headers },
      stream: streams.map(({ url }) => url),
    },
    recordings: createRecordings(client),
    async perform(target, command, signal = closing.signal) {
      await checkName();
      await carryOut(target, command, { client, options, signal });
      if (command.kind === 'dial') return { voiceId: voiceId(toChannelId(target)) };
      return command.kind === 'play' ? { tellsEnd: true } : {};
    },
    events: {
      kind: 'socket',
      async follow(sink, { socket, signal }) {
        const reading = AbortSignal.any([signal, closing.signal]);
        const open = socket ?? (await openEventSocket(options, reading));
        const config = {
          ...{ client, sink, log, signal: reading, carrier: name },
          ...(recognizer && { recognizer }),
        };
        const [end] = await Promise.all([
          followSocket(open, { ...config, project, app, headers, toRecordingUrl }),
          checkName().catch((error: unknown) => {
            open.close();
            throw error;
          }),
        ]);
        return end;
      },
      isTaken: () => isReceived({ client, app }),
    },
    async close() {
      closing.abort();
      await client.close();
    },
  };
}

function createRecordingAddress({ url, recordingAddresses }: AsteriskOptions): (name: string) => string {
  const base = url.replace(/\/$/, '');
  return (name) => {
    const command = parseName(name)?.command;
    return command === undefined || recordingAddresses === undefined
      ? `${base}/ari${toPath('recordings', 'stored', name, 'file')}`
      : recordingAddresses.render(command);
  };
}

function checkOptions({ dial, url, headers = [] }: AsteriskOptions): void {
  if (!/^PJSIP\/\S+$/.test(dial)) throw new TypeError('dial must begin with PJSIP/');
  if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError('url must begin with http: or https:');
  const invalid = headers.find((header) => !isReadableHeader(header));
  if (invalid !== undefined) throw new TypeError(`${invalid} is no SIP header that a flow may read`);
}

async function carryOut(
  target: CommandTarget,
  command: Command,
  { client, options, signal }: { client: AriClient; options: AsteriskOptions; signal: AbortSignal },
): Promise<void> {
  const { inDoubt, wasCarriedOut, withdrawn } = target;
  // A text of which the caller has heard enough need not be rendered to its end.
  const wanted = withdrawn === undefined ? signal : AbortSignal.any([signal, withdrawn()]);
  const findings = await findOut(target, command, { client, speech: options, signal: wanted });
  const steps = toSteps(target, command, {
    findings,
    options: { ...options, ringMs: options.ringMs ?? RING_MS, hears: options.recognizer !== undefined },
  });
  if (isRefused(steps))
    throw new CarrierError(steps.code, steps.message, {
      retryable: false,
      httpStatus: 0,
      means: steps.means,
    });
  await runSteps(client, steps, {
    signal,
    ...(inDoubt !== undefined && { inDoubt }),
    ...(wasCarriedOut && { wasCarriedOut }),
    ...(withdrawn && { withdrawn }),
  });
}

/** Returns a check that asks Asterisk until it has succeeded once. */
function createNameCheck(client: AriClient, name: string): () => Promise<void> {
  let check: Promise<void> | undefined;
  return () => {
    check ??= expectName(client, name).catch((error: unknown) => {
      check = undefined;
      throw error;
    });
    return check;
  };
}

/** Two Asterisks of one name would give two calls one id. */
async function expectName(client: AriClient, name: string): Promise<void> {
  const answer = await client.ask({ method: 'GET', path: '/asterisk/info', query: { only: 'config' } });
  if (answer.status !== 200) throw toRefusal(answer);
  const actual = toText(toFields(toFields(answer.body)?.config)?.name) ?? '';
  if (actual === name) return;
  const found = actual === '' ? 'it has none' : `it is ${actual}`;
  throw new CarrierError(
    'wrong_system_name',
    `set systemname=${name} in the [options] of asterisk.conf: the carrier has this name, and ${found}`,
    { retryable: false, httpStatus: 0 },
  );
}

/** Opens the event socket ourselves, for an Asterisk that opens none. */
async function openEventSocket(
  { url, app, ...credentials }: AsteriskOptions,
  signal: AbortSignal,
): Promise<WebSocketLike> {
  const address = new URL(`${url.replace(/\/$/, '')}/ari/events`);
  address.protocol = address.protocol.replace('http', 'ws');
  address.searchParams.set('app', app);
  if (signal.aborted) throw refusalError('closed', 'this carrier was closed');
  const socket = new WebSocket(address, { headers: { authorization: toBasicAuthorization(credentials) } });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (cause) => {
      reject(
        new OperationalError('unreachable', 'the event socket of Asterisk cannot be opened', {
          retryable: true,
          cause,
        }),
      );
    });
  });
  return socket;
}
