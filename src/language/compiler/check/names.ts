import { findDeclaredUses, targetWords } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { nodeAt, listEntries, type Document, type Range } from '../read/document.ts';
import { EXPRESSION_KINDS, listExpressionsIn, findFlowRunBy, isAssignmentTo } from './references.ts';
import { findRangeInside } from '../read/scalar-offsets.ts';
import { namedKinds, type NameSection, isPromptName } from '../schema/name-forms.ts';
import type { ReferenceKind } from '../schema/schema.ts';

/** An occurrence of a name. */
export interface NameUse {
  section: NameSection;
  name: string;
  /** The range of the name without quotes. */
  range: Range;
  /** True for the definition, false for a reference. */
  isDefinition: boolean;
  /** True when the variable is assigned here, or read only to be assigned again. */
  isKept?: boolean;
}

const SECTIONS: Partial<Record<ReferenceKind, NameSection>> = {
  step: 'steps',
  target: 'steps',
  prompt: 'prompts',
  variable: 'vars',
  hours: 'hours',
  table: 'tables',
};

/** Lists all occurrences of names in a flow, each once, including names that do not exist. */
export function listNames(draft: FlowDraft): NameUse[] {
  // A name that aliases repeat occurs only once in the text.
  const own = draft.source.name === undefined ? [] : listArguments(draft, draft.source.name);
  return [
    ...new Map(
      [...locateUses(listNameUses(draft)), ...own].map((use) => [`${use.section} ${use.range.from}`, use]),
    ).values(),
  ];
}

/**
 * An occurrence whose range is computed on demand, because that is slow; undefined where it cannot be found in an
 * expression.
 */
export interface UnplacedUse extends Omit<NameUse, 'range'> {
  range: () => Range | undefined;
}

/** Lists all names of a flow, as often as they are written or repeated. */
export function listNameUses(draft: FlowDraft): UnplacedUse[] {
  const { document, references } = draft;
  return [
    ...listDefinedNames(draft),
    ...listReferredUses(document, references),
    ...listExpressionUses(document, references),
  ];
}

/** Lists the names that a document refers to, wherever they may be defined. */
export function listUsedNames(
  document: Document,
  references: readonly Reference[],
): ReadonlyMap<NameSection, ReadonlySet<string>> {
  const uses = [...listReferredUses(document, references), ...listExpressionUses(document, references)];
  const bySection = [...Map.groupBy(uses, ({ section }) => section)];
  return new Map(bySection.map(([section, found]) => [section, new Set(found.map(({ name }) => name))]));
}

function locateUses(uses: readonly UnplacedUse[]): NameUse[] {
  return uses.flatMap(({ range, ...use }) => {
    const place = range();
    return place === undefined ? [] : [{ ...use, range: place }];
  });
}

/** Lists the arguments that steps pass to a flow's parameters. */
export function listArguments({ document, steps }: FlowDraft, flow: string): NameUse[] {
  return steps.flatMap((step) => {
    if (findFlowRunBy(step) !== flow) return [];
    const given = nodeAt(document.root, ['steps', step.name, step.content?.verb.name ?? '', 'with']);
    return listEntries(given).map(({ key, keyRange }) => {
      return { section: 'params', name: key, range: trimQuotes(document, keyRange), isDefinition: false };
    });
  });
}

function listDefinedNames({ document }: FlowDraft): UnplacedUse[] {
  return (Object.keys(namedKinds) as NameSection[]).flatMap((section) => {
    return listEntries(nodeAt(document.root, [section])).map(({ key, keyRange }) => ({
      section,
      name: key,
      range: () => trimQuotes(document, keyRange),
      isDefinition: true,
    }));
  });
}

/** Lists references to names outside of expressions. */
export function listReferredNames(document: Document, references: readonly Reference[]): NameUse[] {
  return locateUses(listReferredUses(document, references));
}

function listReferredUses(document: Document, references: readonly Reference[]): UnplacedUse[] {
  return references.flatMap((reference) => {
    const section = SECTIONS[reference.kind];
    if (section === undefined || !isNameReference(reference)) return [];
    const range = () => findNameRange(document, reference);
    const isKept = reference.kind === 'variable';
    return [{ section, name: reference.text, range, isDefinition: false, isKept }];
  });
}

/** Words such as `hangup` are targets but not steps; a prompt's text may be spoken text. */
function isNameReference({ kind, text }: Reference): boolean {
  if (kind === 'prompt') return isPromptName(text);
  return (kind !== 'target' && kind !== 'step') || !targetWords.includes(text);
}

function findNameRange(document: Document, { at, text }: Reference): Range {
  if ('key' in at) return trimQuotes(document, at.key);
  return findRangeInside(document.text, at.node, { start: 0, end: text.length });
}

function listExpressionUses(document: Document, references: readonly Reference[]): UnplacedUse[] {
  return references
    .filter(({ kind }) => EXPRESSION_KINDS.includes(kind))
    .flatMap((reference) => listUsesInExpression(reference, document));
}

function listUsesInExpression(reference: Reference, { text }: Document): UnplacedUse[] {
  const { at } = reference;
  if ('key' in at) return [];
  return listExpressionsIn([reference]).flatMap(({ source, start: before }) =>
    findDeclaredUses(source).map(({ section, name, start, end }) => ({
      section,
      name,
      range: () => {
        const range = findRangeInside(text, at.node, { start: before + start, end: before + end });
        // When the part cannot be located, the range is that of the whole text.
        return text.slice(range.from, range.to) === name ? range : undefined;
      },
      isDefinition: false,
      isKept: section === 'vars' && isAssignmentTo(name, reference),
    })),
  );
}

function trimQuotes({ text }: Document, { from, to }: Range): Range {
  const isQuoted = to - from > 1 && /["']/.test(text[from] ?? '');
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}
