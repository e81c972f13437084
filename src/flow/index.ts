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
export type { Action, Guard } from './vocabulary.ts';
