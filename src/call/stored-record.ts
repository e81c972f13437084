/**
 * The stored form of records, in this and earlier releases. Values equal to the default context are omitted, which most
 * values are most of the time (docs/performance.md).
 *
 * Owns: the form. Does not own: the default context (default-context.ts), the stores.
 */
import { projectId, voiceId, type CallId, type ProjectId } from './ids.ts';
import type { CallRecord } from './record.ts';
import { isNewerRecord, recordFormats } from './record-formats.ts';
import { defaultContext, type DefaultContext } from './default-context.ts';
import { readTimers, writeTimers } from './stored-timers.ts';

type Json = Record<string, unknown>;

/**
 * Renders a record as text to be stored under its id. The id and what it implies are omitted, as is the flow of the context
 * while it is the one with which the call began. Unknown members of the context, such as sealed parts, are kept.
 */
export function writeRecord(record: CallRecord): string {
  const { id, project, voiceId: voice, flow, startedAt, state } = record;
  const { call } = record.context;
  const usual = { ...defaultContext, flow: flow.name, call: { ...defaultContext.call, id: call.id } };
  const context = omitUsual(record.context, usual) ?? {};
  const timers = writeTimers(record.timers, { startedAt, state, flow: record.context.flow });
  // JSON.stringify omits members that are undefined, which is faster than copying the record without them.
  const written: Json = { ...record, id: undefined, context, timers };
  if (record.held !== undefined)
    written.held = writeTimers(record.held, { startedAt: 0, state, flow: record.context.flow });
  if (id === `${project}.${voice ?? ''}`) {
    written.project = undefined;
    written.voiceId = undefined;
  }
  return JSON.stringify(written);
}

/**
 * Reads the record stored under an id, and converts that of an earlier release. The record of a later release
 * (`isNewerRecord`) is read as far as it can be listed and logged; its call must not be changed.
 */
export function readRecord(id: CallId, text: string): CallRecord {
  return restoreRecord(id, recordFormats.upgrade(JSON.parse(text) as Json) as unknown as Stored);
}

/** The stored form of a record. Without a project, the id is `<project>.<voice id>`; names of projects have no dot. */
type Stored = Omit<CallRecord, 'id' | 'context' | 'project'> & { project?: ProjectId; context: Json };

function restoreRecord(id: CallId, { format, ...stored }: Stored): CallRecord {
  const { flow, startedAt, state } = stored;
  const known = addUsual(stored.context, defaultContext) as DefaultContext;
  const context = {
    ...known,
    flow: known.flow === defaultContext.flow ? flow.name : known.flow,
    call: { id, ...known.call },
  };
  const where = { startedAt, state, flow: context.flow };
  const record: CallRecord = { format, id, held: undefined, ...addIds(id, stored), context };
  if (isNewerRecord({ format })) return record;
  record.timers = readTimers(stored.timers, where);
  record.held = stored.held && readTimers(stored.held, { ...where, startedAt: 0 });
  return record;
}

/** Adds the members that the id implies, in their place. */
function addIds(id: CallId, stored: Omit<Stored, 'format'>): Omit<CallRecord, 'format' | 'id' | 'context'> {
  const { project, flow, ...rest } = stored;
  if (project !== undefined) return { ...stored, project };
  const end = id.indexOf('.');
  return { project: projectId(id.slice(0, end)), flow, voiceId: voiceId(id.slice(end + 1)), ...rest };
}

/** Returns the members that differ from the usual ones; undefined when none does. */
function omitUsual(value: object, usual: object): Json | undefined {
  let differs: Json | undefined;
  for (const name in value) {
    const own = (value as Json)[name];
    const normal = (usual as Json)[name];
    if (own === normal || (isEmptyList(own) && isEmptyList(normal))) continue;
    const different = isObject(own) && isObject(normal) ? omitUsual(own, normal) : own;
    if (different !== undefined) (differs ??= {})[name] = different;
  }
  return differs;
}

function addUsual(stored: unknown, usual: unknown): unknown {
  if (stored === undefined) return usual;
  if (!isObject(stored) || !isObject(usual)) return stored;
  const whole: Json = { ...usual };
  for (const name in stored) whole[name] = addUsual(stored[name], usual[name]);
  return whole;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
