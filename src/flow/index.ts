export type {
  CompiledFlow,
  MachineState,
  Prompt,
  PromptPart,
  StepInfo,
  Template,
  Transition,
  Value,
  VarDeclaration,
  VarType,
} from './compiled.ts';
export type { Accepts, Action, AskParams, Assignment, Delay, Guard } from './vocabulary.ts';
export { HANGUP, REPEAT } from './graph.ts';
export type { AlwaysEdge, Edge, Graph, GraphStep, Waits } from './graph.ts';
