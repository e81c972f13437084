/** A call as it was recorded, and its form on the way from one place to another. */
import type { CallRecord, TraceEntry } from '../call/index.ts';
import type { CompiledFlow, Value } from '../flow/index.ts';

/** What is known of a call that has taken place. */
export interface RecordedCall {
  id: string;
  /** The flow on which it began. */
  flow: { name: string; version: string };
  direction: 'inbound' | 'outbound';
  /** E.164, as far as the platform said so. */
  from: string;
  to: string;
  /** ms since the epoch. */
  startedAt: number;
  /** Absent while it is under way. */
  endedAt?: number;
  /** Values with which it was begun; absent: none, or nobody knows them any more. */
  params?: Record<string, Value>;
  /** The message that began it. */
  message?: { from: string; text: string };
  /** Settings of the place where it ran that are no secrets, as far as they are known. */
  env: Record<string, string>;
  trace: TraceEntry[];
}

/** A call out of a store. What it was begun with is in its record, unless another flow has taken over since. */
export function recordedCall(
  record: CallRecord,
  trace: TraceEntry[],
  env: Record<string, string> = {},
): RecordedCall {
  const { id, flow, startedAt, endedAt, context } = record;
  const { direction, from, to } = context.call;
  const begunBy = trace[0]?.event.type === 'placed' && isOwn(record) ? context : undefined;
  const wasMessage = begunBy !== undefined && begunBy.message.from !== '' && !tookMessage(trace);
  return {
    id,
    flow,
    direction,
    from,
    to,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(begunBy !== undefined && { params: begunBy.params }),
    ...(wasMessage && { message: begunBy.message }),
    env,
    trace,
  };
}

/** The context is that of the flow on which the call began. */
function isOwn({ flow, context }: CallRecord): boolean {
  return context.flow === flow.name && context.frames.length === 0;
}

function tookMessage(trace: TraceEntry[]): boolean {
  return trace.some(({ event }) => event.type === 'message');
}

/** Calls with the versions on which they began, as NDJSON carries them. */
export interface Recording {
  calls: RecordedCall[];
  /** By version. */
  flows: Map<string, CompiledFlow>;
}

/** One line for each version, then one for each call. */
export function writeRecording({ calls, flows }: Recording): string {
  const lines = [...[...flows.values()].map((flow) => ({ flow })), ...calls.map((call) => ({ call }))];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reads what `writeRecording` wrote; gives the number of the first line that is no such thing instead. */
export function readRecording(text: string): Recording | { wrongLine: number } {
  const recording: Recording = { calls: [], flows: new Map() };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if (read === undefined) return { wrongLine: index + 1 };
    if ('flow' in read) recording.flows.set(read.flow.version, read.flow);
    else recording.calls.push(read.call);
  }
  return recording;
}

type Line = { flow: CompiledFlow } | { call: RecordedCall };

function readLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is Line {
  const { flow, call } = (value ?? {}) as { flow?: Partial<CompiledFlow>; call?: Partial<RecordedCall> };
  return typeof flow?.version === 'string' || (typeof call?.id === 'string' && Array.isArray(call.trace));
}
