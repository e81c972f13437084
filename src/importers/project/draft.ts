/**
 * A flow that is being imported, before it is written. It is a flow of Ringflow already: the translation of a system makes it step by
 * step after the source, and the passes make it shorter.
 *
 * DRAFT-1 Every step says where each of its outcomes leads, by `next`, `on` or `goto`: the order of the steps has no meaning
 *    beyond the first, which is the entry. The writer chooses the order and leaves out what then need not be said.
 * DRAFT-2 Every target is a step, `hangup` or `return`.
 */
import type { FlowSource, Step } from '../../../schemas/types/flow.ts';
import type { NodeId } from './nodes.ts';
import type { Reason } from './reasons.ts';

export interface Draft {
  /** The flow; its name is its file's. `ringflow: 1` and the order of the sections are the writer's. */
  flow: Omit<FlowSource, 'ringflow'>;
  /** What is known of each step, by its name. */
  about: Record<string, StepOrigin>;
  /** Variables of the translation that begin with false and tell where the call has been. */
  guards?: string[];
  /** Keys and phrases that the original offers once for all questions. */
  global?: ReadonlySet<string>;
  /** Step → the key that ends an entry there: the menu has a choice for it that the original does not offer. */
  finish?: ReadonlyMap<string, string>;
}

/** Where a step comes from. */
interface StepOrigin {
  /** Nodes of the source that became this step. */
  nodes: readonly NodeId[];
  /** Lines of comment above the step, without `#`: comments of the source, and what a reader must know. */
  comments: readonly string[];
  /** Present for a step that stands for something without a counterpart: what follows it is not compared. */
  todo?: Todo;
}

/** Why a step has no counterpart, and where the call goes on if it succeeded there; absent: as after a failure. */
export interface Todo {
  reason: Reason;
  done?: string;
}

/** Notes that a menu has a choice only because its key ends an entry in the original. */
export function addFinishKey(draft: Draft, step: string, key: string): void {
  draft.finish = new Map([...(draft.finish ?? []), [step, key]]);
}

/** Creates an empty flow. */
export function createDraft(name: string): Draft {
  return { flow: { name, steps: {} }, about: {} };
}

/** Adds a step that comes from nodes of the source. The first one is the entry. */
export function addStep(
  draft: Draft,
  name: string,
  {
    step,
    nodes,
    comments = [],
    todo,
    finish,
  }: { step: Step; finish?: string | undefined } & Pick<StepOrigin, 'nodes' | 'todo'> & Partial<StepOrigin>,
): void {
  if (finish !== undefined) addFinishKey(draft, name, finish);
  draft.flow.steps[name] = step;
  draft.about[name] = { nodes, comments, ...(todo !== undefined && { todo }) };
}
