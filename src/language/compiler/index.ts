export { checkDocument } from './check/check.ts';
export type {
  Checked,
  Reference,
  CheckedFlow,
  CheckedStep,
  FlowFile,
  OtherFlows,
  ReadBeside,
  DraftStep,
  FlowDraft,
  Readable,
} from './types.ts';
export { checkFlow, compileFlow, inspectFragment, inspectWithParts, readDraft } from './compile.ts';
export type { Verdict, ImportedText, Inspection, Surroundings } from './compile.ts';
export { otherFlows, duplicateNames } from './flow-catalogue.ts';
export { entryOf, importOf, keyRangeAt, nodeAt, rangeAt } from './read/document.ts';
export { parseDocument } from './read/parse-document.ts';
export type { Document, Entry, ListNode, MapNode, Node, Path, Range, ScalarNode } from './read/document.ts';
export { flowRule } from './schema/flow-schema.ts';
export { durationMs } from './verbs/parts/fragments.ts';
export { heedIgnoreComments } from './rules/ignore-comments.ts';
export { formOf, isReserved, namedKinds, type NameSection } from './schema/name-forms.ts';
export { argumentsFor, namesOf, referredNames } from './check/names.ts';
export type { NameUse } from './check/names.ts';
export { patternProblem } from './verbs/parts/patterns.ts';
export { isByLanguage } from './verbs/parts/prompts.ts';
export { rulesOf } from './schema/schema.ts';
export type { Rule } from './schema/schema.ts';
export { freeOutcomes, outcomesOf } from './check/step-outcomes.ts';
