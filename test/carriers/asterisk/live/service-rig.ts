/** A service in this process before an Asterisk, with telephones, and what its calls did. */
import type { CallId, CallRecord, TraceEntry } from '../../../../src/call/index.ts';
import type { CompiledFlow } from '../../../../src/language/model/index.ts';
import type { Config } from '../../../../src/service/config/config.ts';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { configOf } from '../../../builders/config.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskOptions, AsteriskServer } from '../../../setup/asterisk/server.ts';
import type { Reaction } from '../../../setup/asterisk/softphone.ts';
import { freePort } from '../../../setup/free-port.ts';
import { openPhones, type Phones } from './carrier-rig.ts';

export const TOKEN = 'a-token-of-the-carrier';

export const SPEECH_COMMAND = ['espeak-ng', '-v', '{voice}', '-m', '--stdin', '--stdout'] as const;

/** The trace of a call, as it grows. */
export class CallTrace {
  record: CallRecord;
  readonly entries: TraceEntry[] = [];

  constructor(record: CallRecord) {
    this.record = record;
  }

  get events(): string[] {
    return this.entries.map(({ event }) => event.type);
  }

  /** Steps in the order of their first visit. */
  get steps(): string[] {
    const entered = this.entries.flatMap(({ notes }) =>
      notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])),
    );
    return [...new Set(entered)];
  }

  get commands(): string[] {
    return this.entries.flatMap(({ commands }) => commands.map(({ kind }) => kind));
  }

  get isOver(): boolean {
    return this.record.endedAt !== undefined;
  }

  /** Resolves when the call is in a step and has done what it does there. */
  async untilStep(step: string): Promise<void> {
    await until(() => this.record.context.step === step);
  }
}

/** The calls of a service, by their ids and in the order of their beginning. */
export class Traces {
  readonly calls = new Map<CallId, CallTrace>();

  readonly hear = (record: CallRecord, entry: TraceEntry): void => {
    const call = this.calls.get(record.id) ?? new CallTrace(record);
    this.calls.set(record.id, call);
    call.record = record;
    call.entries.push(entry);
  };

  /** Resolves with the call from a number. */
  find(from: string): Promise<CallTrace> {
    return until(() => [...this.calls.values()].find(({ record }) => record.context.call.from === from));
  }
}

export interface Rig {
  asterisk: AsteriskServer;
  service: Service;
  phones: Phones;
  log: RecordingLog;
  traces: Traces;
  stop(): Promise<void>;
}

interface RigOptions {
  flows: CompiledFlow[];
  react?: (dialled: string) => Reaction;
  /** Connections of Asterisk for streams. */
  streams?: AsteriskOptions['streams'];
  /** Changes the settings of the service. */
  configure?: (config: Config) => Config;
}

/** Settings of a service whose only carrier is this Asterisk. */
export function toConfig(asterisk: AsteriskServer, port: number): Config {
  const { ari, application: app, systemName: name, prompts } = asterisk;
  return {
    ...configOf('http://127.0.0.1:1', {
      port,
      defaultFlow: 'case',
      carriers: [
        {
          ...{ name, kind: 'asterisk', app, prompts, streams: [], headers: [], sipHosts: [], ...ari },
          eventsToken: TOKEN,
          dial: 'PJSIP/{number}@agent',
        },
      ],
      speech: {
        cache: { directory: prompts, maxBytes: 100_000_000 },
        engine: { kind: 'command', command: SPEECH_COMMAND },
        voices: new Map(),
      },
    }),
    platform: undefined,
  };
}

/** The address to which an Asterisk opens its socket. */
export function toEventsUrl(port: number, project = 'default'): string {
  return `ws://127.0.0.1:${port}/carriers/desk/${project}/${TOKEN}/events`;
}

/** Starts Asterisk, the service and the telephones. Calls ring until Asterisk has connected to the service. */
export async function startRig({
  flows,
  react,
  streams = [],
  configure = (config) => config,
}: RigOptions): Promise<Rig> {
  const port = await freePort();
  const asterisk = await startAsterisk({ eventsUrl: toEventsUrl(port), streams });
  const log = new RecordingLog();
  const traces = new Traces();
  const config = configure(toConfig(asterisk, port));
  const service = await startService({ config, flows, log, onTrace: traces.hear });
  const phones = await openPhones(asterisk, react);
  return {
    ...{ asterisk, service, phones, log, traces },
    async stop() {
      phones.close();
      await service.stop();
      await asterisk.stop();
    },
  };
}
