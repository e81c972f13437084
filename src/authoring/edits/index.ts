export { editFlow, type StepEdit } from './edit-steps.ts';
export type { NewWork } from './new-steps.ts';
export type { EditResult, TextEdit } from './text-edit.ts';
