import { keySpanAt, spanAt } from '../read/document.ts';
import { listCollects, listMenus, type Collect, type Menu } from '../rules/questions.ts';
import type { FlowDraft } from '../types.ts';
import type { NeedOf, NeedRule } from './need.ts';

/** Finds questions that the caller may answer in words. */
export const answersInWords: NeedRule = {
  find: (draft) => [
    ...listMenus(draft).flatMap((menu) => findSpokenChoices(draft, menu)),
    ...listCollects(draft).flatMap((collect) => findSpokenAnswer(draft, collect)),
  ],
};

/** A choice without a key can only be said; other phrases are one need of the step. */
function findSpokenChoices({ document }: FlowDraft, { step, body, path }: Menu): NeedOf<'speech'>[] {
  const choices = body.choices ?? [];
  const alone = choices.flatMap((choice, index): NeedOf<'speech'>[] => {
    if (choice?.phrases === undefined || choice.key !== undefined) return [];
    const span = spanAt(document, [...path, 'choices', index]);
    return [{ need: 'speech', said: 'choice', hasKeys: false, step: step.name, span }];
  });
  const isBesideKeys = choices.some((choice) => choice?.phrases !== undefined && choice.key !== undefined);
  const span = document.span(step.nameRange);
  return isBesideKeys ? [...alone, { need: 'speech', hasKeys: true, step: step.name, span }] : alone;
}

function findSpokenAnswer({ document }: FlowDraft, { step, body }: Collect): NeedOf<'speech'>[] {
  const { speech, type } = body;
  const isText = type === 'text';
  if (!isText && (speech === undefined || speech === false)) return [];
  return [{ need: 'speech', hasKeys: !isText, step: step.name, span: document.span(step.nameRange) }];
}

/** Finds the phrases that callers may say at every question. */
export const alwaysInWords: NeedRule = {
  find: ({ document, source, alwaysKeys }) =>
    Object.keys(source.always?.phrases ?? {}).map((target) => ({
      need: 'speech',
      said: 'always',
      hasKeys: alwaysKeys.some(({ goto }) => goto === target),
      span: keySpanAt(document, ['always', 'phrases', target]),
    })),
};
