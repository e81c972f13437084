/** Reads calls, and the versions on which they began, out of where they are kept. */
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { toRecordedCall } from './recorded-call.ts';
import type { RecordedCall, Recording } from './recorded-call.ts';

/** Source of traces and flow versions. */
interface RecordingSource {
  trace(call: CallId): Promise<TraceEntry[]>;
  /** JSON of a version; undefined where it was forgotten. */
  getFlow(version: string): Promise<string | undefined>;
}

interface RecordingOptions {
  source: RecordingSource;
  /** The settings of the place where the calls ran; of these go along what flows declare, and not as secret. */
  env: Readonly<Record<string, string | undefined>>;
}

/** Calls with their traces and the versions on which they began; a version that was forgotten is not there. */
export async function readRecordingFrom(
  { source, env }: RecordingOptions,
  calls: Iterable<CallRecord>,
): Promise<Recording> {
  const recording: Recording = { calls: [], flows: new Map() };
  for (const record of calls) {
    const { version } = record.flow;
    const flow = recording.flows.get(version) ?? (await readVersion(source, version));
    if (flow !== undefined) recording.flows.set(version, flow);
    recording.calls.push(
      toRecordedCall(record, await source.trace(record.id), filterOpenSettings(flow, env)),
    );
  }
  return recording;
}

/** A version that is kept; undefined where it was forgotten. */
export async function readVersion(
  source: Pick<RecordingSource, 'getFlow'>,
  version: string,
): Promise<CompiledFlow | undefined> {
  const json = await source.getFlow(version);
  return json === undefined ? undefined : (JSON.parse(json) as CompiledFlow);
}

function filterOpenSettings(
  flow: CompiledFlow | undefined,
  env: RecordingOptions['env'],
): RecordedCall['env'] {
  const open = Object.entries(flow?.env ?? {}).filter(([, { secret }]) => !secret);
  return Object.fromEntries(
    open.flatMap(([name]) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
