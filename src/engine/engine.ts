/**
 * The shell around the pure call core: receives events, applies them with `advance`, stores the results, sends commands and
 * wakes calls.
 *
 * Owns: which call an event is about, how calls begin, and the connection of its parts: calls.ts applies events, lanes.ts
 * sends commands, requests.ts asks web services, due.ts wakes calls.
 * Does not own: what a call does (call/), where records are stored (a store), how requests are made (a platform).
 *
 * ENGINE-1 An event is acknowledged only after the commit that holds its result (I1).
 */
import { begin, readParams, turnAway, findNextDeadline } from '../call/index.ts';
import type {
  Advance,
  Beginning,
  CallEvent,
  CallId,
  CallRecord,
  Command,
  TraceEntry,
} from '../call/index.ts';
import { PLATFORM } from './ports/index.ts';
import type { Arrival, Claimed } from './ports/index.ts';
import { createCallLog } from './receive/call-log.ts';
import { Broadcasts, type UnfitCall, type BroadcastRequest } from './receive/broadcasts.ts';
import { Calls, type EventFacts, type Decide, type CommitMade } from './receive/calls.ts';
import { Due } from './wake/due.ts';
import { Expiry } from './wake/expiry.ts';
import { Flows, type Start } from './receive/flows.ts';
import { toBeginning, identifyCall, addVoiceId } from './receive/identify.ts';
import { Inbox } from './receive/inbox.ts';
import { Interventions, type GivenEvent } from './receive/interventions.ts';
import { toMessageBeginning, toDeliveryEvent } from './receive/messages.ts';
import type { DeliveryArrival, MessageArrival } from './receive/messages.ts';
import { Lanes, type SendingStats } from './send/lanes.ts';
import { toSettings, type EngineOptions, type EngineSettings } from './options.ts';
import { Orphans, type Received } from './wake/orphans.ts';
import { Outbound, type OutboundCall } from './receive/outbound.ts';
import { Requests } from './receive/requests.ts';
import { toReportEvent, type CommandReport } from './send/send.ts';

const BEGINNING: EventFacts = { begins: true };

export class Engine {
  readonly flows: Flows;
  readonly #options: EngineSettings;
  readonly #calls: Calls;
  readonly #lanes: Lanes;
  readonly #due: Due;
  readonly #requests: Requests;
  readonly #inbox: Inbox;
  readonly #outbound: Outbound;
  readonly #broadcasts: Broadcasts;
  readonly #interventions: Interventions;
  readonly #expiry: Expiry;
  readonly #orphans: Orphans;

