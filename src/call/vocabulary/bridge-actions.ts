/** Actions that bring another party into a call. */
import type { Template } from '../../flow/index.ts';
import { render } from '../render.ts';
import { send } from './scene.ts';
import type { Actions, Scene } from './scene.ts';

export const bridgeActions: Actions<'connect' | 'hold'> = {
  hold({ draft }, { hold }) {
    send(draft, { kind: 'hold', hold });
  },

  connect(scene, { to, from }) {
    const { draft } = scene;
    draft.index += 1;
    draft.tried = draft.step;
    const party = to[draft.index];
    if (draft.carried) draft.carried = false;
    else if (party !== undefined) send(draft, { kind: 'connect', ...bridgeTo(scene, party, from) });
  },
};

/** The default caller id is our own number: the one that was dialled, or that the call was placed from. */
export function bridgeTo({ draft, text }: Scene, to: Template, from: Template | undefined) {
  const own = draft.call.direction === 'inbound' ? draft.call.to : draft.call.from;
  return { from: from === undefined ? own : render(text, from, draft), to: render(text, to, draft) };
}
