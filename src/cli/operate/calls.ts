/** Reads calls through the API of a service. */
import type { CallSummary, ShownEntry } from '../../call/index.ts';
import type { CallState } from '../../engine/ports/index.ts';
import { readRecording } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import type { CallStates } from '../../verification/replay/index.ts';
import { download } from './client.ts';
import type { Ask } from './client.ts';
import { findCredentials } from './credentials.ts';
import type { ServiceFlags } from './flags.ts';
import { itemsAt, PAGE, takeFirst } from './pages.ts';

/** A call with its trace. The entries have states if those were requested, as far as they are known. */
export interface TracedCall {
  call: CallSummary;
  trace: TracedEntry[];
  /** Why some entries have no state. */
  unknownStates?: { code: string; fromSeq: number };
}

/** An entry of a trace, with the state of the call after it. */
export type TracedEntry = ShownEntry & { after?: CallStates['states'][number] };

/** Filter of calls. */
export interface CallQuery {
  flow?: string;
  state?: CallState;
  number?: string;
  campaign?: string;
}

/** Returns the newest calls, at most `most`. */
export function fetchNewest(ask: Ask, wanted: CallQuery, most: number): Promise<CallSummary[]> {
  const query = { ...wanted, limit: String(Math.min(PAGE, most)) };
  return takeFirst(itemsAt<CallSummary>(ask, '/calls', query), most);
}

/** Returns one call with its trace, on request with the state after each entry. */
export function fetchTrace(ask: Ask, id: string, { hasStates = false } = {}): Promise<TracedCall> {
  return ask<TracedCall>('GET', `${callPath(id)}/trace${hasStates ? '?detail=variables' : ''}`);
}

/** Exports calls with the flow versions on which they started, in the given order; `keepsNumbers` keeps phone numbers. */
export async function fetchRecording(
  flags: ServiceFlags,
  ids: readonly string[],
  { keepsNumbers }: { keepsNumbers: boolean },
): Promise<Recording> {
  const credentials = findCredentials(flags);
  const query = keepsNumbers ? '?keep_numbers=true' : '';
  const recording: Recording = { calls: [], flows: new Map() };
  for (const id of ids) {
    const pieces = [];
    const path = `/projects/${flags.project}${callPath(id)}/export${query}`;
    for await (const piece of download(credentials, path)) pieces.push(piece);
    const { calls, flows } = readRecording(pieces.join(''));
    recording.calls.push(...calls);
    for (const [version, flow] of flows) recording.flows.set(version, flow);
  }
  return recording;
}

/** Returns the path of a call in its project. */
export function callPath(id: string): string {
  return `/calls/${encodeURIComponent(id)}`;
}
