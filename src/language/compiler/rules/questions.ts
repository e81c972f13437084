/** The steps that ask the caller, as the rules about questions look at them. */
import type { CollectStep, MenuStep } from '../../../../schemas/types/flow.ts';
import type { Path } from '../read/document.ts';
import type { DraftStep, FlowDraft, Readable } from '../types.ts';

/** A step that asks, of any verb. */
export interface Question {
  step: DraftStep;
  /** What all asking verbs have in common, as far as it could be read. */
  body: Readable<Omit<MenuStep, 'choices'>>;
  /** Where the body stands. */
  path: Path;
}

/** A menu. */
export interface Menu extends Question {
  body: Readable<MenuStep>;
}

/** A collect. */
export interface Collect extends Question {
  body: Readable<CollectStep>;
}

/** The kinds of failed attempts, each with entries of its own. */
export const rungs = ['no_input', 'no_match'] as const;

/** All asking steps of a flow. */
export function questionsOf({ steps }: FlowDraft): Question[] {
  return steps.flatMap((step) => {
    const { content } = step;
    if (content?.verb.waits !== 'caller' || typeof content.body !== 'object' || content.body === null)
      return [];
    return [{ step, body: content.body, path: ['steps', step.name, content.verb.name] }];
  });
}

/** All menus of a flow. */
export function menusOf(draft: FlowDraft): Menu[] {
  return questionsOf(draft).filter(({ step }) => step.content?.verb.name === 'menu');
}

/** All collects of a flow. */
export function collectsOf(draft: FlowDraft): Collect[] {
  return questionsOf(draft).filter(({ step }) => step.content?.verb.name === 'collect');
}

/** Where everything stands that a question says: the prompt and the entries after failed attempts. */
export function pathsOfTexts(question: Question): Path[] {
  return [[...question.path, 'prompt'], ...rungs.flatMap((rung) => rungPaths(question, rung))];
}

/** Where the entries stand that are said after one kind of failed attempt. */
export function rungPaths({ body, path }: Question, rung: (typeof rungs)[number]): Path[] {
  return (body[rung] ?? []).map((_, index) => [...path, rung, index]);
}
