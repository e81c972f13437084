/** Lists the moves of the caller: pressing keys, speaking, sending a message, hanging up. */
import type { FlowPart, MachineState } from '../../language/model/index.ts';
import { listKeyInputs, NO_MATCH, listSpokenInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { overLine } from '../situations/index.ts';
import type { Move } from './move.ts';

import type { Situation } from '../situations/index.ts';
import { listBridgeKeys, findAcceptedKeys, findTransitions, findAcceptedWords } from './states-at.ts';

/** Lists all moves except hanging up. */
export function listCallerMoves(
  situation: Situation,
  states: readonly MachineState[],
  part: FlowPart,
): Move[] {
  return [
    ...listKeyMoves(situation, states, part),
    ...listWordMoves(situation, states),
    ...listBridgeMoves(situation, states),
    ...listMessageMoves(situation, states),
  ];
}

function listKeyMoves(situation: Situation, states: readonly MachineState[], part: FlowPart): Move[] {
  const { record, line, at } = situation;
  const accepts = findAcceptedKeys(states);
  const { input, language } = record.context;
  if (line.play?.listens !== true || accepts === undefined || input.decision === 'more') return [];
  const heardAt = Math.max(at, line.play.endsAt);
  return listKeyInputs(accepts, part, language).map((one) => ({
    deed: { kind: 'presses', keys: one.text, others: one.others },
    from: stopPlay(situation),
    event: { type: 'digits', digits: one.text, lossy: false, promptRef: line.play?.ref ?? '', at: heardAt },
    ...describeMeaning(one),
  }));
}

function listWordMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { record, line, at } = situation;
  const hears = findAcceptedWords(states);
  if (line.play?.words !== true || hears === undefined) return [];
  const { ref, endsAt } = line.play;
  return listSpokenInputs(hears, record.context.language).map((one) => ({
    deed: one.text === '' ? { kind: 'mumbles' } : { kind: 'says', words: one.text, others: one.others },
    from: stopPlay(situation),
    event: {
      type: 'speech',
      heard: one.text === '' ? 'unrecognized' : 'recognized',
      text: one.text,
      promptRef: ref,
      at: Math.max(at, endsAt),
    },
    ...describeMeaning(one),
  }));
}

function describeMeaning({ means, written }: Input): Pick<Move, 'isCooperative' | 'means' | 'written'> {
  return { isCooperative: means !== NO_MATCH, means, ...(written !== undefined && { written }) };
}

/** Removes the current play, which an answer stops. */
function stopPlay(situation: Situation): Situation {
  const { play: _play, ...line } = situation.line;
  return { ...situation, line };
}

function listBridgeMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  if (situation.line.partner === undefined) return [];
  return listBridgeKeys(states).map((keys) => ({
    deed: { kind: 'presses', keys, others: [] },
    from: situation,
    event: { type: 'bridge_digits', digits: keys, lossy: false, at: situation.at + A_MOMENT_MS },
    isCooperative: true,
  }));
}

/** Time that people take to act, ms. */
export const A_MOMENT_MS = 1_000;

const TEXT = 'Yes, please.';

function listMessageMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { awaits } = situation.record.context;
  if (awaits === '' || findTransitions(states, 'message').length === 0) return [];
  const at = situation.at + A_MOMENT_MS;
  return [
    {
      deed: { kind: 'texts', text: TEXT },
      from: situation,
      event: { type: 'message', from: awaits, text: TEXT, at },
      isCooperative: true,
    },
  ];
}

/** Lists the hang-up, which is possible while there is a call. */
export function listHangUp(situation: Situation): Move[] {
  const { line, record, at } = situation;
  if (line.isOver || line.isDialing || record.context.leg === 'ended' || record.voiceId === undefined)
    return [];
  return [
    {
      deed: { kind: 'hangs_up' },
      from: { ...situation, line: overLine },
      event: { type: 'disconnected', reason: 'normal', at: at + 1 },
      isCooperative: false,
    },
  ];
}
