import {
  HANGUP,
  type Edge,
  resolveBack,
  findLeadingTo,
  findReachable,
  type GraphNode,
} from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { canLeadAnywhere } from '../check/step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSilentEnds } from './silent-ends.ts';
import { phrase } from '../../speech/index.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports questions at which a silent caller is asked for ever, or is cut off without a word, unless the question told them
 * that they may hang up.
 */
export const silenceLeadsNowhere: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = findSilentWays(draft);
    const reported = new Set<string>();
    for (const { name, span } of draft.graph.steps) {
      const { edges } = silent.steps.get(name) ?? { edges: [] };
      const [edge] = edges;
      if (edge?.outcome !== SILENT || reported.has(name)) continue;
      const message =
        edge.to === HANGUP || silent.cutOff.has(edge.to)
          ? describeCutOff(name, draft)
          : describeTrap(edges, silent, reported);
      if (message !== undefined) report({ code: 'silence-leads-nowhere', message, span: edge.span ?? span });
    }
  },
};

const SILENT = 'silent';

/** Offers to end the call: "otherwise you may hang up". */
const HANGING_UP = phrase(
  String.raw`(?<!not |n't )hang up|(?:sonst|dann) (?:legen sie|können sie) (?:einfach |jetzt )?auf(?:legen)?|können sie (?:jetzt |einfach )?auflegen|(?:vous pouvez|sinon,?) raccrocher?z?|(?:puede|si no,?) (?:colgar|cuelgue)|(?:può|altrimenti) riagganci(?:are|i)|(?:kunt u|anders) ophangen|hang anders op|pode desligar|caso contrário,? desligue`,
);

/** Describes a call that ends without a word; undefined where the question has told callers that it may. */
function describeCutOff(step: string, draft: FlowDraft): string | undefined {
  const said = groupSaidByStep(draft).get(step) ?? [];
  const isOffered = said.some(({ pieces }) => pieces.some(({ text }) => HANGING_UP.test(text)));
  return isOffered ? undefined : `a caller who stays silent at step "${step}" is cut off without a word`;
}

interface SilentWays {
  steps: ReadonlyMap<string, GraphNode>;
  /** Steps from which the caller reaches a person or leaves the flow. */
  leaving: ReadonlySet<string>;
  /** Steps from which the call ends without anything being heard. */
  cutOff: ReadonlySet<string>;
}

function findSilentWays(draft: FlowDraft): SilentWays {
  const { graph, steps: drafts } = draft;
  const open = new Set(drafts.filter(canLeadAnywhere).map(({ name }) => name));
  const silent = resolveBack(graph).map((step) => ({ ...step, edges: selectSilentEdges(step) }));
  const steps = new Map(silent.map((step) => [step.name, step]));
  const leaving = findLeadingTo(
    steps,
    ({ name, waits, edges }) =>
      open.has(name) || edges.length === 0 || edges.some(({ to }) => !steps.has(to)) || !TALKING.has(waits),
  );
  return { steps, leaving, cutOff: findSilentEnds(draft) };
}

/** Returns the edges of a silent caller: those of silence in an asking step, else all but failures. */
function selectSilentEdges({ edges }: GraphNode): Edge[] {
  const silent = edges.filter(({ outcome }) => outcome === SILENT);
  return silent.length > 0 ? silent : edges.filter(({ failure }) => !failure);
}

/** Returns the message for a way that never ends, and marks its steps as reported. */
function describeTrap(
  edges: readonly Edge[],
  { steps, leaving }: SilentWays,
  reported: Set<string>,
): string | undefined {
  const targets = edges.map(({ to }) => to);
  if (targets.some((to) => leaving.has(to))) return undefined;
  const reached = findReachable(steps, targets);
  for (const name of reached) reported.add(name);
  const asking = [...steps.values()].filter(({ name, waits }) => reached.has(name) && waits === 'caller');
  // A cycle without a question is reported by `loop-without-input`.
  if (asking.length === 0) return undefined;
  return `a caller who stays silent is asked forever by ${asking.map(({ name }) => `"${name}"`).join(', ')}`;
}

/** Kinds of waiting that need no other party. */
const TALKING = new Set<string>(['caller', 'playback', 'nothing']);
