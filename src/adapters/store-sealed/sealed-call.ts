/** Seals and opens the private parts of a call: in its record and in its commands. */
import { isNewerRecord } from '../../call/index.ts';
import type { CallContext, CallId, CallRecord, Command } from '../../call/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Commit, StoredCall } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

/** Parts of the context that may contain secrets. */
const PRIVATE = [
  'vars',
  'params',
  'frames',
  'input',
  'room',
  'message',
  'playlist',
  'playing',
  'fault',
  'error',
] as const satisfies (keyof CallContext)[];

interface Sealed {
  sealed?: string;
}

type SealedContext = CallContext & Sealed;

/** Seals the private parts of a record; returns it unchanged without a key. */
export function sealRecord(record: CallRecord, keys: KeyRing): CallRecord {
  if (keys.isEmpty) return record;
  const { context, id } = record;
  const names = PRIVATE.filter((name) => name in context);
  const hidden = Object.fromEntries(names.map((name) => [name, context[name]]));
  const sealed = keys.close(JSON.stringify(hidden), { of: id });
  // The names keep their positions, so that an opened record is the same byte for byte (I2).
  const gaps = Object.fromEntries(names.map((name) => [name, null]));
  return { ...record, context: { ...context, ...gaps, sealed } as SealedContext };
}

/** Opens a record. Throws an `OperationalError` `sealed`, or `record_newer` for a record of a later release. */
export function openRecord(record: CallRecord, keys: KeyRing): CallRecord {
  if (isNewerRecord(record)) throw newerRecordError(record);
  const { sealed, ...context }: SealedContext = record.context;
  if (sealed === undefined) return record;
  const hidden = JSON.parse(keys.open(sealed, { of: record.id })) as Partial<CallContext>;
  return { ...record, context: { ...context, ...hidden } };
}

/** Seals a command, except kind, number and id; returns it unchanged without a key. */
function sealCommand(command: Command, call: CallId, keys: KeyRing): Command {
  if (keys.isEmpty) return command;
  const { kind, number, id, ...particulars } = command;
  if (Object.keys(particulars).length === 0) return command;
  const sealed = keys.close(JSON.stringify(particulars), { of: call, at: toCommandPlace(number) });
  return { kind, number, id, sealed } as Sealed as Command;
}

/** Opens a command. Throws an `OperationalError` `sealed`. */
export function openCommand(command: Command & Sealed, call: CallId, keys: KeyRing): Command {
  const { sealed, ...plain } = command;
  if (sealed === undefined) return command;
  const text = keys.open(sealed, { of: call, at: toCommandPlace(command.number) });
  return { ...plain, ...(JSON.parse(text) as object) };
}

/** Seals the private parts of a commit. */
export function sealCommit(commit: Commit, keys: KeyRing): Commit {
  const { record, commands } = commit;
  return {
    ...commit,
    record: sealRecord(record, keys),
    commands: commands.map((command) => sealCommand(command, record.id, keys)),
  };
}

/** Opens a stored call. Throws an `OperationalError` `sealed` or `record_newer`. */
export function openCall<Stored extends StoredCall>(stored: Stored, keys: KeyRing): Stored {
  // Opens the record first, because the outbox of a later release may be unknown too.
  const record = openRecord(stored.record, keys);
  return { ...stored, record, outbox: stored.outbox.map((one) => openCommand(one, record.id, keys)) };
}

/** Returns for the record and the outbox whether they are sealed with the current key. */
export function isCurrent(
  { record, outbox }: StoredCall,
  keys: KeyRing,
): { record: boolean; outbox: boolean } {
  return {
    record: keys.isCurrent((record.context as SealedContext).sealed),
    outbox: outbox.every(
      ({ kind: _kind, number: _number, id: _id, ...rest }) =>
        Object.keys(rest).length === 0 || keys.isCurrent((rest as Sealed).sealed),
    ),
  };
}

function toCommandPlace(number: number): string {
  return `command ${number}`;
}

/** Retryable, because another node may know the format, or this node after an upgrade. */
function newerRecordError({ id, format }: CallRecord): OperationalError {
  const message = `call ${id} was written by a later Ringflow (format ${format}): upgrade this node`;
  return new OperationalError('record_newer', message, { retryable: true });
}
