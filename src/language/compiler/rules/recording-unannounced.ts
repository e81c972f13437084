import { indexSteps } from '../../model/index.ts';
import { isRunByFlows } from '../check/line-state.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findWords, listSaid } from './words/said.ts';

/**
 * Reports recordings of which no text of the flow speaks. Flows with recorded prompts, in other languages than those
 * whose words are known, or together with other flows are not judged; neither is a recording that somebody starts with a
 * key.
 */
export const recordingUnannounced: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const recordings = draft.steps.filter((step) => isRecording(step) && isStartedByFlow(step, draft));
    if (recordings.length === 0 || mayBeAnnounced(draft)) return;
    for (const { name, nameRange } of recordings)
      report({
        code: 'recording-unannounced',
        message: `step "${name}" records callers, and no text of the flow says so`,
        span: draft.document.span(nameRange),
        hint: 'tell callers before it, and let them choose',
      });
  },
};

export function isRecording({ content }: Pick<DraftStep, 'content'>): boolean {
  const body = content?.body as { start?: unknown; create?: { auto_recording?: unknown } } | undefined | null;
  return content?.verb.name === 'record'
    ? body?.start !== undefined
    : content?.verb.name === 'room' && body?.create?.auto_recording === true;
}

/** False for a step to which only the keys of a bridge lead. */
function isStartedByFlow({ name }: DraftStep, { graph, steps }: FlowDraft): boolean {
  const drafts = new Map(steps.map((step) => [step.name, step]));
  const before = graph.steps.flatMap((step) =>
    step.edges.filter(({ to }) => to === name).map((edge) => ({ step, edge })),
  );
  const isByKey = ({ step, edge }: (typeof before)[number]): boolean => {
    const { keys = {} } = (drafts.get(step.name)?.content?.body ?? {}) as { keys?: object };
    return step.verb === 'connect' && Object.hasOwn(keys, edge.outcome);
  };
  return !(before.length > 0 && before.every(isByKey)) && indexSteps(graph).has(name);
}

function mayBeAnnounced(draft: FlowDraft): boolean {
  const { graph, source } = draft;
  if (
    source.returns !== undefined ||
    isRunByFlows(draft) ||
    graph.steps.some(({ flow }) => flow !== undefined)
  )
    return true;
  const said = listSaid(draft);
  return said.some((one) =>
    one.pieces.some((piece) => {
      const words = findWords(piece, one);
      return piece.kind === 'audio' || words === undefined || words.talk.recorded.test(piece.text);
    }),
  );
}
