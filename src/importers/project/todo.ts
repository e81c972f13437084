import type { Step } from '../../../schemas/types/flow.ts';
import { TODO_PREFIX } from '../../language/compiler/index.ts';
import { addStep, type Draft, type Todo } from './draft.ts';
import type { NodeId } from './nodes.ts';
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

/**
 * Adds a switch behind a step that a person has to write, with the ways of the original that lead elsewhere than `next`, so that
 * what follows them is not lost: a variable, which that step sets, says which is taken. Returns where the step leads.
 */
export function addTodoWays(
  draft: Draft,
  name: string,
  { ways, next, nodes }: { ways: ReadonlyMap<string, string>; next: string; nodes: readonly NodeId[] },
): string {
  const cases = [...ways].filter(([word, target]) => target !== next && word !== '__proto__');
  if (cases.length === 0) return next;
  const value = `result_of_${name.replace(TODO_PREFIX, '')}`;
  draft.flow.vars = { ...draft.flow.vars, [value]: '' };
  const step = {
    switch: { value: `vars.${value}`, cases: Object.fromEntries(cases) },
    next,
    on: { failed: next },
  };
  addStep(draft, `${name}_ways`, { step, nodes });
  return `${name}_ways`;
}

/** Returns the comment of a step that a person has to write. */
export function describeTodo(reason: Reason): string {
  return `TODO ${reason}: ${reasons[reason].text}`;
}
