/** Actions that make something of what a caller enters. */
import { decide } from '../keys.ts';
import type { CallContext } from '../record.ts';
import { assign, because } from './scene.ts';
import type { Actions } from './scene.ts';

export const inputActions: Actions<'take' | 'close' | 'count' | 'again' | 'save'> = {
  take({ draft, event }, accepts) {
    const { input } = draft;
    const digits = input.digits + (event.digits ?? '');
    const lossy = event.lossy === true && input.digits === '';
    draft.input = { ...input, digits, lossy };
    settleInput(draft, decide(accepts, { digits, lossy, final: false }));
  },

  close({ draft }, accepts) {
    settleInput(draft, decide(accepts, { ...draft.input, final: true }));
  },

  count({ draft }, { what }) {
    const { input } = draft;
    const counted = what === 'no_input' ? { noInput: input.noInput + 1 } : { noMatch: input.noMatch + 1 };
    draft.input = { ...input, ...counted, failed: what };
    if (what === 'no_input') because(draft, 'the caller pressed nothing in time');
  },

  again({ draft }) {
    draft.input = { ...draft.input, failed: '' };
  },

  save({ draft, text }, { variable }) {
    assign({ draft, text }, variable, draft.input.digits);
  },
};

function settleInput(draft: CallContext, decision: { as: string; digits: string }): void {
  draft.input = { ...draft.input, digits: decision.digits, decision: decision.as };
  const keys = draft.input.secret ? '•'.repeat(decision.digits.length) : decision.digits;
  if (decision.as === 'no_match') because(draft, `"${keys}" fits nothing that is asked for`);
  if (decision.as === 'more') because(draft, `"${keys}" may go on`);
}
