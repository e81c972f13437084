import type { ConnectStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { memoize, resolveBack } from '../../model/index.ts';
import { decide, listConditions, type Known } from '../check/known-values.ts';
import type { FlowDraft } from '../types.ts';
import { toList } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findStep } from './unasked-ways.ts';

/**
 * Reports text messages and calls to the number of the caller on ways that only callers who withhold their number take:
 * the condition that looks at `call.from` before them is the wrong way round.
 */
export const withheldNumberUsed: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const uses = listMapSteps<SmsStep & ConnectStep>(draft, 'sms', 'connect').filter(({ step, body }) => {
      const isDefault =
        step.content?.verb.name === 'sms' && body.to === undefined && body.recipients === undefined;
      return isDefault || toList(body.to).some((to) => /^\$\{\s*call\.from\s*\}$/.test(String(to)));
    });
    if (uses.length === 0) return;
    const callers = findCallers(draft);
    for (const { step } of uses) {
      const who = callers.get(step.name);
      if (who === undefined || !who.has('withheld') || who.has('shown')) continue;
      const isText = step.content?.verb.name === 'sms';
      report({
        code: 'withheld-number-used',
        message: `only callers who withhold their number come to step "${step.name}", which ${isText ? 'sends a text message to' : 'calls'} this number: ${isText ? 'nobody ever gets it' : 'nobody ever answers'}`,
        span: draft.document.span(step.nameRange),
        hint: 'turn the condition on call.from before it round',
      });
    }
  },
};

type Caller = 'withheld' | 'shown';

const KNOWN: Readonly<Record<Caller, Known>> = { withheld: { value: '' }, shown: { not: [''] } };

/** Step → the callers who can come to it: those who withhold their number, and those who show it. */
const findCallers = memoize((draft: FlowDraft): ReadonlyMap<string, ReadonlySet<Caller>> => {
  const { graph } = draft;
  const nodes = new Map(resolveBack(graph).map((node) => [node.name, node]));
  const found = new Map<string, Set<Caller>>();
  const waiting: [string, Caller][] = [
    graph.entry,
    ...(graph.endStep === undefined ? [] : [graph.endStep]),
  ].flatMap((name): [string, Caller][] => [
    [name, 'withheld'],
    [name, 'shown'],
  ]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, caller] = next;
    const node = nodes.get(name);
    const known = found.get(name) ?? new Set<Caller>();
    if (node === undefined || known.has(caller)) continue;
    found.set(name, known.add(caller));
    const always = node.waits === 'caller' ? graph.always : [];
    const taken = node.edges.filter(({ outcome }) => canTake(name, outcome, { caller, draft }));
    for (const { to } of [...taken, ...always]) waiting.push([to, caller]);
  }
  return found;
});

/** True when a caller can take an edge: no case of a switch above it is certain, and its own is not impossible. */
function canTake(
  step: string,
  outcome: string,
  { caller, draft }: { caller: Caller; draft: FlowDraft },
): boolean {
  const index = findStep(draft, step)?.edges.findIndex((edge) => edge.outcome === outcome) ?? -1;
  const known = new Map([['call.from', KNOWN[caller]]]);
  const values = (listConditions(draft).get(step) ?? []).map((one) =>
    decide(one, known, draft.expressions()),
  );
  return !values.slice(0, index).includes(true) && values[index] !== false;
}
