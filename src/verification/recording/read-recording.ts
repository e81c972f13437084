/** Reads recorded calls with their flow versions from a store. */
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { toRecordedCall } from './recorded-call.ts';
import type { RecordedCall, Recording } from './recorded-call.ts';

/** Source of traces and flow versions. */
interface RecordingSource {
  trace(call: CallId): Promise<TraceEntry[]>;
  /** Returns the JSON of a version; undefined if it is no longer stored. */
  getFlow(version: string): Promise<string | undefined>;
}

interface RecordingOptions {
  source: RecordingSource;
  /** Settings of the service on which the calls ran. Only declared settings that are not secret are recorded. */
  env: Readonly<Record<string, string | undefined>>;
}

/** Reads calls with their traces and the versions on which they started, as far as these are still stored. */
export async function readRecordingFrom(
  options: RecordingOptions,
  calls: Iterable<CallRecord>,
): Promise<Recording> {
  const recording: Recording = { calls: [], flows: new Map() };
  for (const record of calls) recording.calls.push(await readCallFrom(options, record, recording.flows));
  return recording;
}

/** Reads one call with its trace; adds its version to those that were read before, if it is still stored. */
export async function readCallFrom(
  { source, env }: RecordingOptions,
  record: CallRecord,
  flows: Map<string, CompiledFlow>,
): Promise<RecordedCall> {
  const { version } = record.flow;
  const flow = flows.get(version) ?? (await readVersion(source, version));
  if (flow !== undefined) flows.set(version, flow);
  return toRecordedCall(record, await source.trace(record.id), filterOpenSettings(flow, env));
}

/** Reads a version; undefined if it is no longer stored. */
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
