/**
 * The shell around the pure call core: takes events in, decides by `advance`, stores, sends, wakes.
 *
 * Owns: the order of events of one call within this process, the cache of hot records, this node's lanes and its sleep.
 * Does not own: what a call does (call/), where records are (a store), how requests are made (a platform).
 *
 * E1 An event is answered for only after the commit that holds its result (I1).
 * E2 A lost race is decided again from the stored record; deciding has no effects (I3).
 * E3 A failure of one call's flow or of our code ends that call at most, never the process.
 */
import { abandon, advance, begin, callId, wakeAt } from '../call/index.ts';
import type {
  Advance,
  Beginning,
  CallEvent,
  CallId,
  CallRecord,
  Command,
  EngineEvent,
  ProjectId,
  RunnableFlow,
  TraceEntry,
} from '../call/index.ts';
import { OperationalError } from '../ports/index.ts';
import type { Claimed } from '../ports/index.ts';
import { Due } from './due.ts';
import { Flows } from './flows.ts';
import { HotRecords } from './hot-records.ts';
import { callOf } from './identify.ts';
import type { Arrival } from './identify.ts';
import { Lanes } from './lanes.ts';
import { withDefaults } from './options.ts';
import type { EngineOptions, EngineSettings } from './options.ts';
import type { CommandReport } from './send.ts';
import { Serial } from './serial.ts';

/** What became of a notification; all of these are answered with success. */
export type Received = 'applied' | 'unknown_call' | 'no_flow';

export interface OutboundCall {
  project: ProjectId;
  /** Name of a flow in service. */
  flow: string;
  from: string;
  to: string;
}

/** How often a lost race is run again before the store is said to be at fault. */
const RACES = 20;
const EXPIRE_EVERY_MS = 60_000;
/** Few at a time, with pauses, so that calls in progress do not wait for calls that are over (I6). */
const EXPIRE_BATCH = 200;
const EXPIRE_PAUSE_MS = 10;

/** A decision to be committed, made from the stored call as it is now. */
type Decide = (record: CallRecord | undefined) => Promise<Advance | undefined>;

export class Engine {
  readonly flows: Flows;
  readonly #options: EngineSettings;
  readonly #serial = new Serial();
  readonly #hot = new HotRecords();
  readonly #lanes: Lanes;
  readonly #due: Due;
  #cancelExpiry: () => void = () => undefined;

