/** Actions that make something of what a caller enters or says. */
import { toType } from '../../language/model/index.ts';
import { decide, maskKeys } from '../keys.ts';
import type { Decision } from '../keys.ts';
import type { Asked } from '../spoken/reading.ts';
import type { CallContext } from '../record.ts';
import { understand } from '../spoken/utterance.ts';
import { shortenForNote } from '../workload.ts';
import { assign, beginVisit, keepKeys, note, ourNumber } from './scene.ts';
import type { Actions, MachineEvent } from './scene.ts';

export const inputActions: Actions<'take' | 'close' | 'hear' | 'count' | 'again' | 'save' | 'forget'> = {
  take({ draft, event }, accepts) {
    const { input } = draft;
    const { digits: pressed = '' } = event;
    const digits = input.digits + pressed;
    const lossy = event.lossy === true && input.digits === '';
    draft.input = { ...input, digits, lossy };
    const decision = decide(accepts, { digits, lossy, final: false }, askedOn(draft));
    // Keys that are no choice may have been meant for anybody; the digits of a number that does not fit are its answer.
    const isUnasked = accepts.kind === 'keys' && decision.as === 'no_match';
    settleKeys(draft, isUnasked ? { ...decision, digits: input.digits + maskKeys(pressed) } : decision);
    const before = isUnasked ? pressed.length : (decision.surplus?.length ?? 0);
    keepKeys(draft, event, { count: pressed.length - before, before });
  },

  close({ draft }, accepts) {
    settleKeys(draft, decide(accepts, { ...draft.input, final: true }, askedOn(draft)));
  },

  hear({ draft, event }, hears) {
    const { heard, text = '' } = event;
    if (heard === 'recognized') settle(draft, understand(hears, text, askedOn(draft)));
    else settle(draft, { as: heard === 'timeout' ? 'no_input' : 'no_match', digits: '' });
    beginVisit(draft);
    tellHeard(draft, event);
  },

  count({ draft }, { what }) {
    const { input } = draft;
    const { noInput, noMatch } = input;
    if (what === 'no_input') draft.input = { ...input, noInput: noInput + 1, failed: what };
    else draft.input = { ...input, noMatch: noMatch + 1, failed: what === 'no_match' ? what : '' };
    if (what === 'no_input') note(draft, { kind: 'no_input' });
  },

  again({ draft }) {
    draft.input = { ...draft.input, failed: '' };
  },

  save({ draft, text }, { variable }) {
    const { value } = draft.input;
    const { type = 'string' } = text.flow.vars[variable] ?? {};
    assign({ draft, text }, variable, toType(value, type) ?? value);
  },

  forget({ draft, text }, { variable, unless }) {
    if (draft.input.decision === unless) return;
    assign({ draft, text }, variable, text.flow.vars[variable]?.initial ?? '');
  },
};

function askedOn({ language, call }: CallContext): Asked {
  return { language, ownNumber: ourNumber(call) };
}

function settle(draft: CallContext, { as, digits, value = digits }: Decision): void {
  draft.input = { ...draft.input, digits, decision: as, value };
}

function settleKeys(draft: CallContext, decision: Decision): void {
  settle(draft, decision);
  const keys = shortenForNote(draft.input.secret ? maskKeys(decision.digits) : decision.digits);
  if (decision.as === 'no_match') note(draft, { kind: 'no_match', input: keys }, keys.length);
  if (decision.as === 'more') note(draft, { kind: 'incomplete', keys }, keys.length);
  const { surplus } = decision;
  if (surplus === undefined) return;
  // Whoever typed ahead may have meant a question for a secret, in this flow or in one that it runs (I7).
  const dropped = shortenForNote(maskKeys(surplus));
  note(draft, { kind: 'surplus', keys: dropped }, dropped.length);
}

function tellHeard(draft: CallContext, { heard, text = '' }: MachineEvent): void {
  const { decision, secret } = draft.input;
  if (heard === 'unrecognized') note(draft, { kind: 'unrecognized' });
  if (heard !== 'recognized') return;
  const said = shortenForNote(text);
  if (decision === 'no_match') note(draft, { kind: decision, ...(!secret && { input: said }) }, said.length);
  else note(draft, { kind: 'heard', ...(!secret && { said }), as: decision }, said.length);
}
