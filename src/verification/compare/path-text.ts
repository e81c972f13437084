/** Writes moves, effects and the sum of a comparison for people. */
import { formatCount, quote } from '../../language/text/index.ts';
import type { Comparison, Path } from './compare.ts';
import type { Effect, Move } from './side.ts';

/** Writes on how many paths two sides are equal, and on how many of these only up to a step that is left to the author. */
export function renderEquality({
  compared,
  equal,
  unsupported,
  isTruncated,
}: Pick<Comparison, 'compared' | 'equal' | 'unsupported' | 'isTruncated'>): string {
  const more = isTruncated ? ' (there are more)' : '';
  const stubs = unsupported === 0 ? '' : `, ${unsupported} of them up to what is left to you`;
  return `equal on ${equal} of ${formatCount(compared, 'path')}${more}${stubs}`;
}

/** Writes what happened on a path: "presses 1, then stays silent". */
export function renderMoves({ moves }: Pick<Path, 'moves'>): string {
  return moves.length === 0
    ? 'at the beginning'
    : `after the caller ${moves.map(renderMove).join(', then ')}`;
}

function renderMove(move: Move): string {
  switch (move.kind) {
    case 'presses':
      return `presses ${move.keys}`;
    case 'says':
      return `says ${quote(move.words)}`;
    case 'stays_silent':
      return 'stays silent';
    case 'hangs_up':
      return 'hangs up';
    case 'party':
      return partyTexts[move.does];
    case 'replies':
      return `waits for a service (${typeof move.reply === 'string' ? move.reply : JSON.stringify(move.reply)})`;
    case 'texts':
      return `sends ${quote(move.text)}`;
    case 'passes':
      return 'waits';
  }
}

const partyTexts: Record<Extract<Move, { kind: 'party' }>['does'], string> = {
  talked: 'talks to the called party',
  busy: 'reaches a busy line',
  no_answer: 'reaches nobody',
  failed: 'reaches a line that fails',
};

/** Writes what others notice, or what is awaited if they notice nothing. */
export function renderEffects(effects: readonly Effect[], awaits: string): string {
  const waiting = awaits === 'nothing' ? 'the call is over' : `waits for ${awaitTexts[awaits] ?? awaits}`;
  return [...effects.map(renderEffect), waiting].join('; ');
}

const awaitTexts: Record<string, string> = {
  answer: 'keys or words',
  party: 'the called party',
  reply: 'the web service',
  message: 'a text message',
  time: 'time to pass',
};

function renderEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'heard':
      return `says ${quote(effect.text)}${effect.language === undefined ? '' : ` (${effect.language})`}`;
    case 'heard_audio':
      return `plays ${effect.audio}`;
    case 'dialled':
      return `calls ${effect.to}`;
    case 'requested':
      return `asks ${effect.method} ${effect.url} with ${JSON.stringify(effect.fields)}`;
    case 'sent':
      return `sends ${effect.template} to ${effect.to}`;
    case 'recording':
      return effect.does === 'starts' ? 'starts to record' : 'stops recording';
    case 'streamed':
      return `streams to ${effect.to}`;
    case 'joined':
      return 'joins a room';
    case 'left_for':
      return `goes on in ${effect.flow}`;
    case 'unsupported':
      return `reaches what has no counterpart: ${effect.what}`;
    case 'ended':
      return effect.by === 'flow' ? 'hangs up' : 'is hung up on';
  }
}
