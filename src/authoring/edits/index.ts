export { editFlow, type NewWork, type StepEdit } from './edit-steps.ts';
export type { EditResult, TextEdit } from './text-edit.ts';
