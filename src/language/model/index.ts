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
export { memoized } from './memoized.ts';
export { normalized, placeIn } from './phrases.ts';
export { FORMER_FLOW } from './vocabulary.ts';
export type { Carried } from './vocabulary.ts';
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
export type { Invited, RoomSettings, SmsTemplate } from './outgoing.ts';
export { DAY_MINUTES, isDay, isTimeZone, openingAt, openingTimes } from './hours.ts';
export type { Hours, Opening, OpenState } from './hours.ts';
export { isTranslatable, languagesHeard } from './heard-languages.ts';
export { jsonTemplateOf } from './json-template.ts';
export type { JsonTemplate } from './json-template.ts';
export { type Value, type VarType } from './values.ts';
export { LONGEST_PAUSE_MS, pauseAfter } from './web-pauses.ts';
export { BACK, HANGUP, isTargetWord, REPEAT, RETURN, targetWords } from './graph.ts';
export type { AlwaysEdge, Edge, Graph, GraphStep, Waits } from './graph.ts';
export { readAssignment, readNumber, typeInWords, toType } from './assignment.ts';
export { declaredUses, isSetting } from './declared-uses.ts';
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
export { createExpressions } from './expressions.ts';
export type { Expressions, ExpressionType } from './expressions.ts';
export { compilePattern } from './linear-patterns.ts';
export type { ExpressionProblem } from './refusal.ts';
export { scanTemplate, templateOf } from './template.ts';
export type { TemplatePart, Template } from './template.ts';
export {
  CALL_FIELDS,
  ERROR_FIELDS,
  MESSAGE_FIELDS,
  ROOM_FIELDS,
  secretNames,
  WORDS_OF_CEL,
} from './scope.ts';
export type { Names, Scope, WebResponse } from './scope.ts';
export { askedBefore, stepsWithoutBack } from './questions-before.ts';
export { leadingTo, reachable, stepsByName } from './reachability.ts';
export type { GraphNode } from './reachability.ts';
export { waysOf } from './ways.ts';
export type { Road, Way, Ways } from './ways.ts';
export {
  actionsOf,
  isPrompt,
  isTemplate,
  partsInLanguage,
  spokenIn,
  spokenLanguage,
  templateText,
} from './spoken.ts';
