import { findWays } from '../../model/index.ts';
import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { followOnlyWay } from './unasked-ways.ts';
import { listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports a `post` of the finalizer that repeats one of the call: it has the same address and all of its values, no
 * decision comes before it, and no Idempotency-Key tells the service that both are one.
 */
export const requestSentAtEnd: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { endStep } = draft.graph;
    if (endStep === undefined) return;
    const ways = findWays(draft.graph);
    const atEnd = new Set(followOnlyWay(draft, endStep).map(({ name }) => name));
    const posts = listRequests(draft).filter(({ method }) => method === 'post');
    for (const last of posts.filter(({ step }) => atEnd.has(step.name))) {
      const first = posts.find(
        (one) => ways.get(one.step.name)?.road === 'main' && isRepeated(one, last) && !sharesKey(one, last),
      );
      if (first === undefined) continue;
      report({
        code: 'repeated-request',
        message: `the finalizer sends what step "${first.step.name}" has sent once more, so the service carries it out twice`,
        span: keySpanAt(draft.document, [...last.path, 'post']),
        hint: 'send it to another address, or decide in a "switch" before it whether it is still to be done',
      });
    }
  },
};

function isRepeated(first: WebRequest, last: WebRequest): boolean {
  const [sent, again] = [first, last].map(({ body }) => body.json);
  if (first.address !== last.address || !isMap(sent) || !isMap(again)) return false;
  const values = Object.entries(sent);
  return (
    values.length > 0 &&
    values.every(([name, value]) => JSON.stringify(value) === JSON.stringify(again[name]))
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sharesKey(first: WebRequest, last: WebRequest): boolean {
  const [one, other] = [first, last].map(({ body, keyHeader = '' }) => body.headers?.[keyHeader]);
  return one !== undefined && one === other;
}
