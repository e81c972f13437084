export { editFlow, type StepEdit } from './edit-steps.ts';
export type { EditResult, TextEdit } from './text-edit.ts';
