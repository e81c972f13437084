import { findReachable, indexSteps } from '../../model/index.ts';
import { findPromptWords } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports calls to people, begun by the flow, in which silence leads to a party: every answering machine and everybody
 * who lays the phone down is connected. A flow is taken for one that calls when it says so before or at its first
 * question.
 */
export const machineConnected: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.graph.steps.every(({ verb }) => verb !== 'connect') || !saysItCalls(draft)) return;
    const steps = indexSteps(draft.graph);
    const first = steps.get(draft.graph.entry);
    const unasked = first === undefined ? undefined : followSilently(first.name, draft);
    if (first !== undefined && unasked !== undefined)
      report({
        code: 'machine-connected',
        message: `this flow calls people: every answering machine is connected by step "${unasked}", since nothing is asked before`,
        span: first.span,
        hint: 'ask for a key before you connect',
      });
    // A machine presses no key, so it comes to further questions only where silence leads there.
    const passed = findReachable(
      steps,
      [draft.graph.entry],
      ({ failure, outcome }, from) =>
        !failure && (steps.get(from)?.waits !== 'caller' || SILENT.has(outcome)),
    );
    for (const { name, waits, edges, span } of draft.graph.steps) {
      if (waits !== 'caller' || !passed.has(name)) continue;
      const silent =
        edges.find(({ outcome }) => outcome === 'silent') ??
        edges.find(({ outcome }) => outcome === 'exhausted');
      const party = silent === undefined ? undefined : followSilently(silent.to, draft);
      if (party === undefined) continue;
      report({
        code: 'machine-connected',
        message: `this flow calls people: every answering machine, and everybody who says nothing at step "${name}", is connected by step "${party}"`,
        span: silent?.span ?? span,
        hint: 'let those who say nothing hear a message, and end the call',
      });
    }
  },
};

/** Outcomes of questions to which nobody says anything. */
const SILENT = new Set(['silent', 'exhausted']);

/** Returns the party that is reached without a word of the person called. */
function followSilently(from: string, { graph }: FlowDraft): string | undefined {
  const steps = indexSteps(graph);
  const passed = new Set<string>();
  for (let step = steps.get(from); step !== undefined && !passed.has(step.name);) {
    if (step.verb === 'connect') return step.name;
    passed.add(step.name);
    const further = step.edges.filter(({ failure }) => !failure);
    if (step.waits === 'caller' || further.length !== 1) return undefined;
    step = steps.get(further[0]?.to ?? '');
  }
  return undefined;
}

/** True when one of the texts up to the first question says that the flow has called. */
function saysItCalls(draft: FlowDraft): boolean {
  const { graph } = draft;
  const steps = indexSteps(graph);
  const heard = new Set([graph.entry]);
  // Steps that are added while the loop runs are visited too.
  for (const name of heard) {
    const step = steps.get(name);
    if (step === undefined || step.waits === 'caller') continue;
    for (const { to, failure } of step.edges) if (!failure) heard.add(to);
  }
  return [...heard].some((name) =>
    (groupSaidByStep(draft).get(name) ?? []).some(({ pieces, language, part }) =>
      part === 'say' || part === 'prompt'
        ? pieces.some((piece) => {
            const words = findPromptWords(piece.language ?? language);
            return words?.talk.calling.test(piece.text) === true;
          })
        : false,
    ),
  );
}
