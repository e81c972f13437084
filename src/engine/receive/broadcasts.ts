/**
 * Places many calls with one request to a carrier.
 *
 * Owns: which calls a broadcast requests. Does not own: who is called when, what happens to calls that are not placed.
 *
 * BROADCASTS-1 All calls are stored as dialled before the request, so that notifications find them.
 * BROADCASTS-2 Only the broadcast that has stored a call requests it. Its key is the idempotency key, under which the platform
 *    dials once.
 * BROADCASTS-3 If a call has changed since, the request was made, and is not repeated.
 * BROADCASTS-4 If the platform refuses the request, no call was dialled, and each call gets the failure.
 */
import { begin, commandId, type Advance, type CallId, type CallRecord } from '../../call/index.ts';
import { OperationalError, CarrierError, refusalError } from '../ports/index.ts';
import type { Broadcast, CallStore, Clock, Carrier } from '../ports/index.ts';
import type { Calls } from './calls.ts';
import { toKeyedCallId } from './identify.ts';
import type { CommandOutcome } from '../send/send.ts';
import type { OutboundCall, Outbound } from './outbound.ts';

/** A call of a broadcast; `key` tells it from every other. */
interface BroadcastCall extends Pick<OutboundCall, 'to' | 'params'> {
  key: string;
}

/** Calls to place with one request. */
export interface BroadcastRequest extends Pick<OutboundCall, 'project' | 'flow' | 'from' | 'campaign'> {
  key: string;
  calls: BroadcastCall[];
}

/** A call that is not placed, because its parameters do not fit the flow. */
export interface UnfitCall {
  key: string;
  problem: string;
}

interface BroadcastsOptions {
  store: CallStore;
  clock: Clock;
  calls: Calls;
  outbound: Pick<Outbound, 'start'>;
  findCarrier(project: string, name?: string): Carrier | undefined;
  /** Called with the result of each broadcast. */
  onPerformed?(performed: CommandOutcome): void;
}

interface Begun {
  id: CallId;
  first: Advance;
}

/** The number of the command with which a placed call begins. */
const DIAL = 1;

export class Broadcasts {
  readonly #options: BroadcastsOptions;

  constructor(options: BroadcastsOptions) {
    this.#options = options;
  }

  /**
   * Places the calls, and returns those that do not fit their flow; a repetition under the same key continues an unfinished
   * broadcast. Throws an `OperationalError`: `unknown_flow`, `invalid_broadcast` with nothing done, or a retryable one.
   */
  async place(wanted: BroadcastRequest): Promise<UnfitCall[]> {
    const { project } = wanted;
    const carrier = this.#options.findCarrier(project);
    if (carrier?.broadcast === undefined)
      throw refusalError('invalid_broadcast', 'the carrier does not support broadcasts');
    const { begun, unfit } = await this.#begin(wanted);
    for (const one of begun) await this.#keep(one);
    const records = await this.#loadOwnCalls(wanted);
    const order = { key: wanted.key, from: wanted.from, recipients: records.map(toRecipient) };
    if (records.length === 0 || records.some(hasMoved)) return unfit;
    try {
      await carrier.broadcast(order);
      this.#options.onPerformed?.({ kind: 'broadcast', isDone: true, project, carrier: carrier.name });
    } catch (error) {
      this.#options.onPerformed?.({ kind: 'broadcast', isDone: false, project, carrier: carrier.name });
      if (!(error instanceof CarrierError) || error.retryable) throw error;
      for (const { id } of records) await this.#reportRefusal(id, error);
    }
    return unfit;
  }

  /** Begins the calls that are not stored yet. */
  async #begin({ project, flow, from, key, calls, campaign }: BroadcastRequest) {
    const [begun, unfit]: [Begun[], UnfitCall[]] = [[], []];
    for (const { key: callKey, to, params = {} } of calls) {
      const id = toKeyedCallId(project, callKey);
      if ((await this.#options.store.load(id)) !== undefined) continue;
      try {
        const start = await this.#options.outbound.start(id, { project, flow, from, to, params });
        const at = this.#options.clock.now();
        const marks = { key, ...(campaign !== undefined && { campaign }) };
        const { params: values } = start;
        const call = { id, project, direction: 'outbound', from, to, at, params: values, ...marks } as const;
        const first = await this.#options.calls.begin(project, () => begin(start.flow, call));
        begun.push({ id, first: expectOnlyDialling(first, flow) });
      } catch (error) {
        if (!(error instanceof OperationalError) || error.code !== 'bad_params') throw error;
        unfit.push({ key: callKey, problem: error.message });
      }
    }
    return { begun, unfit };
  }

  /** BROADCASTS-1: without its `dial`, which the broadcast carries out. */
  #keep({ id, first }: Begun): Promise<void> {
    return this.#options.calls.apply(id, (known) =>
      Promise.resolve(known === undefined ? { ...first, commands: [] } : undefined),
    );
  }

  /** BROADCASTS-2: the calls that this broadcast has stored, in order. */
  async #loadOwnCalls({ project, key, calls }: BroadcastRequest): Promise<CallRecord[]> {
    const { store } = this.#options;
    const found = await Promise.all(
      calls.map(async ({ key: callKey }) => {
        const id = toKeyedCallId(project, callKey);
        const [stored, [first]] = [await store.load(id), await store.trace(id)];
        return first?.event.key === key ? stored?.record : undefined;
      }),
    );
    return found.filter((record) => record !== undefined);
  }

  #reportRefusal(id: CallId, { code, message, callEnded }: CarrierError): Promise<void> {
    const failure = { code, message, callEnded };
    return this.#options.calls.applyEvent(id, {
      type: 'command_failed',
      number: DIAL,
      kind: 'dial',
      failure,
    });
  }
}

/** Throws unless the call begins with a dial that carries at most a play: a broadcast can do nothing else. */
function expectOnlyDialling(first: Advance, flow: string): Advance {
  const [dial, ...more] = first.commands;
  const carries = dial?.kind === 'dial' ? (dial.onConnect?.kind ?? 'play') : undefined;
  if (carries === 'play' && more.length === 0 && first.requests.length === 0) return first;
  const message = `the flow "${flow}" begins with something else than a prompt, which a broadcast cannot do`;
  throw refusalError('invalid_broadcast', message);
}

/** True when the platform has notified of the call, or the call is over (BROADCASTS-3). */
function hasMoved({ context, voiceId }: CallRecord): boolean {
  return context.leg !== 'dialing' || voiceId !== undefined;
}

/** Returns the recipient as stored when the call began, so that repetitions are the same. */
function toRecipient({ id, context }: CallRecord): Broadcast['recipients'][number] {
  const { call, playing } = context;
  const play = playing && { media: playing.media, promptRef: commandId(id, playing.command) };
  return { call: id, to: call.to, ...(play && { play }) };
}
