import type { Report } from '../diagnostics/index.ts';
import { checkDocument } from './check/check.ts';
import { withDefaults } from './mend/defaults.ts';
import { entryOf, parseDocument, type Document } from './read/document.ts';
import { draftOf } from './check/draft.ts';
import type { FlowDraft, CheckedDocument, FlowFile, OtherFlows } from './types.ts';
import { flowRule, fragmentRule } from './schema/flow-schema.ts';
import { withImports } from './check/imports.ts';
import { regrouped } from './mend/misplaced.ts';
import { namedKinds } from './check/names.ts';
import { respelt } from './mend/respelt.ts';
import { noOtherFlows } from './types.ts';
import type { Rule } from './schema/schema.ts';

/** What a flow is compiled with. */
export interface Surroundings {
  /** The flows that it can run. Default: none. */
  others?: OtherFlows;
}

/** What can be read of a flow's text, with what it imports; mistakes of form go to `report`. */
export function readDraft(
  source: FlowFile,
  report: Report,
  surroundings: Surroundings = {},
): FlowDraft | undefined {
  return readBy(flowRule, { source, report }, surroundings);
}

/** The same of a file that flows import: what it would be as a flow. */
export function readFragment(
  source: FlowFile,
  report: Report,
  surroundings: Surroundings = {},
): FlowDraft | undefined {
  return readBy(fragmentRule, { source, report }, surroundings);
}

function readBy(
  rule: Rule,
  { source: { file, text, read }, report }: { source: FlowFile; report: Report },
  { others = noOtherFlows }: Surroundings,
): FlowDraft | undefined {
  const written = parseDocument(text, report);
  if (written === undefined) return undefined;
  const check = (document: Document) => checked(document, fragmentRule, report);
  const whole = withImports(checked(written, rule, report), { file, read, report, check });
  return draftOf(whole.checked, { document: whole.document, others, read });
}

function checked(written: Document, rule: Rule, report: Report): CheckedDocument {
  const found = withDefaults(regrouped(respelt(written), report));
  const named = lacksNames(found, rule) ? { ...found, isPartial: true } : found;
  const held = checkDocument(named, rule, report);
  const isPartial = named.isPartial === true || held.broken.some(([section]) => section === 'imports');
  return { document: isPartial ? { ...named, isPartial } : named, checked: held };
}

/** True where names were meant to be given, but none can be read: any name may be one of them. */
function lacksNames({ root }: Document, { required }: Rule): boolean {
  return Object.keys(namedKinds).some((section) => {
    const entry = entryOf(root, section);
    return entry === undefined ? required.includes(section) : entry.value.kind !== 'map';
  });
}
