import { findReachable, indexSteps, memoize, type Edge } from '../../model/index.ts';
import { listExpressions } from '../check/references.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listEffects } from './effects.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, type Collect } from './questions.ts';
import { findFirst, findStep } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';

/**
 * Reports answers that callers only hear again: texts tell them, and the request or the message for which they are asked
 * sends other values. The request has to be one to which no way leads past the question.
 */
export const answerNotSent: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    for (const question of listCollects(draft)) {
      const { step, body, path } = question;
      const name = body.save;
      if (name === undefined || !isOnlyTold(name, draft)) continue;
      const effect = findEffect(question, draft);
      if (effect === undefined) continue;
      report({
        code: 'unread-variable',
        message: `callers enter "${name}" in step "${step.name}", and only hear it again: step "${effect}" behind it does not send it`,
        span: spanAt(draft.document, [...path, 'save']),
        hint: `send \${vars.${name}} in step "${effect}"`,
      });
    }
  },
};

/** Verbs whose body is a text. */
const SPEAKING = new Set(['say', 'play', 'hangup']);

/** Parts of questions and other steps that are texts. */
const TEXTS = new Set(['prompt', 'no_input', 'no_match', 'confirm', 'filler']);

function isText([root, , verb, part]: Path): boolean {
  return root === 'prompts' || (root === 'steps' && (SPEAKING.has(String(verb)) || TEXTS.has(String(part))));
}

/** Variable → whether each expression that reads it only tells it in a text. */
const groupReads = memoize((draft: FlowDraft): ReadonlyMap<string, boolean[]> => {
  const found = new Map<string, boolean[]>();
  for (const { reference, source } of listExpressions(draft))
    for (const name of draft.expressions().findReads(source))
      found.set(name, [...(found.get(name) ?? []), isText(reference.path) && source.trim() === name]);
  return found;
});

/** True for a variable that only questions fill, and that nothing but texts reads, as it is. */
function isOnlyTold(name: string, draft: FlowDraft): boolean {
  const reads = groupReads(draft).get(`vars.${name}`) ?? [];
  const written = (findSources(draft).get(name) ?? []).filter(({ step }) => step !== undefined);
  const isReadOtherwise = groupReads(draft).has('vars') || !reads.every(Boolean);
  return reads.length > 0 && !isReadOtherwise && written.every(({ kind }) => kind === 'answer');
}

/** Verbs of the steps between a question and what it is asked for. */
const BETWEEN = new Set(['say', 'play', 'set', 'language', 'outcome', 'menu', 'collect', 'switch', 'hours']);

/** Returns the step behind a question that sends values, and to which calls come only over its answer. */
function findEffect({ step }: Collect, draft: FlowDraft): string | undefined {
  const isAnswered = ({ outcome }: Edge, from: string): boolean => from !== step.name || outcome !== 'filled';
  const unanswered = findReachable(indexSteps(draft.graph), [draft.graph.entry], isAnswered);
  const filled = findStep(draft, step.name)?.edges.find(({ outcome }) => outcome === 'filled')?.to ?? '';
  const behind = findFirst(draft, [filled], ({ name, verb }) => name !== step.name && BETWEEN.has(verb));
  return behind.find(
    ({ name, verb }) =>
      verb !== 'run' &&
      listEffects(draft).has(name) &&
      !unanswered.has(name) &&
      [...findStepReads(draft, name)].some((read) => read.startsWith('vars.')),
  )?.name;
}
