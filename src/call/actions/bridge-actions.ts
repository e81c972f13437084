/** Actions that bring another party into a call. */
import type { Template } from '../../language/model/index.ts';
import { render } from '../render.ts';
import { sendHold } from './line-actions.ts';
import { localNumber, send } from './scene.ts';
import type { Actions, Scene } from './scene.ts';

export const bridgeActions: Actions<'connect' | 'hold'> = {
  hold({ draft }, { hold: isHeld }) {
    sendHold(draft, isHeld);
  },

  connect(scene, { to, from }) {
    const { draft } = scene;
    draft.index += 1;
    draft.tried = draft.step;
    draft.line = { ...draft.line, ringing: draft.line.ringing + 1, isPartyGone: false };
    const party = to[draft.index];
    if (draft.carried) draft.carried = false;
    else if (party !== undefined) send(draft, { kind: 'connect', ...renderBridge(scene, party, from) });
  },
};

/** The default caller id is our own number. */
export function renderBridge({ draft, text }: Scene, to: Template, from: Template | undefined) {
  const caller = from === undefined ? localNumber(draft.call) : render(text, from, draft);
  return { from: caller, to: render(text, to, draft) };
}
