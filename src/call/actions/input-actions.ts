/** Actions that interpret keys and speech. */
import { toType } from '../../language/model/index.ts';
import { decide, maskKeys, type Decision } from '../keys.ts';
import type { InputContext } from '../spoken/reading.ts';
import type { CallContext } from '../record.ts';
import { understand } from '../spoken/utterance.ts';
import { shortenForNote } from '../workload.ts';
import { localNumber } from '../numbers.ts';
import { assign, beginVisit, keepKeys, addNote, type Actions, type MachineEvent } from './scene.ts';

export const inputActions: Actions<'take' | 'close' | 'hear' | 'count' | 'again' | 'save' | 'forget'> = {
  take({ draft, event }, accepts) {
    const { input } = draft;
    const { digits: pressed = '' } = event;
    const digits = input.digits + pressed;
    const lossy = event.lossy === true && input.digits === '';
    draft.input = { ...input, digits, lossy };
    const decision = decide(accepts, { digits, lossy, final: false }, createAsked(draft));
    // Keys that are no choice are masked, since they may answer something else; the digits of an invalid number are an answer.
    const takesDigits = accepts.kind === 'digits' || accepts.extension !== undefined;
    const isUnasked = !takesDigits && decision.as === 'no_match';
    saveKeys(draft, isUnasked ? { ...decision, digits: input.digits + maskKeys(pressed) } : decision);
    const before = isUnasked ? pressed.length : (decision.surplus?.length ?? 0);
    keepKeys(draft, event, { count: pressed.length - before, before });
  },

  close({ draft }, accepts) {
    saveKeys(draft, decide(accepts, { ...draft.input, final: true }, createAsked(draft)));
  },

  hear({ draft, event }, hears) {
    const { heard, text = '' } = event;
    if (heard === 'recognized') saveDecision(draft, understand(hears, text, createAsked(draft)));
    else saveDecision(draft, { as: heard === 'timeout' ? 'no_input' : 'no_match', digits: '' });
    beginVisit(draft);
    noteSpeech(draft, event);
  },

  count({ draft }, { what }) {
    const { input } = draft;
    const { noInput, noMatch } = input;
    if (what === 'no_input') draft.input = { ...input, noInput: noInput + 1, failed: what };
    else draft.input = { ...input, noMatch: noMatch + 1, failed: what === 'no_match' ? what : '' };
    if (what === 'no_input') addNote(draft, { kind: 'no_input' });
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

function createAsked({ language, call }: CallContext): InputContext {
  return { language, ownNumber: localNumber(call) };
}

function saveDecision(draft: CallContext, { as, digits, value = digits }: Decision): void {
  draft.input = { ...draft.input, digits, decision: as, value };
}

function saveKeys(draft: CallContext, decision: Decision): void {
  saveDecision(draft, decision);
  const keys = shortenForNote(draft.input.secret ? maskKeys(decision.digits) : decision.digits);
  if (decision.as === 'no_match') addNote(draft, { kind: 'no_match', input: keys }, keys.length);
  if (decision.as === 'more') addNote(draft, { kind: 'incomplete', keys }, keys.length);
  const { surplus } = decision;
  if (surplus === undefined) return;
  // Keys typed ahead may answer a question for a secret, in this flow or in one that it runs (I7).
  const dropped = shortenForNote(maskKeys(surplus));
  addNote(draft, { kind: 'surplus', keys: dropped }, dropped.length);
}

function noteSpeech(draft: CallContext, { heard, text = '' }: MachineEvent): void {
  const { decision, secret } = draft.input;
  if (heard === 'unrecognized') addNote(draft, { kind: 'unrecognized' });
  if (heard !== 'recognized') return;
  const said = shortenForNote(text);
  if (decision === 'no_match')
    addNote(draft, { kind: decision, ...(!secret && { input: said }) }, said.length);
  else addNote(draft, { kind: 'heard', ...(!secret && { said }), as: decision }, said.length);
}
