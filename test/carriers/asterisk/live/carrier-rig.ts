/** The carrier of an Asterisk without a service, and telephones before it. */
import { projectId } from '../../../../src/call/index.ts';
import { createAsteriskCarrier } from '../../../../src/carriers/asterisk/index.ts';
import type { Arrival, Carrier } from '../../../../src/engine/ports/index.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { Softphone, type Reaction } from '../../../setup/asterisk/softphone.ts';

export interface Phones {
  caller: Softphone;
  /** Rings for `PJSIP/agent`. */
  agent: Softphone;
  close(): void;
}

/** Opens the telephone of callers and that of people who are called. */
export async function openPhones(
  { sipPort, agentPort }: AsteriskServer,
  react: (dialled: string) => Reaction = () => 'answer',
): Promise<Phones> {
  const caller = await Softphone.open({ sipPort });
  const agent = await Softphone.open({ sipPort, port: agentPort, react });
  return {
    caller,
    agent,
    close: () => {
      caller.close();
      agent.close();
    },
  };
}

export interface StartedCarrier {
  carrier: Carrier;
  log: RecordingLog;
  /** Rejects when the events cannot be read. */
  following: Promise<unknown>;
  /** Resolves when Asterisk sends it the events of its application. */
  isRegistered(): Promise<void>;
  stop(): Promise<void>;
}

type Streams = NonNullable<Parameters<typeof createAsteriskCarrier>[0]['streams']>;

/** Opens the carrier of an Asterisk for commands alone. */
export function openCarrier(
  { ari, application: app, systemName: name }: AsteriskServer,
  streams: Streams = [],
): {
  carrier: Carrier;
  log: RecordingLog;
} {
  const log = new RecordingLog();
  const carrier = createAsteriskCarrier({
    ...ari,
    ...{ name, app, log },
    project: projectId('default'),
    dial: 'PJSIP/{number}@agent',
    streams,
  });
  return { carrier, log };
}

/** Starts the carrier of an Asterisk, which reports what it hears. */
export function startCarrier(
  asterisk: AsteriskServer,
  report: (arrival: Omit<Arrival, 'project'>) => unknown,
  streams?: Streams,
): StartedCarrier {
  const { ari, application: app } = asterisk;
  const { carrier, log } = openCarrier(asterisk, streams);
  if (carrier.events.kind !== 'socket') throw new Error('Asterisk reports over a socket');
  const stop = new AbortController();
  const sink = {
    receive: (arrival: Omit<Arrival, 'project'>) => Promise.resolve(report(arrival)),
    listLiveCalls: () => Promise.resolve([]),
    hasCall: () => Promise.resolve(false),
  };
  const following = carrier.events.follow(sink, { signal: stop.signal });
  const authorization = `Basic ${Buffer.from(`${ari.user}:${ari.password}`).toString('base64')}`;
  return {
    carrier,
    log,
    following,
    isRegistered: async () => {
      await until(async () => {
        const { status } = await fetch(`${ari.url}/ari/applications/${app}`, { headers: { authorization } });
        return status === 200;
      });
    },
    stop: async () => {
      stop.abort();
      await following;
      await carrier.close();
    },
  };
}
