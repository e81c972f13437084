import type { Step } from '../../../schemas/types/flow.ts';
import { TODO_PREFIX } from '../../language/compiler/index.ts';
import type { Todo } from './draft.ts';
import { reasons, type Reason } from './reasons.ts';

/**
 * Creates what stands for something without a counterpart: a step that a person has to write, and the comment that says why.
 * The lint `import-todo` finds such steps by their outcome.
 */
export function createTodo(
  name: string,
  { next, ...todo }: Todo & { next: string },
): { step: Step; comments: string[]; todo: Todo } {
  const { reason } = todo;
  const outcome = name.startsWith(TODO_PREFIX) ? name : `${TODO_PREFIX}${name}`;
  return { step: { outcome, next }, comments: [describeTodo(reason)], todo };
}

/** Returns the comment of a step that a person has to write. */
export function describeTodo(reason: Reason): string {
  return `TODO ${reason}: ${reasons[reason].text}`;
}