  constructor(options: EngineOptions) {
    this.#options = withDefaults(options);
    this.flows = new Flows(options.store, options.defaultFlow);
    const shared = this.#options;
    this.#lanes = new Lanes({
      ...shared,
      recordOf: (call) => this.#load(call),
      report: (call, command, report) => this.#report(call, command, report),
    });
    this.#due = new Due({ ...shared, attend: (claimed) => this.#attend(claimed) });
  }

  /** Begins to wake calls, and takes up what an earlier process left (recovery is nothing else). */
  start(): void {
    this.#due.start();
    this.#expire();
  }

  /** Applies a notification; resolves when its result is stored. Throws `OperationalError` when it could not be. */
  async receive(arrival: Arrival): Promise<Received> {
    const id = callOf(arrival);
    if (id === undefined) return this.#orphan(arrival, 'unknown_call');
    const { log, clock } = this.#options;
    const at = clock.now();
    const event: CallEvent = {
      ...arrival.event,
      at,
      ...(arrival.key === undefined ? {} : { key: arrival.key }),
    };
    let received: Received = 'applied';
    await this.#apply(id, async (record) => {
      if (record !== undefined) return this.#advance(record, withName(record, event, arrival));
      if (event.type !== 'incoming') received = this.#orphan(arrival, 'unknown_call');
      else {
        const flow = this.flows.forNumber(arrival.to ?? '');
        if (flow !== undefined) return this.#begin(flow, beginning(id, arrival, at));
        received = this.#orphan(arrival, 'no_flow');
      }
      return undefined;
    });
    log.debug({ call: id, event: event.type, received }, 'notification');
    return received;
  }

  /** Decides how a call begins; a flow on which our code fails takes no calls, which the platform lets ring out (E3). */
  #begin(flow: RunnableFlow, call: Beginning): Advance | undefined {
    try {
      return begin(flow, call);
    } catch (error) {
      this.#options.log.error(
        { call: call.id, flow: flow.flow.name, err: error },
        'the call could not begin',
      );
      return undefined;
    }
  }

  /** Places an outbound call; resolves when it is stored, before the platform was asked. */
  async dial({ project, flow: name, from, to }: OutboundCall): Promise<CallId> {
    const flow = this.flows.named(name);
    if (flow === undefined)
      throw new OperationalError('unknown_flow', `no flow "${name}" is in service`, { retryable: false });
    const id = callId(`${project}.${this.#options.newId()}`);
    const at = this.#options.clock.now();
    await this.#apply(id, () =>
      Promise.resolve(begin(flow, { id, project, direction: 'outbound', from, to, at })),
    );
    return id;
  }

  /** The trace of a call, in order. */
  trace(call: CallId): Promise<TraceEntry[]> {
    return this.#options.store.trace(call);
  }

  /** The call as it is stored now. */
  async call(call: CallId): Promise<CallRecord | undefined> {
    return (await this.#options.store.load(call))?.record;
  }

  /** Stops waking, lets commands under way finish for at most `graceMs`, then gives up what is left to the next node. */
  async stop(graceMs: number): Promise<void> {
    this.#cancelExpiry();
    await this.#due.stop();
    const { clock } = this.#options;
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => (cancel = clock.after(graceMs, resolve)));
    await Promise.race([patience, this.#serial.idle().then(() => this.#lanes.finish())]);
    cancel();
    this.#lanes.stop();
    await this.#lanes.finish();
    await this.#serial.idle();
  }

  /** Decides and commits, again and again until no other writer came between (E2). */
  #apply(id: CallId, decide: Decide, reported?: number): Promise<void> {
    return this.#serial.run(id, async () => {
      for (let race = 0; race < RACES; race += 1) {
        const result = await decide(await this.#load(id));
        if (result === undefined || (await this.#commit(result, reported))) return;
        this.#hot.forget(id);
      }
      const message = `call ${id} is being written by others without an end`;
      throw new OperationalError('store_contended', message, { retryable: true });
    });
  }

  async #load(id: CallId): Promise<CallRecord | undefined> {
    return this.#hot.get(id) ?? (await this.#options.store.load(id))?.record;
  }

  /** Settles along the command that the event reports of, or what was answered since the last commit. */
  async #commit({ record, commands, trace }: Advance, reported?: number): Promise<boolean> {
    const { store, node, clock, leaseMs, retentionMs, onTrace } = this.#options;
    const settled = reported ?? this.#lanes.answered(record.id);
    const dueAt = wakeAt(record);
    const committing = store.commit({
      node,
      record,
      commands,
      trace,
      wakeAt: dueAt,
      leaseUntil: clock.now() + leaseMs,
      ...(settled === 0 ? {} : { settled }),
      ...(record.endedAt === undefined ? {} : { expiresAt: record.endedAt + retentionMs }),
    });
    const result = await committing.catch((error: unknown) => {
      this.#hot.forget(record.id);
      this.#lanes.unconfirmed(record.id);
      throw error;
    });
    if (result.outcome === 'conflict') return false;
    this.#hot.put(record);
    this.#due.expect(dueAt);
    this.#lanes.committed(record.id, { record, lane: result.lane, commands, settled });
    onTrace?.(record, trace);
    return true;
  }

  async #report(call: CallId, command: Command, report: CommandReport): Promise<void> {
    const at = this.#options.clock.now();
    const event: CallEvent = { ...toldOf(command, report), at };
    const decide: Decide = async (record) =>
      (await this.#isOpen(call, command)) ? this.#advance(record, event) : undefined;
    await this.#apply(call, decide, command.number);
  }

  /** Whether no other node has reported the command meanwhile. */
  async #isOpen(call: CallId, { number }: Command): Promise<boolean> {
    const stored = await this.#options.store.load(call);
    return stored?.outbox.some((command) => command.number === number) === true;
  }

  /** Decides; a call whose flow is lost, or on which our code fails, is given up rather than tried for ever (E3). */
  async #advance(record: CallRecord | undefined, event: CallEvent): Promise<Advance | undefined> {
    if (record === undefined) return undefined;
    try {
      return advance(await this.flows.version(record.flow.version), record, event);
    } catch (error) {
      if (error instanceof OperationalError && error.code !== 'flow_version_unknown') throw error;
      this.#options.log.error({ call: record.id, event: event.type, err: error }, 'the call is given up');
      return abandon(record, event, error instanceof Error ? error.message : 'internal error');
    }
  }

  /** A claimed call: fire its deadlines, and go on with its commands where their node is gone. */
  async #attend({ record, outbox, lane }: Claimed): Promise<void> {
    const at = this.#options.clock.now();
    this.#hot.refresh(record);
    if (lane) this.#lanes.claimed(record.id, outbox);
    await this.#apply(record.id, async (current) => {
      const due = current === undefined ? undefined : wakeAt(current);
      return due !== undefined && due <= at ? this.#advance(current, { type: 'wake', at }) : undefined;
    });
  }

  #orphan({ project, voiceId, event }: Arrival, why: Received): Received {
    const message = why === 'no_flow' ? 'no flow takes this call' : 'no call takes this notification';
    // Not the event itself: it may carry keys that are secret (I7).
    const about = event.type === 'unknown' ? event.state : event.type;
    this.#options.log.warn({ project, voiceId, event: about }, message);
    return why;
  }

  #expire(): void {
    const { clock } = this.#options;
    this.#cancelExpiry = clock.after(EXPIRE_EVERY_MS, () => {
      this.#expire();
      this.#expireAll().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'ended calls could not be forgotten');
      });
    });
  }

  async #expireAll(): Promise<void> {
    const { store, clock } = this.#options;
    while ((await store.expire(clock.now(), EXPIRE_BATCH)) === EXPIRE_BATCH)
      await new Promise<void>((resolve) => clock.after(EXPIRE_PAUSE_MS, resolve));
  }
}

/** What a call is told of its command. */
function toldOf({ number, kind }: Command, report: CommandReport): EngineEvent {
  if (report.kind === 'dialed') return { type: 'dialed', voiceId: report.voiceId };
  if (report.kind === 'done') return { type: 'command_done', number, kind, answer: report.answer };
  return { type: 'command_failed', number, kind, failure: report.failure };
}

/** A call that we placed learns its name from whoever tells it first. */
function withName({ voiceId: known }: CallRecord, event: CallEvent, { voiceId }: Arrival): CallEvent {
  return known !== undefined || voiceId === undefined ? event : { ...event, voiceId };
}

function beginning(id: CallId, { project, from, to, voiceId, key }: Arrival, at: number) {
  return {
    id,
    project,
    direction: 'inbound',
    from: from ?? '',
    to: to ?? '',
    at,
    ...(voiceId === undefined ? {} : { voiceId }),
    ...(key === undefined ? {} : { key }),
  } as const;
}
