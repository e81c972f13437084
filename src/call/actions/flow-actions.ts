/** Actions by which flows call one another; frames.ts completes them after the transition. */
import { listSavedValues, type Value } from '../../language/model/index.ts';
import { evaluate } from '../render.ts';
import { checkVariables, measureValues } from '../workload.ts';
import { evaluateAssignment } from './data-actions.ts';
import { assign, type Actions } from './scene.ts';

/** Maximum number of flows that wait for one another. */
const MAX_FRAMES = 20;

export const flowActions: Actions<'call_flow' | 'give_back' | 'give_up' | 'keep_returned'> = {
  call_flow(scene, { flow, with: given, stay }) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    if (stay && draft.frames.length >= MAX_FRAMES) {
      const message = `more than ${MAX_FRAMES} flows wait for one another`;
      draft.fault = { code: 'limit_frames', message, step: draft.step };
      return;
    }
    const params: Record<string, Value> = {};
    for (const { variable, value } of given) params[variable] = evaluateAssignment(scene, value);
    checkVariables(draft, measureValues(params));
    draft.calling = { flow, params, stay };
  },

  give_back({ draft, text }, { outcome }) {
    const values: Record<string, Value> = {};
    for (const [name, source] of Object.entries(text.flow.returns))
      values[name] = evaluate(text, source, draft);
    draft.returning = { outcome, values };
  },

  give_up({ draft }) {
    draft.returning = { outcome: 'failed', values: {}, fault: draft.error };
  },

  keep_returned({ draft, text, event }, saved) {
    for (const [variable, name] of listSavedValues(saved)) {
      const value = event.returned?.values[name];
      if (value !== undefined) assign({ draft, text }, variable, value);
    }
  },
};