  constructor(options: EngineOptions) {
    const log = createCallLog(options.log, (call) => this.#calls.getHotRecord(call));
    this.#options = toSettings({ ...options, log });
    this.flows = new Flows(this.#options);
    this.#orphans = new Orphans(log);
    const shared = this.#options;
    this.#calls = new Calls({
      ...shared,
      flows: this.flows,
      getAnsweredCommand: (call) => this.#lanes.getAnsweredCommand(call),
      onCommit: (made) => {
        this.#followCommit(made);
      },
      onUnconfirmed: (call) => {
        this.#lanes.markUnconfirmed(call);
      },
    });
    this.#lanes = new Lanes({
      ...shared,
      findHotRecord: (call) => this.#calls.getHotRecord(call),
      awaitEvents: (call) => this.#calls.awaitEvents(call),
      report: (call, command, report) => this.#report(call, command, report),
    });
    this.#requests = new Requests({
      ...shared,
      onAnswer: (call, visit, answer) => this.#calls.applyEvent(call, { type: 'answered', visit, answer }),
    });
    this.#due = new Due({
      ...shared,
      attend: (claimed) => this.#attend(claimed),
      onAllClaimed: (now) => {
        this.#lanes.forgetUnconfirmed(now);
      },
    });
    this.#inbox = new Inbox({ ...shared, calls: this.#calls });
    this.#outbound = new Outbound({ ...shared, flows: this.flows, calls: this.#calls });
    this.#broadcasts = new Broadcasts({ ...shared, calls: this.#calls, outbound: this.#outbound });
    this.#interventions = new Interventions({ ...shared, calls: this.#calls });
    this.#expiry = new Expiry({ ...shared, flows: this.flows });
  }

  /** Begins to wake calls, those of an earlier process included. `hasSpooled`: events of the past come first, so that deadlines wait a moment. */
  start({ hasSpooled = false } = {}): void {
    this.#due.start(hasSpooled);
    this.#expiry.start();
  }

  /** Applies a notification; resolves when its result is stored, else rejects with an `OperationalError`. `id`: the call, if known. */
  receive(arrival: Arrival, id = identifyCall(arrival)): Promise<Received> {
    if (id === undefined) return Promise.resolve(this.#orphans.ignore(arrival, 'no_id'));
    return this.#calls.admit(arrival.project, () => this.#receive(arrival, id));
  }

  async #receive(arrival: Arrival, id: CallId): Promise<Received> {
    const { log, clock } = this.#options;
    const event: CallEvent = { ...arrival.event, at: clock.now() };
    if (arrival.key !== undefined) event.key = arrival.key;
    const begins = event.type === 'incoming';
    let received: Received = 'applied';
    const decide: Decide = (record) => {
      received = 'applied';
      if (record !== undefined)
        return this.#calls.decideNotification(record, addVoiceId(record, event, arrival));
      if (begins) return begun();
      received = this.#orphans.ignore(arrival, 'unknown_call');
      return undefined;
    };
    const begun = async () => {
      const { project, to: number = '', carrier = PLATFORM } = arrival;
      const start = await this.flows.startForNumber({ project, takes: 'calls', number, carrier, call: id });
      if (start !== undefined) return this.#begin(start, toBeginning(id, arrival, event.at));
      received = this.#orphans.ignore(arrival, 'no_flow');
      return undefined;
    };
    await this.#calls.apply(id, decide, begins ? BEGINNING : undefined);
    log.debug({ call: id, event: event.type, received }, 'notification');
    return received;
  }

  /** Begins a call. When our code fails on its flow, or a parameter is missing, the call is left to ring out (CALLS-2). */
  #begin(start: Start, call: Beginning): Advance | undefined | Promise<Advance | undefined> {
    return this.#calls.begin(call.project, () => this.#beginNow(start, call));
  }

  #beginNow({ flow, params: given }: Start, call: Beginning): Advance | undefined {
    try {
      const params = readParams(flow.flow, given);
      if (!params.ok) throw new Error(params.problems.join('; '));
      const begun = begin(flow, { ...call, params: params.values });
      return this.#options.admits?.(call.project, call.id) === false
        ? turnAway(begun, 'too_many_calls')
        : begun;
    } catch (error) {
      this.#options.log.error(
        { call: call.id, flow: flow.flow.name, err: error },
        'the call could not begin',
      );
      return undefined;
    }
  }

  /** Places an outbound call; resolves when it is stored, before the command is sent. */
  dial(wanted: OutboundCall): Promise<CallId> {
    return this.#calls.admit(wanted.project, () => this.#outbound.dial(wanted));
  }

  /** Places calls with one request; returns those whose parameters do not fit their flow. See `Broadcasts`. */
  broadcast(wanted: BroadcastRequest): Promise<UnfitCall[]> {
    return this.#broadcasts.place(wanted);
  }

  /**
   * Applies a text message to the call that waits for one from its sender, else begins a call on the flow to which messages
   * to its number are routed. Resolves when the result is stored.
   */
  message(arrival: MessageArrival): Promise<Received> {
    return this.#calls.admit(arrival.project, () => this.#message(arrival));
  }

  async #message(arrival: MessageArrival): Promise<Received> {
    if (await this.#inbox.give(arrival)) return 'applied';
    const call = toMessageBeginning(arrival, {
      at: this.#options.clock.now(),
      newId: () => this.#options.newId(),
    });
    const { project, to: number } = arrival;
    const start = await this.flows.startForNumber({
      project,
      takes: 'messages',
      number,
      carrier: PLATFORM,
      call: call.id,
    });
    if (start === undefined) return 'no_flow';
    // A repeated message begins one call.
    await this.#calls.apply(call.id, (record) =>
      record === undefined ? this.#begin(start, call) : undefined,
    );
    return 'applied';
  }

  /** Applies a delivery report on messages of a call; resolves when the result is stored. */
  async delivered(arrival: DeliveryArrival): Promise<void> {
    const report = toDeliveryEvent(arrival);
    if (report === undefined) return;
    const { call, event } = report;
    await this.#calls.admit(arrival.project, () => this.#calls.applyEvent(call, event, arrival.key));
  }

  /** Gives an event to a call as if its caller had caused it. See `Interventions`. */
  giveEvent(call: CallId, given: GivenEvent, key?: string): Promise<void> {
    return this.#interventions.give(call, given, key);
  }

  /** Ends a call; resolves when that is stored, before the command is sent. */
  hangUp(call: CallId): Promise<void> {
    return this.#interventions.hangUp(call);
  }

  /** The trace of a call, in order. */
  loadTrace(call: CallId): Promise<TraceEntry[]> {
    return this.#options.store.trace(call);
  }

  /** Returns how many calls this node is sending commands for, and the age of the oldest. */
  getSendingStats(): SendingStats {
    return this.#lanes.measureSending();
  }

  /** The call as it is stored now. */
  async loadCall(call: CallId): Promise<CallRecord | undefined> {
    return (await this.#options.store.load(call))?.record;
  }

  /** Stops waking calls, lets work in progress finish for at most `graceMs`, then leaves the rest to the next node. */
  async stop(graceMs: number): Promise<void> {
    this.#expiry.stop();
    await this.#due.stop();
    const { clock } = this.#options;
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => (cancel = clock.after(graceMs, resolve)));
    await Promise.race([patience, this.#finish()]);
    cancel();
    this.#requests.stop();
    this.#lanes.stop();
    await this.#lanes.finish();
    await this.#calls.idle();
  }

  async #finish(): Promise<void> {
    await this.#requests.idle();
    await this.#calls.idle();
    await this.#lanes.finish();
  }

  /** Starts what follows from a commit. */
  #followCommit(made: CommitMade): void {
    this.#due.schedule(findNextDeadline(made.record));
    this.#lanes.takeCommit(made.record.id, made);
    this.#requests.takeCommit(made);
    this.#options.onTrace?.(made.record, made.trace);
  }

  async #report(call: CallId, command: Command, report: CommandReport): Promise<void> {
    const at = this.#options.clock.now();
    const event: CallEvent = { ...toReportEvent(command, report), at };
    // A second report that a play was accepted does no harm.
    const decide: Decide = async (record) =>
      report.kind === 'taken' || (await this.#isOpen(call, command))
        ? this.#calls.advance(record, event)
        : undefined;
    await this.#calls.apply(call, decide, { reported: command.number });
  }

  /** True when no other node has reported the command meanwhile. */
  async #isOpen(call: CallId, { number }: Command): Promise<boolean> {
    const stored = await this.#options.store.load(call);
    return stored?.outbox.some((command) => command.number === number) === true;
  }

  /** Fires the deadlines of a claimed call, and sends its commands if the claim took its lane. */
  async #attend({ record, outbox, lane }: Claimed): Promise<void> {
    const at = this.#options.clock.now();
    this.#calls.refresh(record);
    if (lane) this.#lanes.takeClaim(record.id, outbox);
    await this.#calls.apply(record.id, (current) => {
      const due = current === undefined ? undefined : findNextDeadline(current);
      if (due === undefined || due > at) return undefined;
      this.#options.onWake?.(at - due);
      return this.#calls.advance(current, { type: 'wake', at });
    });
  }
}
