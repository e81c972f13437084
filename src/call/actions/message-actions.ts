/** Actions around text messages. */
import { otherEnd } from '../other-end.ts';
import { render } from '../render.ts';
import { assign, note } from './scene.ts';
import type { Actions } from './scene.ts';

export const messageActions: Actions<'await_message' | 'take_message'> = {
  await_message(scene, { from, secret }) {
    const { draft, text } = scene;
    draft.input = { ...draft.input, secret };
    draft.awaits = from === undefined ? otherEnd(draft.call) : render(text, from, draft);
  },

  take_message({ draft, event, text }, { variable }) {
    const message = { from: event.from ?? '', text: event.text ?? '' };
    draft.message = message;
    draft.awaits = '';
    draft.taken = event.key ?? '';
    note(draft, { kind: 'message' });
    if (variable !== undefined) assign({ draft, text }, variable, message.text);
  },
};
