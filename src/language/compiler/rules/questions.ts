/** The steps that ask the caller, in the form that rules about questions need. */
import type { CollectStep, MenuStep } from '../../../../schemas/types/flow.ts';
import type { Path } from '../read/document.ts';
import type { DraftStep, FlowDraft, Readable } from '../types.ts';

/** A step of any asking verb. */
export interface Question {
  step: DraftStep;
  /** The fields that all asking verbs share, as far as they could be read. */
  body: Readable<Omit<MenuStep, 'choices'>>;
  /** Path of the body. */
  path: Path;
}

export interface Menu extends Question {
  body: Readable<MenuStep>;
}

export interface Collect extends Question {
  body: Readable<CollectStep>;
}

/** The kinds of failed attempts, each with its own list of entries. */
export const rungs = ['no_input', 'no_match'] as const;

/** Returns all asking steps of a flow. */
export function listQuestions({ steps }: FlowDraft): Question[] {
  return steps.flatMap((step) => {
    const { content } = step;
    if (content?.verb.waits !== 'caller' || typeof content.body !== 'object' || content.body === null)
      return [];
    return [{ step, body: content.body, path: ['steps', step.name, content.verb.name] }];
  });
}

/** Returns all menus of a flow. */
export function listMenus(draft: FlowDraft): Menu[] {
  return listQuestions(draft).filter(({ step }) => step.content?.verb.name === 'menu');
}

/** Returns all collects of a flow. */
export function listCollects(draft: FlowDraft): Collect[] {
  return listQuestions(draft).filter(({ step }) => step.content?.verb.name === 'collect');
}

/** Returns the paths of all texts of a question: the prompt and the entries after failed attempts. */
export function listTextPaths(question: Question): Path[] {
  return [[...question.path, 'prompt'], ...rungs.flatMap((rung) => listRungPaths(question, rung))];
}

/** Returns the paths of the entries for one kind of failed attempt. */
export function listRungPaths({ body, path }: Question, rung: (typeof rungs)[number]): Path[] {
  return (body[rung] ?? []).map((_, index) => [...path, rung, index]);
}
