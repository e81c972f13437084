import { HANGUP, indexSteps, RETURN, type Graph } from '../../model/index.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports steps that end the call only because the step below is that of `on.error` or `on.end`, where that is hardly
 * meant: a step that decides where the call goes or is followed by something to hear, a silent step right after an answer,
 * and a text above a step that connects or asks. Elsewhere the caller has heard something, and the call just ends there.
 */
export const endsWithoutNext: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { graph, steps, document } = draft;
    steps.forEach((step, index) => {
      const below = steps[index + 1];
      if (below === undefined || below.file !== step.file) return;
      const handler = findHandler(below.name, graph);
      if (handler === undefined) return;
      const end = findUnwrittenEnd(step, graph);
      if (end === undefined || !isHardlyMeant(step, { end, below, draft })) return;
      const ends = end === RETURN ? 'the flow' : 'the call';
      report({
        code: 'ends-without-next',
        message: `step "${step.name}" ends ${ends}: it has no "next", and a call does not run into "${below.name}", the step of "${handler}"`,
        span: document.span(step.nameRange),
        hint:
          handler === 'on.error'
            ? `add next: ${below.name} to continue there, or next: ${end} if this is meant`
            : `add next: ${end} if this is meant, or the name of the step to continue with`,
      });
    });
  },
};

function findHandler(step: string, { errorStep, endStep }: Graph): 'on.error' | 'on.end' | undefined {
  if (step === errorStep) return 'on.error';
  return step === endStep ? 'on.end' : undefined;
}

/** Returns what a step leads to by its place alone, if that ends the call or the flow. */
function findUnwrittenEnd({ name }: DraftStep, { steps }: Graph): string | undefined {
  const edges = steps.find((step) => step.name === name)?.edges ?? [];
  const unwritten = edges.find(({ kind, span }) => kind === 'next' && span === undefined)?.to;
  return unwritten === HANGUP || unwritten === RETURN ? unwritten : undefined;
}

/** Verbs that decide where the call goes. */
const DECIDING = new Set(['switch', 'hours', 'lookup']);

/** Verbs after which the caller expects to hear something. */
const BEGINNING = new Set(['accept', 'collect', 'hold', 'language', 'resume']);

/** Verbs that speak, and verbs that continue the call as an error path does not. */
const SPEAKING = new Set(['say', 'play']);
const CONTINUING = new Set(['collect', 'connect', 'goto', 'menu', 'run']);

interface End {
  end: string;
  below: DraftStep;
  draft: FlowDraft;
}

function isHardlyMeant({ name, content }: DraftStep, { end, below, draft }: End): boolean {
  const verb = content?.verb.name ?? '';
  const following = below.content?.verb.name ?? '';
  const isSameEnd = following === end && (below.content?.body ?? null) === null;
  if (isSameEnd) return false;
  if (DECIDING.has(verb)) return true;
  if (end !== HANGUP) return false;
  if (SPEAKING.has(verb)) return CONTINUING.has(following);
  return BEGINNING.has(verb) || (isSilent(content) && followsAnswer(name, draft));
}

function isSilent(content: DraftStep['content']): boolean {
  return content !== undefined && !content.verb.needsCall && content.verb.name !== 'run';
}

/** True when a silent step comes after a question, with nothing but silent steps in between. */
function followsAnswer(name: string, { graph, steps }: FlowDraft): boolean {
  const byName = indexSteps(graph);
  const contents = new Map(steps.map((step) => [step.name, step.content]));
  const ordinary = graph.steps.flatMap((step) =>
    step.edges.flatMap(({ to, failure }) => (failure ? [] : [{ from: step.name, to }])),
  );
  const before = Map.groupBy(ordinary, ({ to }) => to);
  const walked = new Set([name]);
  for (const step of walked)
    for (const { from } of before.get(step) ?? []) {
      if (byName.get(from)?.waits === 'caller') return true;
      if (isSilent(contents.get(from))) walked.add(from);
    }
  return false;
}
