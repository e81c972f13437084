/** Flows that others go on with or run, and that are not among the files. */
import { addStep, createDraft } from './draft.ts';
import type { TranslatedFlow } from './system.ts';
import { createTodo } from './todo.ts';

/** Creates a flow of one stub for one that is not among the files. */
export function createMissingFlow(name: string): TranslatedFlow {
  const draft = createDraft(name);
  const step = `todo_${name.replaceAll('-', '_')}`;
  addStep(draft, step, {
    ...createTodo(step, { reason: 'SUBFLOW_ELSEWHERE', next: 'hangup' }),
    nodes: [],
  });
  return { draft, original: missing, isEntry: false };
}

/** A call of a flow that is not known. */
const missing: TranslatedFlow['original'] = {
  starts: () => [
    {
      direction: 'inbound',
      at: Date.UTC(2026, 0, 5, 12),
      remote: '+15550190001',
      own: '+15550190002',
      params: {},
    },
  ],
  begin: () => ({
    state: null,
    effects: [{ kind: 'unsupported', what: 'a flow that is not among the files' }],
    awaits: { kind: 'nothing' },
  }),
  move: (state) => ({ state, effects: [], awaits: { kind: 'nothing' } }),
};
