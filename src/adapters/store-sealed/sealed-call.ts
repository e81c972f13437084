/** Which parts of a call are sealed, and how they lie in a record and in an outbox. */
import { isNewerRecord } from '../../call/index.ts';
import type { CallContext, CallId, CallRecord, Command } from '../../call/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Commit, StoredCall } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

/** The parts that may hold what is secret, of whichever flow. */
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

/** The record with its private parts sealed; as it is where there is no key. */
export function sealRecord(record: CallRecord, keys: KeyRing): CallRecord {
  if (keys.isEmpty) return record;
  const { context, id } = record;
  const names = PRIVATE.filter((name) => name in context);
  const hidden = Object.fromEntries(names.map((name) => [name, context[name]]));
  const sealed = keys.close(JSON.stringify(hidden), { of: id });
  // The names stay in their places, so that a record that was opened is the same byte for byte (I2).
  const gaps = Object.fromEntries(names.map((name) => [name, null]));
  return { ...record, context: { ...context, ...gaps, sealed } as SealedContext };
}

/** The record as it was closed. Throws an `OperationalError`: `sealed`, or `record_newer` for one of a later release. */
export function openRecord(record: CallRecord, keys: KeyRing): CallRecord {
  if (isNewerRecord(record)) throw newerRecordError(record);
  const { sealed, ...context }: SealedContext = record.context;
  if (sealed === undefined) return record;
  const hidden = JSON.parse(keys.open(sealed, { of: record.id })) as Partial<CallContext>;
  return { ...record, context: { ...context, ...hidden } };
}

/** The command with all that is not the same in every command of its kind sealed; as it is where there is no key. */
function sealCommand(command: Command, call: CallId, keys: KeyRing): Command {
  if (keys.isEmpty) return command;
  const { kind, number, id, ...particulars } = command;
  if (Object.keys(particulars).length === 0) return command;
  const sealed = keys.close(JSON.stringify(particulars), { of: call, at: toCommandPlace(number) });
  return { kind, number, id, sealed } as Sealed as Command;
}

/** The command as it was closed. Throws an `OperationalError`: `sealed`. */
export function openCommand(command: Command & Sealed, call: CallId, keys: KeyRing): Command {
  const { sealed, ...plain } = command;
  if (sealed === undefined) return command;
  const particulars = JSON.parse(
    keys.open(sealed, { of: call, at: toCommandPlace(command.number) }),
  ) as object;
  return { ...plain, ...particulars };
}

/** A commit with what is private in it sealed. */
export function sealCommit(commit: Commit, keys: KeyRing): Commit {
  const { record, commands } = commit;
  return {
    ...commit,
    record: sealRecord(record, keys),
    commands: commands.map((command) => sealCommand(command, record.id, keys)),
  };
}

/** A stored call as it was closed. Throws an `OperationalError`: `sealed`. */
export function openCall<Stored extends StoredCall>(stored: Stored, keys: KeyRing): Stored {
  // First: what a later release has written behind it may not be known either.
  const record = openRecord(stored.record, keys);
  return { ...stored, record, outbox: stored.outbox.map((one) => openCommand(one, record.id, keys)) };
}

/** Tells whether a record and its commands are stored as they would be sealed now. */
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

/** Retryable: the node that is asked next may know it, or this one once it is upgraded, from its spool. */
function newerRecordError({ id, format }: CallRecord): OperationalError {
  const message = `call ${id} was written by a later Ringflow (format ${format}): upgrade this node`;
  return new OperationalError('record_newer', message, { retryable: true });
}
