/**
 * A store in which what callers entered and what flows keep of it cannot be read without the key (I7). Owns: which part of
 * a record that is. Does not own: where records are, which is the business of the store behind it.
 *
 * 1. What tells which call it is, how far it has come and what is due stays readable, so that traces are without the key.
 * 2. A record that was not sealed is read as it is: a key can be introduced while calls are under way.
 * 3. A record that cannot be opened harms no other call: it is told to the log, and left for a node that has the key.
 * 4. So it is with one that a later release has written: it is left for a node that runs that.
 */
import { isNewerRecord } from '../../call/index.ts';
import type { CallContext, CallRecord } from '../../call/index.ts';
import { OperationalError } from '../../ports/index.ts';
import type { Log, Store } from '../../ports/index.ts';
import { Seal } from './seal.ts';

export interface SealedStoreOptions {
  /** 32 bytes in base64, or a passphrase; absent: nothing is sealed, and what was sealed cannot be read. */
  secret: string | undefined;
  log: Log;
}

/** The parts that may hold what is secret, of whichever flow. */
const PRIVATE = [
  'vars',
  'params',
  'frames',
  'input',
  'room',
  'message',
] as const satisfies (keyof CallContext)[];

type SealedContext = CallContext & { sealed?: string };

/** The store with a seal before it. Beside what the store throws, `load` throws `sealed` for a call that it cannot open, `record_newer` for one of a later release. */
export function sealedStore(store: Store, { secret, log }: SealedStoreOptions): Store {
  const seal = secret === undefined ? undefined : new Seal(secret);

  function readable<Stored extends { record: CallRecord }>(stored: Stored): Stored[] {
    try {
      return [{ ...stored, record: opened(stored.record, seal) }];
    } catch (error) {
      const { id: call, project, flow, context } = stored.record;
      const place = { project, call, flow: flow.name, step: context.step };
      log.error({ ...place, err: error }, 'a call cannot go on here');
      return [];
    }
  }

  return {
    registry: store.registry,
    counts: store.counts,
    async load(call) {
      const stored = await store.load(call);
      return stored && { ...stored, record: opened(stored.record, seal) };
    },
    commit: (commit) =>
      store.commit(seal === undefined ? commit : { ...commit, record: closed(commit.record, seal) }),
    claim: async (...due) => (await store.claim(...due)).flatMap(readable),
    settle: (...of) => store.settle(...of),
    renew: (...lease) => store.renew(...lease),
    nextDueAt: () => store.nextDueAt(),
    waitingFor: (awaited) => store.waitingFor(awaited),
    trace: (call) => store.trace(call),
    async list(filter, page) {
      const { calls, ...next } = await store.list(filter, page);
      return { calls: calls.flatMap((record) => readable({ record })).map(({ record }) => record), ...next };
    },
    count: (filter) => store.count(filter),
    // Nobody who reads on may stumble over a call that cannot be opened here.
    ended: (after, limit) => store.ended(after, limit),
    putFlow: (...flow) => store.putFlow(...flow),
    getFlow: (version) => store.getFlow(version),
    check: () => store.check(),
    expire: (...ended) => store.expire(...ended),
    close: () => store.close(),
  };
}

function closed(record: CallRecord, seal: Seal): CallRecord {
  const { context, id } = record;
  const names = PRIVATE.filter((name) => name in context);
  const hidden = Object.fromEntries(names.map((name) => [name, context[name]]));
  // The names stay in their places, so that a record that was opened is the same byte for byte (I2).
  const gaps = Object.fromEntries(names.map((name) => [name, null]));
  const sealed = seal.close(JSON.stringify(hidden), id);
  return { ...record, context: { ...context, ...gaps, sealed } as SealedContext };
}

function opened(record: CallRecord, seal: Seal | undefined): CallRecord {
  if (isNewerRecord(record)) throw newerRecord(record);
  const { sealed, ...context }: SealedContext = record.context;
  if (sealed === undefined) return record;
  if (seal === undefined || !sealed.startsWith(`${seal.keyId}.`)) throw otherKey(record, sealed, seal);
  return { ...record, context: { ...context, ...hiddenIn(sealed, record, seal) } };
}

function hiddenIn(sealed: string, { id }: CallRecord, seal: Seal): Partial<CallContext> {
  try {
    return JSON.parse(seal.open(sealed, id)) as Partial<CallContext>;
  } catch (cause) {
    const message = `what is sealed of call ${id} was changed, or belongs to another call`;
    throw new OperationalError('sealed', message, { retryable: false, cause });
  }
}

/** Retryable: the node that is asked next may know it, or this one once it is upgraded, from its spool. */
function newerRecord({ id, format }: CallRecord): OperationalError {
  const message = `call ${id} was written by a later Ringflow (format ${format}): upgrade this node`;
  return new OperationalError('record_newer', message, { retryable: true });
}

function otherKey({ id }: CallRecord, sealed: string, seal: Seal | undefined): OperationalError {
  const [wanted = ''] = sealed.split('.');
  const have = seal === undefined ? 'there is none' : `the one set is ${seal.keyId}`;
  const message = `call ${id} is sealed with key ${wanted}, ${have}: set RINGFLOW_SECRET_KEY to the one it began with`;
  return new OperationalError('sealed', message, { retryable: false });
}
