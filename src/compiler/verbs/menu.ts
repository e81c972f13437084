import type { MenuStep } from '../../../schemas/types/flow.ts';
import { asking, globalDecisions, inputOutcomes, leadTo } from '../input.ts';
import type { Verb } from '../verb.ts';

/** Offers choices by key; each leads to its step. */
export const menu: Verb<MenuStep> = {
  name: 'menu',
  waits: 'caller',
  needsCall: true,
  outcomes: (body) => [
    ...(body?.choices ?? [undefined]).map((choice, index) => ({
      name: String(choice?.key ?? ''),
      goto: choice?.goto,
      path: ['choices', index, 'goto'],
    })),
    ...inputOutcomes,
  ],
  check(body, report) {
    const first = new Map<string, number>();
    body.choices?.forEach((choice, index) => {
      const key = choice?.key;
      if (key === undefined) return;
      const earlier = first.get(String(key));
      if (earlier === undefined) first.set(String(key), index);
      else
        report(['choices', index, 'key'], {
          code: 'duplicate-choice',
          message: `key "${key}" already belongs to choice ${earlier + 1} of this menu`,
        });
    });
  },
  compile(body, step) {
    const own = body.choices.map(({ key }) => String(key));
    const decisions = [
      ...body.choices.map(({ key, goto }) => ({ as: String(key), leads: leadTo(step, goto, String(key)) })),
      ...globalDecisions(step, own),
    ];
    return asking(step, { body, accepts: { kind: 'keys', keys: decisions.map(({ as }) => as) }, decisions });
  },
};
