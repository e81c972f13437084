import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import { memoize, namePath, scanTemplate } from '../../model/index.ts';
import { listExpressions } from '../check/references.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findSourcesAt } from '../check/variable-sources.ts';

/**
 * Reports parties that are on the line already: the number that the caller dialled, which this flow answers, and the
 * caller's own. It also reports callers' numbers as the sender of a connection, which the platform refuses. Flows with
 * parameters, and those that look at the direction of the call, may place calls and are not told of senders.
 */
export const ringsItself: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<ConnectStep>(draft, 'connect')) {
      for (const { text, place } of listTargets(body.to, [...path, 'to'])) {
        const own = findOwnNumber(text, { step: step.name, sender: String(body.from ?? ''), draft });
        if (own !== undefined)
          report({
            code: 'rings-itself',
            message: describeTarget(own),
            span: spanAt(draft.document, place),
            hint: 'connect to another number: one that does not lead to this flow',
          });
      }
      const sender = body.from === undefined ? undefined : findOrigin(String(body.from), step.name, draft);
      if (sender === undefined || sender === 'call.to' || isOutbound(draft)) continue;
      report({
        code: 'caller-id-refused',
        message: `the other party is called from the number of the caller, which does not belong to the project: the platform refuses every such call`,
        span: spanAt(draft.document, [...path, 'from']),
        hint: 'remove "from": the number that the caller dialled is shown',
      });
    }
  },
};

function listTargets(written: unknown, path: Path): { text: string; place: Path }[] {
  if (Array.isArray(written)) return written.flatMap((one, index) => listTargets(one, [...path, index]));
  return typeof written === 'string' ? [{ text: written.trim(), place: path }] : [];
}

type Own = 'call.to' | 'call.from' | 'sender' | 'compared';

function describeTarget(own: Own): string {
  switch (own) {
    case 'call.from':
      return 'the caller is rung, who is on the line already, so nobody answers';
    case 'sender':
      return 'the number is called from itself: its own flow answers, or it is busy';
    default:
      return 'the flow rings the number that the caller has dialled: it answers itself, and the caller hears the greeting again';
  }
}

function findOwnNumber(
  text: string,
  { step, sender, draft }: { step: string; sender: string; draft: FlowDraft },
): Own | undefined {
  const origin = findOrigin(text, step, draft);
  if (origin === 'call.to' || origin === 'call.from') return origin;
  if (!/^\+\d+$/.test(text)) return undefined;
  if (sender.trim() === text) return 'sender';
  return findOwnNumbers(draft).has(text) ? 'compared' : undefined;
}

/** Returns the number of the call, or `answer`, when that is all that a text can stand for. */
function findOrigin(
  text: string,
  step: string,
  draft: FlowDraft,
): 'call.to' | 'call.from' | 'answer' | undefined {
  const { ok, parts } = scanTemplate(text);
  const [first] = parts;
  if (!ok || parts.length !== 1 || typeof first !== 'object') return undefined;
  const term = draft.expressions().parse(first.expr);
  const name = term && namePath(term);
  if (name === 'call.to' || name === 'call.from') return name;
  const [holder, variable, ...deeper] = name?.split('.') ?? [];
  if (holder !== 'vars' || variable === undefined || deeper.length > 0) return undefined;
  const sources = findSourcesAt(draft, variable, step).filter(
    (source) => source.kind !== 'texts' || source.texts.some((one) => one.text !== ''),
  );
  const origins = sources.map((source) => {
    if (source.kind === 'expression') {
      const [, side] = /^\s*call\.(from|to)\s*$/.exec(source.source) ?? [];
      return side;
    }
    return source.kind === 'answer' && source.body.type === 'phone' ? 'answer' : undefined;
  });
  const [only, ...others] = new Set(origins);
  if (only === undefined || others.length > 0) return undefined;
  return only === 'answer' ? 'answer' : only === 'to' ? 'call.to' : 'call.from';
}

/** True for a flow that may place calls, in which `call.from` is a number of the project. */
function isOutbound(draft: FlowDraft): boolean {
  if (Object.keys(draft.params).length > 0) return true;
  return listExpressions(draft).some(({ source }) => source.includes('call.direction'));
}

/** Returns the numbers with which the dialled one is compared. */
const findOwnNumbers = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const found = listExpressions(draft).flatMap(({ source }) =>
    Array.from(source.matchAll(/\bcall\.to\s*==\s*["'](\+\d+)["']/g), ([, number = '']) => number),
  );
  return new Set(found);
});
