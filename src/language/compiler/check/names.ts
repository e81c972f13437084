import { declaredUses, targetWords } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { nodeAt, entriesIn, type Document, type Range } from '../read/document.ts';
import { expressionsIn, flowIn, isValueOf } from './references.ts';
import { rangeInside } from '../read/scalar-offsets.ts';
import { namedKinds, type NameSection, isPromptName } from '../schema/name-forms.ts';
import type { ReferenceKind } from '../schema/schema.ts';

/** A place where a name is written. */
export interface NameUse {
  section: NameSection;
  name: string;
  /** The name alone, without quotes around it. */
  range: Range;
  /** True where the thing itself stands, not one that leads to it. */
  isDefinition: boolean;
  /** True where a value is kept in what it names, not read from there, or only to be kept there again. */
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

/** All names of a flow at all their places, each place once, whether or not what they name exists. */
export function namesOf(draft: FlowDraft): NameUse[] {
  // What aliases repeat is written once.
  const own = draft.source.name === undefined ? [] : argumentsFor(draft, draft.source.name);
  return [
    ...new Map(
      [...placed(nameUsesOf(draft)), ...own].map((use) => [`${use.section} ${use.range.from}`, use]),
    ).values(),
  ];
}

/** A name that is written somewhere; where exactly takes some time to find, and cannot be told of every one in an expression. */
export interface UnplacedUse extends Omit<NameUse, 'range'> {
  range: () => Range | undefined;
}

/** All names of a flow, as often as they are written or repeated. */
export function nameUsesOf(draft: FlowDraft): UnplacedUse[] {
  const { document, references } = draft;
  return [
    ...definitions(draft),
    ...referredUses(document, references),
    ...inExpressions(document, references),
  ];
}

/** The names that are read or led to, wherever they may be defined. */
export function usedNames(
  document: Document,
  references: readonly Reference[],
): ReadonlyMap<NameSection, ReadonlySet<string>> {
  const uses = [...referredUses(document, references), ...inExpressions(document, references)];
  const bySection = [...Map.groupBy(uses, ({ section }) => section)];
  return new Map(bySection.map(([section, found]) => [section, new Set(found.map(({ name }) => name))]));
}

function placed(uses: readonly UnplacedUse[]): NameUse[] {
  return uses.flatMap(({ range, ...use }) => {
    const place = range();
    return place === undefined ? [] : [{ ...use, range: place }];
  });
}

/** The parameters of a flow where steps give them values, as those that run it do. */
export function argumentsFor({ document, steps }: FlowDraft, flow: string): NameUse[] {
  return steps.flatMap((step) => {
    if (flowIn(step) !== flow) return [];
    const given = nodeAt(document.root, ['steps', step.name, step.content?.verb.name ?? '', 'with']);
    return entriesIn(given).map(({ key, keyRange }) => {
      return { section: 'params', name: key, range: unquoted(document, keyRange), isDefinition: false };
    });
  });
}

function definitions({ document }: FlowDraft): UnplacedUse[] {
  return (Object.keys(namedKinds) as NameSection[]).flatMap((section) => {
    return entriesIn(nodeAt(document.root, [section])).map(({ key, keyRange }) => ({
      section,
      name: key,
      range: () => unquoted(document, keyRange),
      isDefinition: true,
    }));
  });
}

/** The names that stand alone in a document, not inside expressions; those that lead to what stands elsewhere. */
export function referredNames(document: Document, references: readonly Reference[]): NameUse[] {
  return placed(referredUses(document, references));
}

function referredUses(document: Document, references: readonly Reference[]): UnplacedUse[] {
  return references.flatMap((reference) => {
    const section = SECTIONS[reference.kind];
    if (section === undefined || !isName(reference)) return [];
    const range = () => nameRange(document, reference);
    const isKept = reference.kind === 'variable';
    return [{ section, name: reference.text, range, isDefinition: false, isKept }];
  });
}

/** Words such as `hangup` are targets, but no steps; a prompt's text may be what is spoken. */
function isName({ kind, text }: Reference): boolean {
  if (kind === 'prompt') return isPromptName(text);
  return kind !== 'target' || !targetWords.includes(text);
}

function nameRange(document: Document, { at, text }: Reference): Range {
  if ('key' in at) return unquoted(document, at.key);
  return rangeInside(document.text, at.node, { start: 0, end: text.length });
}

const EXPRESSIONS: ReferenceKind[] = [
  'condition',
  'expression',
  'template',
  'prompt',
  'value',
  'argument',
  'sink',
  'answer',
];

function inExpressions(document: Document, references: readonly Reference[]): UnplacedUse[] {
  return references
    .filter(({ kind }) => EXPRESSIONS.includes(kind))
    .flatMap((reference) => inExpressionsOf(reference, document));
}

function inExpressionsOf(reference: Reference, { text }: Document): UnplacedUse[] {
  const { at } = reference;
  if ('key' in at) return [];
  return expressionsIn([reference]).flatMap(({ source, start: before }) =>
    declaredUses(source).map(({ section, name, start, end }) => ({
      section,
      name,
      range: () => {
        const range = rangeInside(text, at.node, { start: before + start, end: before + end });
        // Where the place of a part cannot be told, the range is that of the whole text.
        return text.slice(range.from, range.to) === name ? range : undefined;
      },
      isDefinition: false,
      isKept: section === 'vars' && isValueOf(name, reference),
    })),
  );
}

function unquoted({ text }: Document, { from, to }: Range): Range {
  const isQuoted = to - from > 1 && /["']/.test(text[from] ?? '');
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}
