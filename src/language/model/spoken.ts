/** Finds the prompts of a compiled step by their form, in actions of any verb. */
import type { FlowPart, MachineState } from './compiled.ts';
import type { Prompt, PromptPart } from './manner.ts';
import type { Template } from './template.ts';
import type { Action } from './vocabulary.ts';

/** One prompt of a step and the path of its parameter: `prompt`, `noInput.0`. */
interface SpokenPrompt {
  place: string;
  prompt: Prompt;
}

/** Returns the prompts of a step in the order of its states, without duplicates. */
export function listSpokenPrompts(state: MachineState): SpokenPrompt[] {
  const found = listActions(state)
    // The first play of an outbound call repeats the step's own prompt.
    .filter(({ type }) => type !== 'answer')
    .flatMap((action) => collectPrompts('params' in action ? action.params : undefined, []));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns every action of a state, of its transitions and of its inner states. */
export function listActions({
  entry = [],
  exit = [],
  always = [],
  on = {},
  after = {},
  states = {},
}: MachineState): Action[] {
  const transitions = [...always, ...Object.values(on).flat(), ...Object.values(after).flat()];
  return [
    ...entry,
    ...exit,
    ...transitions.flatMap(({ actions = [] }) => actions),
    ...Object.values(states).flatMap(listActions),
  ];
}

/** True for a value that can only be a prompt. */
export function isPrompt(value: unknown): value is Prompt {
  return Array.isArray(value) && value.length > 0 && value.every(isPromptItem);
}

/** True for text with expressions. */
export function isTemplate(value: unknown): value is Template {
  const isPiece = (piece: unknown) =>
    typeof piece === 'string' || (isObject(piece) && typeof piece.expr === 'string');
  return Array.isArray(value) && value.every(isPiece) && !isListOfTexts(value);
}

/** Returns the source text of a template. */
export function renderTemplateSource(template: Template): string {
  return template
    .map((piece) => (typeof piece === 'string' ? piece.replaceAll('${', () => '$${') : `\${${piece.expr}}`))
    .join('');
}

/**
 * Returns the language in which a caller hears a named prompt: their own, the same language of another country, or the
 * first of the flow's that it has.
 */
export function findSpokenLanguage(flow: FlowPart, name: string, wanted: string): string | undefined {
  const byLanguage = flow.prompts[name] ?? {};
  const alike = flow.languages.filter((candidate) => isSameLanguage(candidate, wanted));
  return [wanted, ...alike, ...flow.languages].find((candidate) => Object.hasOwn(byLanguage, candidate));
}

/** True for tags of one language, whatever the country: `de-AT` and `de-DE`. */
export function isSameLanguage(tag: string, other: string): boolean {
  return tag.split('-', 1)[0] === other.split('-', 1)[0];
}

/** Returns the parts of a named prompt in a language, or in the first of the flow's languages that it has. */
export function findParts(flow: FlowPart, name: string, language: string): PromptPart[] {
  return flow.prompts[name]?.[findSpokenLanguage(flow, name, language) ?? ''] ?? [];
}

function collectPrompts(value: unknown, path: string[]): SpokenPrompt[] {
  if (isPrompt(value)) return [{ place: path.join('.'), prompt: value }];
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => collectPrompts(inner, [...path, key]));
}

const KINDS = ['text', 'ssml', 'stored', 'url'];

function isPromptItem(item: unknown): boolean {
  if (!isObject(item)) return false;
  if (typeof item.kind === 'string')
    return KINDS.includes(item.kind) && isTemplate(item[item.kind === 'stored' ? 'name' : item.kind]);
  return typeof item.name === 'string' && Object.keys(item).length === 1;
}

/** True for a list of several texts, which is no template: texts in a template are separated by expressions. */
function isListOfTexts(value: unknown[]): boolean {
  return value.length > 1 && value.every((piece) => typeof piece === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
