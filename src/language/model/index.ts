export type {
  CompiledFlow,
  EnvDeclaration,
  FlowPart,
  MachineState,
  ParamDeclaration,
  StepInfo,
  Table,
  Transition,
  VarDeclaration,
} from './compiled.ts';
export type { Manner, SayAs, Sound, AudioLength, Prompt, PromptPart } from './manner.ts';
export { loadCsv, loadEnteredNumbers, loadFranc, loadPhoneNumbers, loadYaml } from './libraries.ts';
export { memoize } from './memoized.ts';
export { normalizePhrase, locatePhrase } from './phrases.ts';
export { FORMER_FLOW } from './vocabulary.ts';
export type { CarriedAction } from './vocabulary.ts';
export type {
  Accepts,
  Action,
  Assignment,
  Delay,
  Guard,
  Hears,
  Phrase,
  Reading,
  WebTemplate,
} from './vocabulary.ts';
export type { Invitee, MessageLimits, RoomSettings, SmsTemplate } from './outgoing.ts';
export { findCyclicParts, findShortestCycle, restrictTo, type Successors } from './cycles.ts';
export { DAY_MINUTES, isDay, isTimeZone, findOpeningAt, listOpeningTimes } from './hours.ts';
export type { Hours, Opening, OpenState } from './hours.ts';
export { isTranslatable, findHeardLanguages } from './heard-languages.ts';
export { toJsonTemplate, type JsonTemplate } from './json-template.ts';
export { type Value, type VarType } from './values.ts';
export { MAX_PAUSE_MS, computePause } from './web-pauses.ts';
export { BACK, HANGUP, identifyWrittenEdge, isTargetWord, REPEAT, RETURN, targetWords } from './graph.ts';
export type { AlwaysEdge, Edge, Graph, GraphStep, WaitCause } from './graph.ts';
export {
  listSavedValues,
  readAssignment,
  readCase,
  readEquation,
  readNumber,
  typeDescriptions,
  toType,
} from './assignment.ts';
export { canBeginExtension, type Extension } from './extension.ts';
export { findDeclaredUses, isSetting } from './declared-uses.ts';
export {
  BOUNDS,
  checkLength,
  COSTS,
  ExpressionError,
  EXTRA_SHARE,
  FINAL_CODES,
  isNestedDeeper,
  spend,
} from './bounds.ts';
export type { BoundCode, Budget } from './bounds.ts';
export { createExpressions, type Expressions, type ExpressionType } from './expressions.ts';
export { evaluateKnown } from './known-values.ts';
export { MATCHES } from './syntax-tree.ts';
export { listParts, listTerms, namePath, type Term } from './terms.ts';
export { compilePattern } from './linear-patterns.ts';
export type { ExpressionProblem } from './refusal.ts';
export { scanTemplate, parseTemplate, type TemplatePart, type Template } from './template.ts';
export {
  CALL_FIELDS,
  ERROR_FIELDS,
  MESSAGE_FIELDS,
  ROOM_FIELDS,
  listSecretNames,
  CEL_WORDS,
} from './scope.ts';
export type { DeclaredNames, Scope, WebResponse } from './scope.ts';
export { findAskedBefore, resolveBack } from './questions-before.ts';
export { findLeadingTo, findReachable, indexSteps, type GraphNode } from './reachability.ts';
export { findWays, type Road, type Way } from './ways.ts';
export {
  listActions,
  isPrompt,
  isTemplate,
  findParts,
  listSpokenPrompts,
  findSpokenLanguage,
  isSameLanguage,
  renderTemplateSource,
} from './spoken.ts';
export { cleanHeader, DEFAULT_CARRIER, isReadableHeader, isSendableHeader } from '../capabilities/index.ts';
export type { Capabilities, NamedCapabilities } from '../capabilities/index.ts';
