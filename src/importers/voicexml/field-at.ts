/** A field whose steps are made: what its parts share. */
import type { FlowMaker } from './flow-maker.ts';
import type { ContentAt } from './make-content.ts';
import type { Choice, Item, Part, Prompt } from './model.ts';
import type { Prompt as Written } from './prompts.ts';
import { toPrompt } from './prompts.ts';

export type Field = Item & { kind: 'field' };

export interface FieldAt {
  field: Field;
  at: ContentAt;
  /** Label of the question with its prompts, and of that without. */
  ask: string;
  quiet: string;
  /** Where the field leads once it is filled. */
  filled: string;
  /** Variable of the field. */
  save: string;
  links: readonly Choice[];
}

/** Writes parts as a prompt; undefined if a value cannot be computed by a flow. */
export function writePrompt(maker: FlowMaker, parts: readonly Part[]): Written | undefined {
  return toPrompt(parts, { resolve: maker.resolve, language: maker.doc.language });
}

/** Puts prompts one after another, with a space between their texts. */
export function joinParts(prompts: readonly Prompt[]): Part[] {
  return prompts.flatMap(({ parts }, index): Part[] =>
    index === 0 ? [...parts] : [{ kind: 'text', text: ' ' }, ...parts],
  );
}
