import { isSlip, findNearest, type Finding, type Span } from '../../diagnostics/index.ts';
import { scanTemplate, memoize } from '../../model/index.ts';
import type { Reference, DraftStep, FlowDraft } from '../types.ts';
import { findImportAt, type Document } from '../read/document.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { extractName } from '../mend/rewrites.ts';
import { findRangeInside } from '../read/scalar-offsets.ts';
import type { ReferenceKind } from '../schema/schema.ts';
import { NO_EXPRESSION } from '../read/words.ts';

/** Lists the references of these kinds. */
export function listReferences(draft: FlowDraft, ...kinds: ReferenceKind[]): Reference[] {
  const byKind = groupReferences(draft);
  return kinds.flatMap((kind) => byKind.get(kind) ?? []);
}

const groupReferences = memoize(({ references }: FlowDraft) => Map.groupBy(references, ({ kind }) => kind));

/** Lists the SSML documents of a flow. */
export const listSsml = memoize((draft: FlowDraft): readonly Reference[] =>
  listReferences(draft, 'template').filter(
    ({ path, text }) => path.at(-1) === 'ssml' && text.trimStart().startsWith('<speak'),
  ),
);

/** Returns the span of a reference, or of a part of its text; `end` is exclusive. */
export function findReferenceSpan(
  document: Document,
  { at }: Reference,
  part?: { start: number; end: number },
): Span {
  if ('key' in at) return document.span(at.key);
  return document.span(part ? findRangeInside(document.text, at.node, part) : at.node.range);
}

/** An expression and its offset in the text that contains it. */
export interface WrittenExpression {
  reference: Reference;
  source: string;
  start: number;
}

/** Lists the expressions in texts: whole conditions, and the contents of `${` and `}`. */
export function listExpressionsIn(references: readonly Reference[]): WrittenExpression[] {
  return references.flatMap((reference) => {
    const { kind, text } = reference;
    if (kind === 'condition' || kind === 'expression') return [{ reference, source: text, start: 0 }];
    if (kind === 'prompt' && isPromptName(text)) return [];
    return scanTemplate(text).parts.flatMap((part) =>
      typeof part === 'string' ? [] : [{ reference, source: part.expr, start: part.start }],
    );
  });
}

/** Kinds of texts that may contain expressions. */
export const EXPRESSION_KINDS: readonly ReferenceKind[] = [
  'condition',
  'template',
  'prompt',
  'value',
  'argument',
  'expression',
  'sink',
  'answer',
];

/** Lists all expressions of a flow. */
export const listExpressions = memoize((draft: FlowDraft): readonly WrittenExpression[] =>
  listExpressionsIn(listReferences(draft, ...EXPRESSION_KINDS)),
);

/** Returns the name of the step that contains a reference, if any. */
export function stepNameOf({ path }: Reference): string | undefined {
  return path[0] === 'steps' ? String(path[1]) : undefined;
}

/** True for a reference in a step that comes from an imported file, and so is part of other flows as well. */
export function isImportedStep({ document }: FlowDraft, reference: Reference): boolean {
  const { at } = reference;
  return (
    stepNameOf(reference) !== undefined && 'node' in at && findImportAt(document, at.node.range) !== undefined
  );
}

/** True for the value that `set` assigns to this variable; reading the variable there is no use of its own. */
export function isAssignmentTo(variable: string, { path }: Reference): boolean {
  return path[0] === 'steps' && path.at(-2) === 'set' && path.at(-1) === variable;
}

/** Finds the flow that is run by the step that contains a reference. */
export function findFlowRunAt({ steps }: FlowDraft, reference: Reference): string | undefined {
  const step = steps.find(({ name }) => name === stepNameOf(reference));
  return step && findFlowRunBy(step);
}

/** Returns the flow that a step runs or continues with. */
export function findFlowRunBy({ content }: Pick<DraftStep, 'content'>): string | undefined {
  const isRun = content?.verb.name === 'run' || content?.verb.name === 'goto';
  const body = isRun ? content.body : undefined;
  const flow = typeof body === 'object' && body !== null && 'flow' in body ? body.flow : undefined;
  return typeof flow === 'string' ? flow : undefined;
}

/** Properties of a finding that tell what was probably meant. */
type Suggestion = Pick<Finding, 'hint' | 'fix' | 'suggestion'>;

/** Suggests the name of a definition in the flow, with a fix where nothing else can be meant. */
export function suggestName(name: string, names: Iterable<string>, span: Span): Suggestion {
  if (name.includes('${')) return { hint: NO_EXPRESSION };
  const alone = extractName(name)?.text;
  const known = alone === undefined ? names : [...names];
  if (alone !== undefined && [...known].includes(alone))
    return { hint: `write the name alone: ${alone}`, fix: { span, text: alone } };
  const { best: meant, isOnly } = findNearest(name, known);
  return meant === undefined ? {} : toSuggestion({ meant, isSafe: isOnly && isSlip(name, meant) }, span);
}

/** Suggests a word of the flow language, whose words are all known. */
export function suggestWord(word: string, candidates: Iterable<string>, span: Span): Suggestion {
  const { best: meant, isOnly } = findNearest(word, candidates);
  return meant === undefined ? {} : toSuggestion({ meant, isSafe: isOnly }, span);
}

function toSuggestion({ meant, isSafe }: { meant: string; isSafe: boolean }, span: Span): Suggestion {
  const replacement = { span, text: meant };
  return {
    hint: `did you mean "${meant}"?`,
    ...(isSafe ? { fix: replacement } : { suggestion: replacement }),
  };
}

/** True for text that is spoken as written, unlike `url` and `ssml`. */
export function isSpokenText({ kind, path }: Reference): boolean {
  const key = path.at(-1);
  if (kind === 'prompt') return true;
  if (path[0] === 'prompts') return key !== 'url' && key !== 'ssml' && key !== 'stored';
  return key === 'text' && path[2] !== 'http' && !path.includes('sms');
}
