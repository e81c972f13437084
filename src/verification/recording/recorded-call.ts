/** A recorded call, and its exchange format. */
import { showEntry, upgradeEntry } from '../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow, Value } from '../../language/model/index.ts';
import type { Scenario } from '../../../schemas/types/scenario.ts';

type CarrierKind = NonNullable<NonNullable<Scenario['start']>['carrier']>;

/** A recorded call. */
export interface RecordedCall {
  id: string;
  /** Flow on which it started. */
  flow: { name: string; version: string };
  direction: 'inbound' | 'outbound';
  /** Kind of its carrier, as far as the call shows what the carrier can do; absent: the platform. */
  carrier?: CarrierKind;
  /** E.164, as far as the platform reported it. */
  from: string;
  to: string;
  /** ms since the epoch. */
  startedAt: number;
  /** ms since the epoch; absent while the call is running. */
  endedAt?: number;
  /** Parameters of the start, those from SIP headers included; absent if they are unknown. */
  params?: Record<string, Value>;
  /** Message that started the call. */
  message?: { from: string; text: string };
  /** Known settings of the service that are not secret. */
  env: Record<string, string>;
  trace: TraceEntry[];
}

/**
 * Creates a recorded call from a stored one. Its parameters are in its record unless another flow has replaced them.
 */
export function toRecordedCall(
  record: CallRecord,
  trace: TraceEntry[],
  env: Record<string, string> = {},
): RecordedCall {
  const { id, flow, startedAt, endedAt, context } = record;
  const { direction, from, to } = context.call;
  const begunBy = isOwn(record) ? context : undefined;
  const wasPlaced = trace[0]?.event.type === 'placed';
  const wasBegunByMessage =
    wasPlaced && begunBy !== undefined && begunBy.message.from !== '' && !tookMessage(trace);
  const carrier = findCarrierKind(record, trace);
  return {
    id,
    flow,
    direction,
    ...(carrier !== undefined && { carrier }),
    from,
    to,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(begunBy !== undefined && { params: begunBy.params }),
    ...(wasBegunByMessage && { message: begunBy.message }),
    env,
    trace: trace.map(dropCleanedHeaders),
  };
}

/** Returns the least kind of carrier that does what the call's own did: its record has only a name. */
function findCarrierKind({ carrier }: CallRecord, trace: TraceEntry[]): CarrierKind | undefined {
  if (carrier === undefined) return undefined;
  return trace.some(({ event }) => event.type === 'speech') ? 'asterisk+recognition' : 'asterisk';
}

/** Drops the notes of headers whose values were changed: the parameters of the recorded call have the changed ones. */
function dropCleanedHeaders(entry: TraceEntry): TraceEntry {
  return { ...entry, notes: entry.notes.filter(({ kind }) => kind !== 'header_cleaned') };
}

function isOwn({ flow, context }: CallRecord): boolean {
  return context.flow === flow.name && context.frames.length === 0;
}

function tookMessage(trace: TraceEntry[]): boolean {
  return trace.some(({ event }) => event.type === 'message');
}

/** Calls with the versions on which they started. */
export interface Recording {
  calls: RecordedCall[];
  /** By version. */
  flows: Map<string, CompiledFlow>;
}

/** Writes a recording as NDJSON: one line for each version, then one for each call. */
export function writeRecording({ calls, flows }: Recording): string {
  const lines = [
    ...[...flows.values()].map((flow) => ({ flow })),
    ...calls.map((call) => ({ call: showCall(call) })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function showCall(call: RecordedCall) {
  return { ...call, trace: call.trace.map(showEntry) };
}

/** Reads a recording; also returns the numbers of invalid lines. */
export function readRecording(text: string): Recording & { wrongLines: number[] } {
  const recording = {
    calls: [] as RecordedCall[],
    flows: new Map<string, CompiledFlow>(),
    wrongLines: [] as number[],
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if (read === undefined) recording.wrongLines.push(index + 1);
    else if ('flow' in read) recording.flows.set(read.flow.version, read.flow);
    else recording.calls.push(read.call);
  }
  return recording;
}

type Line = { flow: CompiledFlow } | { call: RecordedCall };

function readLine(text: string): Line | undefined {
  try {
    const { flow, call } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    if (isShaped(flow, FLOW)) return { flow: flow as CompiledFlow };
    if (!isShaped(call, CALL) || !call.trace.every((entry) => isShaped(entry, ENTRY))) return undefined;
    const recorded = call as RecordedCall;
    return { call: { ...recorded, trace: recorded.trace.map(upgradeEntry) } };
  } catch {
    return undefined;
  }
}

/** Required fields, with examples of their types. */
const FLOW = {
  name: '',
  version: '',
  machine: {},
  steps: {},
  vars: {},
  params: {},
  env: {},
  flows: {},
  tables: {},
};
const CALL = {
  id: '',
  flow: { name: '', version: '' },
  from: '',
  to: '',
  startedAt: 0,
  env: {},
  trace: [] as unknown[],
};
const ENTRY = { seq: 0, at: 0, event: { type: '', at: 0 }, notes: [], commands: [], state: '' };

function isShaped<Shape extends object>(value: unknown, shape: Shape): value is Shape {
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(shape))
    return false;
  return Object.entries(shape).every(([name, example]: [string, unknown]) => {
    const field = (value as Record<string, unknown>)[name];
    return typeof example === 'object' && example !== null
      ? isShaped(field, example)
      : typeof field === typeof example;
  });
}
