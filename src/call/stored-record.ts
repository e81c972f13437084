/**
 * The shorter form in which stores keep a record: without what is as a call that rests has it. Most of a context is, most
 * of the time, and what is not written need not be sent, kept and read (docs/performance.md).
 *
 * Owns: the form. Does not own: what a resting call is like (resting-context.ts), where records are kept.
 */
import { projectId, voiceId } from './ids.ts';
import type { ProjectId } from './ids.ts';
import type { CallContext, CallRecord } from './record.ts';
import { recordFormats } from './record-formats.ts';
import { restingContext, type Resting } from './resting-context.ts';

type Json = Record<string, unknown>;

/**
 * A record as text. What a context holds beside what is known here, such as its sealed parts, stays as it is. What the id
 * says already is left out, and the flow of the context where the call is still in the one with which it began.
 */
export function writeRecord(record: CallRecord): string {
  const { id, project, voiceId: voice, flow } = record;
  const { call } = record.context;
  const usual = { ...restingContext, flow: flow.name, call: { ...restingContext.call, id: call.id } };
  const context = less(record.context, usual) ?? {};
  // What is undefined is not written, and a copy of all with that said is made sooner than one of all but that.
  if (id === `${project}.${voice ?? ''}`)
    return JSON.stringify({ ...record, project: undefined, voiceId: undefined, context });
  return JSON.stringify({ ...record, context });
}

/** The record that was written, byte for byte; one of an earlier release in the form of this one, of a later one as it is. */
export function readRecord(text: string): CallRecord {
  const stored = recordFormats.upgraded(JSON.parse(text) as Json) as unknown as Stored;
  const context = more(stored.context, restingContext) as CallContext;
  const { id, flow } = stored;
  return {
    ...whole(stored),
    context: {
      ...context,
      flow: context.flow === restingContext.flow ? flow.name : context.flow,
      call: { id, ...(context.call as Resting['call']) },
    },
  };
}

/** What is written of a record. Where the project is missing, the id is that of the platform behind the project's, which has no dot. */
type Stored = Omit<CallRecord, 'context' | 'project'> & { project?: ProjectId; context: Json };

function whole(stored: Stored): Omit<CallRecord, 'context'> {
  const { format, id, project, flow, ...rest } = stored;
  if (project !== undefined) return { ...stored, project };
  const end = id.indexOf('.');
  return {
    ...{ format, id, project: projectId(id.slice(0, end)), flow, voiceId: voiceId(id.slice(end + 1)) },
    ...rest,
  };
}

/** The members that differ from what is usual; undefined where none does. */
function less(value: object, usual: object): Json | undefined {
  let differs: Json | undefined;
  for (const name in value) {
    const own = (value as Json)[name];
    const normal = (usual as Json)[name];
    if (own === normal || (isEmptyList(own) && isEmptyList(normal))) continue;
    const different = isObject(own) && isObject(normal) ? less(own, normal) : own;
    if (different !== undefined) (differs ??= {})[name] = different;
  }
  return differs;
}

function more(stored: unknown, usual: unknown): unknown {
  if (stored === undefined) return usual;
  if (!isObject(stored) || !isObject(usual)) return stored;
  const whole: Json = { ...usual };
  for (const name in stored) whole[name] = more(stored[name], usual[name]);
  return whole;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
