import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

const nameCase = (index: number): string => `case_${index + 1}`;

/** Follows the first condition that is true. */
export const switchVerb: Verb<SwitchStep> = {
  name: 'switch',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: (body) => [
    ...(body ?? [undefined]).map((one, index) => ({
      name: nameCase(index),
      goto: one?.goto,
      path: [index, 'goto'],
      ...(one?.when === undefined ? {} : { meaning: one.when }),
    })),
    { name: 'otherwise', otherwise: 'next' as const },
    FAILED,
  ],
  compile(body, step) {
    const cases = body.map(({ goto }, index) => ({
      ...step.exitTo(goto, nameCase(index)),
      guard: { type: 'chosen' as const, params: { index } },
    }));
    const choose = { type: 'choose', params: { conditions: body.map(({ when }) => when) } } as const;
    return buildPassingStates(step, choose, [...cases, step.exit('otherwise')]);
  },
};
