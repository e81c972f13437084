/** A field whose steps are made: what its parts share. */
import type { FlowMaker } from './flow-maker.ts';
import type { ContentAt } from './make-content.ts';
import type { Choice, Item, Part, Prompt } from './model.ts';
import type { Prompt as Written } from './prompts.ts';
import { makePause, toPrompt } from './prompts.ts';

export type Field = Item & { kind: 'field' };

export interface FieldAt {
  field: Field;
  at: ContentAt;
  /** Label of the question with its prompts, and of that without. */
  ask: string;
  quiet: string;
  /** Labels of what comes next once a handler has given the field a value: without prompts, and with them. */
  reselect: { plain: string; again: string };
  /** Where the field leads once it is filled. */
  filled: string;
  /** Variable of the field. */
  save: string;
  links: readonly Choice[];
}

/** Writes parts as the prompt of a question. Values that a flow cannot compute are left out, and told. */
export function writePrompt(maker: FlowMaker, { id, place }: Field, parts: readonly Part[]): Written {
  const around = { resolve: maker.resolve, language: maker.doc.language };
  const sayable = parts.filter((part) => {
    if (part.kind !== 'value' || toPrompt([part], around) !== undefined) return true;
    const detail = part.value.text;
    maker.shared.site.unsaid.add(part.value);
    maker.shared.grades.lower(id, { grade: 'near', reason: 'VALUE_UNSAID', place, detail });
    return false;
  });
  return toPrompt(sayable, around) ?? makePause();
}

/** Puts prompts one after another, with a space between their texts. */
export function joinParts(prompts: readonly Prompt[]): Part[] {
  return prompts.flatMap(({ parts }, index): Part[] =>
    index === 0 ? [...parts] : [{ kind: 'text', text: ' ' }, ...parts],
  );
}
