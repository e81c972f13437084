import { findWays } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findStep, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';
import { findNames, listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports callers who hang up at the wrong moment:
 * - a question whose answers either use or remove what a request has made, and no finalizer that removes it;
 * - a finalizer that removes what a request has made unless a variable was set, which is set only behind the words that
 *   tell callers of the success: many hang up before their end.
 */
export const forgottenHangUp: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const requests = listRequests(draft);
    if (!requests.some(({ method }) => method === 'delete')) return;
    const ways = findWays(draft.graph);
    const [atEnd = [], before = []] = [true, false].map((isEnd) =>
      requests.filter(({ step }) => isEnd === (ways.get(step.name)?.road === 'end')),
    );
    const made = before.filter(({ method }) => method === 'post' || method === 'put');
    for (const request of made) {
      reportLeftBehind(request, { draft, before, atEnd }, report);
      reportNotedLate(request, { draft, before, atEnd }, report);
    }
  },
};

interface Requests {
  draft: FlowDraft;
  /** Requests during the call. */
  before: readonly WebRequest[];
  /** Those of the finalizer alone. */
  atEnd: readonly WebRequest[];
}

function reportLeftBehind(
  { step, body }: WebRequest,
  { draft, before, atEnd }: Requests,
  report: Report,
): void {
  const asked = findStep(draft, findEdge(draft, step.name, 'ok')?.to);
  if (asked?.waits !== 'caller') return;
  for (const name of Object.keys(body.save ?? {})) {
    const uses = (request: WebRequest): boolean => findNames(draft, request.expressions).has(`vars.${name}`);
    if (atEnd.some(uses)) continue;
    const chosen = asked.edges
      .filter(({ kind }) => kind === 'goto')
      .map(({ to }) =>
        before.filter((request) => findUnasked(draft, to).has(request.step.name) && uses(request)),
      );
    const removal = chosen.flat().find(({ method }) => method === 'delete');
    const isUsed = chosen.some((used) => used.some(({ method }) => method !== 'delete' && method !== 'get'));
    if (removal === undefined || !isUsed) continue;
    report({
      code: 'forgotten-hang-up',
      message: `when callers hang up at step "${asked.name}", what step "${step.name}" has made for them stays: only step "${removal.step.name}" removes it`,
      span: draft.document.span(step.nameRange),
      hint: `add a finalizer, "on: { end: … }", which removes it unless "vars.${name}" is empty or it was used`,
    });
    return;
  }
}

function reportNotedLate({ step, address }: WebRequest, { draft, atEnd }: Requests, report: Report): void {
  const removal = atEnd.find((request) => request.method === 'delete' && request.address === address);
  const { endStep } = draft.graph;
  if (removal === undefined || endStep === undefined) return;
  const decided = [...findStepReads(draft, endStep)];
  const behind = followOnlyWay(draft, findEdge(draft, step.name, 'ok')?.to);
  const noted = behind.findIndex(({ name }) =>
    decided.some((one) => findWrites(draft).get(name)?.has(one.replace('vars.', ''))),
  );
  const speech = behind.slice(0, Math.max(noted, 0)).find(({ waits }) => waits === 'playback');
  const note = behind[noted];
  if (speech === undefined || note === undefined) return;
  report({
    code: 'forgotten-hang-up',
    message: `when callers hang up during step "${speech.name}", the finalizer undoes what step "${step.name}" has done: step "${note.name}", which notes the success, comes after it`,
    span: speech.span,
    hint: `put step "${note.name}" before step "${speech.name}"`,
  });
}
