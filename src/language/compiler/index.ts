export type { ReadSiblingFile } from './read/sibling-file.ts';
export { checkDocument } from './check/check.ts';
export type {
  Checked,
  Reference,
  CheckedFlow,
  CheckedStep,
  FlowFile,
  FlowCatalogue,
  DraftStep,
  FlowDraft,
  Readable,
} from './types.ts';
export { checkFlow, compileFlow, inspectFragment, inspectWithParts } from './compile.ts';
export type { Compilation, FlowCheck, ImportedText, CompileOptions } from './compile.ts';
export { findLacks, type Lack } from './needs/find-lacks.ts';
export type { Need } from './needs/need.ts';
export { readDraft } from './inspect.ts';
export type { Inspection } from './inspect.ts';
export { createFlowCatalogue, findDuplicateNames } from './flow-catalogue.ts';
export { STANDARD_NAMES } from './standard-flows.ts';
export { entryOf, findImportAt, keyRangeAt, nodeAt, rangeAt } from './read/document.ts';
export { parseDocument } from './read/parse-document.ts';
export type { Document, Entry, ListNode, MapNode, Node, Path, Range, ScalarNode } from './read/document.ts';
export { flowRule, fragmentRule } from './schema/flow-schema.ts';
export { parseDuration } from './verbs/parts/fragments.ts';
export { TODO_PREFIX } from './rules/import-todo.ts';
export { removeIgnored } from './rules/ignore-comments.ts';
export { nameFormOf, isReservedName, namedKinds, spellName, type NameSection } from './schema/name-forms.ts';
export { listArguments, listNames, listReferredNames } from './check/names.ts';
export type { NameUse } from './check/names.ts';
export { findPatternProblem } from './verbs/parts/patterns.ts';
export { isByLanguage } from './verbs/parts/prompts.ts';
export { compileSchemas } from './schema/schema.ts';
export type { Rule } from './schema/schema.ts';
export { isGroup, listFreeOutcomes, listMembers, outcomesOf } from './check/step-outcomes.ts';
export { getStepValues, isWritten } from './check/step-values.ts';
