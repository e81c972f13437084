/**
 * Places calls.
 *
 * Owns: the ids of outbound calls, and their idempotency. Does not own: what the call does, how it is dialled.
 *
 * OUTBOUND-1 One call is placed per idempotency key; a repeated request returns it, whichever flows are in service by then.
 * OUTBOUND-2 Another request under the same key is refused.
 * OUTBOUND-3 A call stays on the carrier that placed it: the one of the request, else the default one of its project.
 */
import { hash } from 'node:crypto';
import { begin, callId, readParams, type CallId, type ProjectId } from '../../call/index.ts';
import { OperationalError, PLATFORM, refusalError } from '../ports/index.ts';
import type { CallStore, Carrier, Clock } from '../ports/index.ts';
import type { Calls, Decide } from './calls.ts';
import type { Flows, Start } from './flows.ts';
import { toKeyedCallId } from './identify.ts';

export interface OutboundCall {
  project: ProjectId;
  /** Name of a flow in service. */
  flow: string;
  from: string;
  to: string;
  /** Values of the flow's parameters. */
  params?: Record<string, unknown>;
  /** Idempotency key. */
  key?: string;
  /** Id of the campaign that places it. */
  campaign?: string;
  /** Name of a carrier of the project; absent: the one that is chosen for the number. */
  carrier?: string;
}

interface OutboundOptions {
  store: CallStore;
  clock: Clock;
  newId(): string;
  flows: Flows;
  calls: Calls;
  findCarrier(project: string, name?: string): Carrier | undefined;
  chooseCarrier?(project: string, to: string): string | undefined;
  admits?(project: ProjectId, call: CallId): boolean;
}

type Keyed = OutboundCall & { key: string };

export class Outbound {
  readonly #options: OutboundOptions;

  constructor(options: OutboundOptions) {
    this.#options = options;
  }

  /**
   * Places a call, or finds the one placed under its key; resolves when it is stored. Throws an `OperationalError`:
   * `unknown_flow`, `unknown_carrier`, `bad_params`, `key_reused`, or `too_many_calls` while the project is at its limit.
   */
  async dial(wanted: OutboundCall): Promise<CallId> {
    const { project, key } = wanted;
    if (key === undefined) return this.#place(callId(`${project}.${this.#options.newId()}`), wanted);
    const keyed = { ...wanted, key };
    const id = toKeyedCallId(project, key);
    if ((await this.#options.store.load(id)) === undefined) return this.#place(id, wanted, keyed);
    await this.#expectSame(id, keyed);
    return id;
  }

  async #place(id: CallId, wanted: OutboundCall, keyed?: Keyed): Promise<CallId> {
    const { clock, calls } = this.#options;
    const { project, from, to, campaign } = wanted;
    const { flow, params } = await this.start(id, wanted);
    const carrier = this.#findCarrierName(wanted);
    const key = keyed && { key: computeFingerprint(keyed) };
    const marks = {
      ...key,
      ...(campaign !== undefined && { campaign }),
      ...(carrier !== undefined && { carrier }),
    };
    const call = { id, project, direction: 'outbound', from, to, at: clock.now(), params, ...marks } as const;
    const decide: Decide = async (known) => {
      if (known === undefined) {
        if (this.#options.admits?.(project, id) === false) throw tooManyCallsError(project);
        return calls.begin(project, () => begin(flow, call));
      }
      if (keyed !== undefined) await this.#expectSame(id, keyed);
      return undefined;
    };
    await calls.apply(id, decide, { begins: true });
    return id;
  }

  /** Returns the name that the record keeps; undefined for the platform, and where a project has no carrier now. */
  #findCarrierName({ project, to, carrier }: OutboundCall): string | undefined {
    const found = this.#options.findCarrier(project, carrier ?? this.#options.chooseCarrier?.(project, to));
    if (found === undefined && carrier !== undefined)
      throw refusalError('unknown_carrier', `project "${project}" has no carrier "${carrier}"`);
    return found?.name === PLATFORM ? undefined : found?.name;
  }

  /** Returns the flow and parameters of a new call. Throws an `OperationalError`: `unknown_flow`, `bad_params`. */
  start(id: CallId, wanted: OutboundCall): Promise<Start> {
    return findStart(id, wanted, this.#options.flows);
  }

  /** Throws unless the first entry of the call's trace has the fingerprint of the same request (OUTBOUND-2). */
  async #expectSame(id: CallId, keyed: Keyed): Promise<void> {
    const [first] = await this.#options.store.trace(id);
    if (first?.event.key === computeFingerprint(keyed)) return;
    throw refusalError('key_reused', `another call was placed under the key "${keyed.key}"; use a new key`);
  }
}

type StartedCall = Pick<OutboundCall, 'project' | 'flow' | 'params'>;

/** Throws an `OperationalError` when such a call could not be placed now: `unknown_flow`, `bad_params`. */
export async function expectFit(wanted: StartedCall, flows: Flows): Promise<void> {
  await findStart(callId(wanted.project), wanted, flows);
}

async function findStart(
  call: CallId,
  { project, flow: name, params: given = {} }: StartedCall,
  flows: Flows,
): Promise<Start> {
  const start = await flows.startForFlow({ project, flow: name, call });
  if (start === undefined) throw refusalError('unknown_flow', `no flow "${name}" is in service`);
  const params = readParams(start.flow.flow, { ...start.params, ...given });
  if (!params.ok) throw refusalError('bad_params', params.problems.join('; '));
  return { flow: start.flow, params: params.values };
}

/** Computes the fingerprint of a request. It includes the key, so that parameters cannot be guessed from the trace (I7). */
function computeFingerprint({ key, flow, from, to, carrier, params = {} }: Keyed): string {
  const given = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash(
    'sha256',
    JSON.stringify([key, flow, from, to, given, ...(carrier === undefined ? [] : [carrier])]),
    'base64url',
  ).slice(0, 22);
}

function tooManyCallsError(project: ProjectId): OperationalError {
  const message = `"${project}" has reached its limit of concurrent calls (concurrentCalls)`;
  return new OperationalError('too_many_calls', message, { retryable: true });
}
