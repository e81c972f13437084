import { isSlip, nearest, type Finding, type Span } from '../../diagnostics/index.ts';
import { scanTemplate, memoized } from '../../model/index.ts';
import type { Reference, DraftStep, FlowDraft } from '../types.ts';
import type { Document } from '../read/document.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { nameAlone } from '../mend/rewrites.ts';
import { rangeInside } from '../read/scalar-offsets.ts';
import type { ReferenceKind } from '../schema/schema.ts';
import { NO_EXPRESSION } from '../read/words.ts';

/** Lists the references of these kinds. */
export function referencesOf(draft: FlowDraft, ...kinds: ReferenceKind[]): Reference[] {
  const byKind = referencesByKind(draft);
  return kinds.flatMap((kind) => byKind.get(kind) ?? []);
}

const referencesByKind = memoized(({ references }: FlowDraft) => Map.groupBy(references, ({ kind }) => kind));

/** Lists the SSML documents of a flow. */
export const ssmlOf = memoized((draft: FlowDraft): readonly Reference[] =>
  referencesOf(draft, 'template').filter(
    ({ path, text }) => path.at(-1) === 'ssml' && text.trimStart().startsWith('<speak'),
  ),
);

/** Returns the span of a reference, or of a part of its text; `end` is exclusive. */
export function spanOf(document: Document, { at }: Reference, part?: { start: number; end: number }): Span {
  if ('key' in at) return document.span(at.key);
  return document.span(part ? rangeInside(document.text, at.node, part) : at.node.range);
}

/** An expression and its offset in the text that contains it. */
export interface Written {
  reference: Reference;
  source: string;
  start: number;
}

/** Lists the expressions in texts: whole conditions, and the contents of `${` and `}`. */
export function expressionsIn(references: readonly Reference[]): Written[] {
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
export const WITH_EXPRESSIONS: readonly ReferenceKind[] = [
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
export const expressionsOf = memoized((draft: FlowDraft): readonly Written[] =>
  expressionsIn(referencesOf(draft, ...WITH_EXPRESSIONS)),
);

/** Returns the name of the step that contains a reference, if any. */
export function stepOf({ path }: Reference): string | undefined {
  return path[0] === 'steps' ? String(path[1]) : undefined;
}

/** True for the value that `set` assigns to this variable; reading the variable there is no use of its own. */
export function isValueOf(variable: string, { path }: Reference): boolean {
  return path[0] === 'steps' && path[2] === 'set' && path[3] === variable;
}

/** Finds the flow that is run by the step that contains a reference. */
export function flowAt({ steps }: FlowDraft, reference: Reference): string | undefined {
  const step = steps.find(({ name }) => name === stepOf(reference));
  return step && flowIn(step);
}

/** Returns the flow that a step runs or continues with. */
export function flowIn({ content }: DraftStep): string | undefined {
  const body = content?.body;
  const flow = typeof body === 'object' && body !== null && 'flow' in body ? body.flow : undefined;
  return typeof flow === 'string' ? flow : undefined;
}

/** Suggests the name of a definition in the flow, with a fix where nothing else can be meant. */
export function nameMeant(name: string, names: Iterable<string>, span: Span): Pick<Finding, 'hint' | 'fix'> {
  if (name.includes('${')) return { hint: NO_EXPRESSION };
  const alone = nameAlone(name)?.text;
  const known = alone === undefined ? names : [...names];
  if (alone !== undefined && [...known].includes(alone))
    return { hint: `write the name alone: ${alone}`, fix: { span, text: alone } };
  const { best: meant, isOnly } = nearest(name, known);
  return meant === undefined ? {} : suggested({ meant, isSafe: isOnly && isSlip(name, meant) }, span);
}

/** Suggests a word of the flow language, whose words are all known. */
export function didYouMean(
  word: string,
  candidates: Iterable<string>,
  span: Span,
): Pick<Finding, 'hint' | 'fix'> {
  const { best: meant, isOnly } = nearest(word, candidates);
  return meant === undefined ? {} : suggested({ meant, isSafe: isOnly }, span);
}

function suggested(
  { meant, isSafe }: { meant: string; isSafe: boolean },
  span: Span,
): Pick<Finding, 'hint' | 'fix'> {
  return { hint: `did you mean "${meant}"?`, ...(isSafe ? { fix: { span, text: meant } } : {}) };
}

/** True for text that is spoken as written, unlike `url` and `ssml`. */
export function isSpokenText({ kind, path }: Reference): boolean {
  const key = path.at(-1);
  if (kind === 'prompt') return true;
  if (path[0] === 'prompts') return key !== 'url' && key !== 'ssml' && key !== 'stored';
  return key === 'text' && path[2] !== 'http';
}
