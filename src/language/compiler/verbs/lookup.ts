import type { LookupStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Finds a row of a table by its key. */
export const lookup: Verb<LookupStep> = {
  name: 'lookup',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [
    { name: 'found', otherwise: 'next' },
    { name: 'not_found', otherwise: 'nowhere' },
    FAILED,
  ],
  compile({ table, key, save = {} }, step) {
    const found = { ...step.exit('found'), guard: { type: 'chosen' as const, params: { index: 0 } } };
    const values = Object.fromEntries(
      Object.entries(save).map(([variable, column]) => [variable, String(column)]),
    );
    const params = { table, key: step.toTemplate(String(key)), values };
    const action = { type: 'look_up', params } as const;
    return buildPassingStates(step, action, [found, step.exit('not_found')]);
  },
};
