/** Lists the moves of the caller: pressing keys, speaking, sending a message, hanging up. */
import type { FlowPart, MachineState } from '../../language/model/index.ts';
import { listKeyInputs, NO_MATCH, listSpokenInputs } from './inputs.ts';
import type { Input } from './inputs.ts';
import { overLine, stopMessage } from '../situations/index.ts';
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
    ...listVoicemailMoves(situation, states),
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

/** Time that a caller usually speaks, ms. */
const MESSAGE_MS = 5_000;

/** Lists messages that are long enough, too short, and empty; each ends by silence, if not by its maximum length. */
function listVoicemailMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { message } = situation.line;
  const shortestMs = findShortestMessage(states);
  if (message === undefined || shortestMs === undefined) return [];
  const { ref, longestMs, silenceMs } = message;
  const usualMs = Math.min(longestMs, Math.max(MESSAGE_MS, shortestMs));
  return [usualMs, Math.floor(shortestMs / 2), 0].map((speechMs) => ({
    deed: { kind: 'message', speechMs },
    from: { ...situation, line: stopMessage(situation.line) },
    event: {
      type: 'recording',
      state: 'completed',
      url: 'https://recordings.invalid/1.wav',
      command: ref,
      speechMs,
      at: situation.at + Math.min(longestMs, speechMs + silenceMs),
    },
    isCooperative: speechMs === usualMs,
  }));
}

function findShortestMessage(states: readonly MachineState[]): number | undefined {
  const guards = findTransitions(states, 'recording').flatMap(({ guard }) => guard ?? []);
  const found = guards.find((guard) => guard.type === 'message_is');
  return found?.type === 'message_is' ? found.params.shortestMs : undefined;
}

/**
 * Lists the hang-up, which is possible while there is a call. During a message it ends the message first, which counts as a
 * hang-up after it.
 */
export function listHangUp(situation: Situation): Move[] {
  const { line, record, at } = situation;
  if (
    line.isOver ||
    line.isDialing ||
    line.message !== undefined ||
    record.context.leg === 'ended' ||
    record.voiceId === undefined
  )
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
