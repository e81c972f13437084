/** Writes the prompts of a field: those of the count that is reached, on conditions where they have some. */
import { nameCounter } from './field-events.ts';
import { joinParts } from './field-at.ts';
import type { Field, FieldAt } from './field-at.ts';
import type { FlowMaker } from './flow-maker.ts';
import type { ContentAt } from './make-content.ts';
import { makeContent } from './make-content.ts';
import type { Part, Prompt } from './model.ts';

/** Writes the prompts of a visit: those of the count that is reached, on conditions where they have some. */
export function makePrompted(
  maker: FlowMaker,
  { field, at }: FieldAt,
  question: (parts: readonly Part[]) => string,
): string {
  const counts = [...new Set([1, ...field.prompts.map(({ count }) => count)])].toSorted(
    (one, other) => other - one,
  );
  const ofCount = counts.map((count) => {
    const lower = Math.max(
      0,
      ...field.prompts.filter((prompt) => prompt.count <= count).map((prompt) => prompt.count),
    );
    return {
      count,
      begin: makeGroup(field, {
        at,
        prompts: field.prompts.filter((prompt) => prompt.count === lower),
        question,
      }),
    };
  });
  const [only, other] = ofCount;
  if (only === undefined) return question([]);
  if (other === undefined) return only.begin;
  const asked = nameCounter(maker, field, 'asked');
  maker.reset(asked, 0);
  const cases = ofCount
    .filter(({ count }) => count > 1)
    .map(({ count, begin }) => ({ when: `vars.${asked} >= ${count}`, goto: begin }));
  const decide = maker.add(
    `${field.name} prompt`,
    { switch: cases, next: ofCount.at(-1)?.begin ?? 'hangup' },
    { node: field.id },
  );
  return maker.add(
    `${field.name} asked`,
    { set: { [asked]: `\${vars.${asked} + 1}` }, next: decide },
    { node: field.id },
  );
}

/** Writes prompts of one count: those up to the last condition are said before the question. */
function makeGroup(
  field: Field,
  {
    at,
    prompts,
    question,
  }: { at: ContentAt; prompts: readonly Prompt[]; question: (parts: readonly Part[]) => string },
): string {
  const lastCondition = prompts.findLastIndex(({ cond }) => cond !== undefined);
  const spoken = joinParts(prompts.slice(lastCondition + 1));
  const next = question(spoken);
  const before = prompts
    .slice(0, lastCondition + 1)
    .map((prompt) => ({ kind: 'say' as const, prompt, place: field.place }));
  return makeContent(at, before, { plain: next, again: next }).plain;
}

/** Writes a step that speaks before something that does not listen. */
export function sayBefore({ field, at }: FieldAt, parts: readonly Part[], next: string): string {
  const prompt: Prompt = { parts, count: 1 };
  return makeContent(at, [{ kind: 'say', prompt, place: field.place }], { plain: next, again: next }).plain;
}
