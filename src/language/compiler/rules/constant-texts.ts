/** Finds the texts that a template can stand for, as far as they are written in the flow and its tables. */
import { namePath, scanTemplate, type Term, type Value } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { WrittenText } from '../check/step-values.ts';
import { describeLine, findSourcesAt } from '../check/variable-sources.ts';

interface Use {
  /** The step that uses the template. */
  step: string;
  draft: FlowDraft;
}

/** Returns the constant texts of a template: its own text, or those that its only expression may give. */
export function findConstantTexts(template: string, { step, draft }: Use): WrittenText[] {
  const { ok, parts } = scanTemplate(template);
  const [first, ...others] = parts;
  if (!ok || first === undefined) return [];
  if (parts.every((part) => typeof part === 'string')) return [{ text: parts.join(''), place: '' }];
  if (typeof first === 'string' || others.length > 0) return [];
  return readExpression(first.expr, { step, draft, depth: 0 });
}

/** Maximum number of assignments from variable to variable that are followed. */
const MAX_DEPTH = 3;

interface Followed extends Use {
  depth: number;
}

function readExpression(source: string, use: Followed): WrittenText[] {
  const term = use.draft.expressions().parse(source);
  return term === undefined || use.depth > MAX_DEPTH ? [] : readTerm(term, use);
}

function readTerm(term: Term, use: Followed): WrittenText[] {
  if (term.kind === 'value') return typeof term.value === 'string' ? [{ text: term.value, place: '' }] : [];
  if (term.kind === 'operation' && term.operator === '?:')
    return term.args.slice(1).flatMap((branch) => readTerm(branch, use));
  const [holder, name, ...deeper] = namePath(term)?.split('.') ?? [];
  return name === undefined || deeper.length > 0 ? [] : readName(String(holder), name, use);
}

function readName(holder: string, name: string, { step, draft, depth }: Followed): WrittenText[] {
  if (holder === 'vars')
    return findSourcesAt(draft, name, step).flatMap((source) => {
      if (source.kind === 'texts') return source.texts;
      return source.kind === 'expression'
        ? readExpression(source.source, { step: source.step ?? step, draft, depth: depth + 1 })
        : [];
    });
  if (holder !== 'params' && holder !== 'env') return [];
  const declared: Record<string, { default?: Value }> = draft[holder];
  const initial = Object.hasOwn(declared, name) ? declared[name]?.default : undefined;
  return initial === undefined
    ? []
    : [{ text: String(initial), place: describeLine(draft, [holder, name, 'default']) }];
}
