/** Disturbs web services: they carry a request out and answer late or never, or refuse it. */
import type { CallEvent, WebAnswer } from '../../call/index.ts';
import { HeldBack } from './disturbed-events.ts';
import type { Disturbance } from './disturbed-events.ts';
import { REACTION_MS } from './disturbed-people.ts';
import type { Perturbation } from './perturbation.ts';

type OfService = Extract<Perturbation, { kind: 'service' }>;

const REFUSED: WebAnswer = { status: 400, headers: {}, body: '' };
const BROKEN: WebAnswer = { status: 503, headers: {}, body: '' };

/** Changes the answer to one request, and to its retries unless it is lost once. */
export function createService({ request: number, answer: how }: OfService): Disturbance {
  const held = new HeldBack();
  let count = 0;
  let target: { visit: number; askedAt: number; overAt: number } | undefined;
  let isOver = false;
  let hangUpAt: number | undefined;
  return {
    committed(commit) {
      for (const { visit, timeoutMs } of commit.requests) {
        count += 1;
        const isRetry = target !== undefined && commit.record.context.web.attempt > 1;
        if (count > number && !isRetry) isOver = true;
        else if (count >= number) {
          const askedAt = commit.trace.at;
          target = { visit, askedAt, overAt: askedAt + timeoutMs };
          if (how === 'hung_up') hangUpAt = askedAt + REACTION_MS;
        }
      }
      return commit;
    },
    arrives(event, { now }) {
      if (isOver || event.type !== 'answered' || event.visit !== target?.visit) return [event];
      isOver = how === 'lost_once';
      const { at, event: changed } = changeAnswer(event, { how, ...target });
      if (at <= now) return [changed];
      held.add(changed, at);
      return [];
    },
    nextAt: () => findEarliest(hangUpAt, held.nextAt()),
    due(call) {
      if (hangUpAt !== undefined && call.now >= hangUpAt) {
        hangUpAt = undefined;
        call.hangUp();
      }
      return held.take(call.now);
    },
  };
}

function findEarliest(...times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

type Answered = Extract<CallEvent, { type: 'answered' }>;

function changeAnswer(
  event: Answered,
  { how, askedAt, overAt }: { how: OfService['answer']; askedAt: number; overAt: number },
): { at: number; event: CallEvent } {
  if (how === 'refused') return { at: event.at, event: { ...event, answer: REFUSED } };
  if (how === 'fails') return { at: event.at, event: { ...event, answer: BROKEN } };
  if (how === 'slow') return { at: overAt - 1, event };
  if (how === 'hung_up') return { at: Math.min(overAt - 1, askedAt + 2 * REACTION_MS), event };
  const answer: WebAnswer = { failed: 'timeout', message: 'the service answered too late' };
  return { at: overAt, event: { ...event, answer } };
}
