/** Calls at a service, as its API tells of them. */
import type { CallSummary, TraceEntry } from '../../call/index.ts';
import type { CallState } from '../../ports/index.ts';
import type { Ask } from './client.ts';

/** A call with what it did and why. */
export interface TracedCall {
  call: CallSummary;
  trace: TraceEntry[];
}

/** Which calls are wanted. */
export interface CallQuery {
  flow?: string;
  state?: CallState;
  number?: string;
}

/** So many calls are asked for at a time. */
const PAGE = 200;

/** The newest calls, at most so many. */
export async function newestAt(ask: Ask, wanted: CallQuery, most: number): Promise<CallSummary[]> {
  const found: CallSummary[] = [];
  let after: string | undefined;
  do {
    const query = new URLSearchParams({
      ...wanted,
      limit: String(Math.min(PAGE, most - found.length)),
      ...(after !== undefined && { after }),
    });
    const page = await ask<{ items: CallSummary[]; next?: string }>('GET', `/calls?${query.toString()}`);
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined && found.length < most);
  return found;
}

/** One call with its trace. */
export function tracedAt(ask: Ask, id: string): Promise<TracedCall> {
  return ask<TracedCall>('GET', `${pathOf(id)}/trace`);
}

/** The address of a call in its project. */
export function pathOf(id: string): string {
  return `/calls/${encodeURIComponent(id)}`;
}
