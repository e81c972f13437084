import type { Step } from '../../../schemas/types/flow.ts';
import { TODO_PREFIX } from '../../language/compiler/index.ts';
import { reasons } from './reasons.ts';
import type { Reason } from './reasons.ts';

/**
 * Creates what stands for something without a counterpart: a step that a person has to write, and the comment that says why.
 * The lint `import-todo` finds such steps by their outcome.
 */
export function createTodo(
  name: string,
  { reason, next }: { reason: Reason; next: string },
): { step: Step; comments: string[] } {
  const outcome = name.startsWith(TODO_PREFIX) ? name : `${TODO_PREFIX}${name}`;
  return { step: { outcome, next }, comments: [`TODO ${reason}: ${reasons[reason].text}`] };
}
