/** The steps that ask the caller, in the form that rules about questions need. */
import type { CollectStep, MenuStep } from '../../../../schemas/types/flow.ts';
import type { Path } from '../read/document.ts';
import type { DraftStep, FlowDraft, Readable } from '../types.ts';

/** A step of any asking verb, with the fields that all of them share. */
export type Question = MapStep<Omit<MenuStep, 'choices'>>;
export type Menu = MapStep<MenuStep>;
export type Collect = MapStep<CollectStep>;

/** The kinds of failed attempts, each with its own list of entries. */
export const failedAttempts = ['no_input', 'no_match'] as const;

/** A step whose body is a map. */
interface MapStep<Body> {
  step: DraftStep;
  /** As far as it could be read. */
  body: Readable<Body>;
  /** Path of the body. */
  path: Path;
}

/** Returns the steps of these verbs whose body is a map. */
export function listMapSteps<Body>({ steps }: FlowDraft, ...verbs: string[]): MapStep<Body>[] {
  return steps.flatMap((step) => {
    const { verb, body } = step.content ?? {};
    if (verb === undefined || !verbs.includes(verb.name) || typeof body !== 'object' || body === null)
      return [];
    return [{ step, body: body as Readable<Body>, path: ['steps', step.name, verb.name] }];
  });
}

/** Returns all asking steps of a flow. */
export function listQuestions(draft: FlowDraft): Question[] {
  return listMapSteps<Omit<MenuStep, 'choices'>>(draft, 'menu', 'collect');
}

/** Returns all menus of a flow. */
export function listMenus(draft: FlowDraft): Menu[] {
  return listMapSteps<MenuStep>(draft, 'menu');
}

/** Returns all collects of a flow. */
export function listCollects(draft: FlowDraft): Collect[] {
  return listMapSteps<CollectStep>(draft, 'collect');
}

/** True for an answer with a decimal point, which is the star key. */
export function takesDecimals({ type, save }: Collect['body'], { vars }: FlowDraft): boolean {
  return type === 'currency' || (type === 'number' && vars[save ?? '']?.type === 'double');
}

/** Returns the paths of all texts of a question: the prompt and the entries after failed attempts. */
export function listTextPaths(question: Question): Path[] {
  return [
    [...question.path, 'prompt'],
    ...failedAttempts.flatMap((attempt) => listEntryPaths(question, attempt)),
  ];
}

/** Returns the paths of the entries for one kind of failed attempt. */
export function listEntryPaths({ body, path }: Question, attempt: (typeof failedAttempts)[number]): Path[] {
  const said = body[attempt];
  if (said === undefined) return [];
  return Array.isArray(said) ? said.map((_, index) => [...path, attempt, index]) : [[...path, attempt]];
}
