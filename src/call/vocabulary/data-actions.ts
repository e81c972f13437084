/** Actions that change or read what a call knows. */
import type { Assignment, Value } from '../../flow/index.ts';
import type { FlowText } from '../render.ts';
import { evaluate, render } from '../render.ts';
import { assign, because } from './scene.ts';
import type { Actions, Scene } from './scene.ts';

export const dataActions: Actions<'set' | 'choose' | 'speak'> = {
  set(scene, { values }) {
    for (const { variable, value } of values) assign(scene, variable, valueOf(scene, value));
  },

  choose(scene, { conditions }) {
    scene.draft.index = conditions.findIndex((condition, index) => {
      const holds = evaluate(scene.text, condition, scene.draft) === true;
      const shown = readsSecret(scene.text, condition) ? `the condition of case ${index + 1}` : condition;
      because(scene.draft, `${shown} is ${String(holds)}`);
      return holds;
    });
  },

  speak({ draft }, { language }) {
    draft.language = language;
  },
};

/** What an assignment gives. Throws `ExpressionError`. */
export function valueOf({ draft, text }: Scene, value: Assignment['value']): Value {
  if ('literal' in value) return value.literal;
  if ('expression' in value) return evaluate(text, value.expression, draft);
  return render(text, value.template, draft);
}

/** What a condition compares a secret with would tell it (I7). */
function readsSecret({ secrets, expressions }: FlowText, condition: string): boolean {
  return [...expressions.reads(condition)].some((name) => secrets.has(name));
}
