/** What is said or played, as prompts of a flow. */
import type { PromptPart, SayStep } from '../../../schemas/types/flow.ts';
import type { PromptAnswer } from '../project/index.ts';
import { toText } from './expressions/to-cel.ts';
import type { Names } from './expressions/to-cel.ts';
import { listParts } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';

interface Speaking {
  names: Names;
  findPrompt: (name: string) => PromptAnswer;
}

type Piece =
  { kind: 'text'; text: string } | { kind: 'pause'; length: number } | { kind: 'audio'; audio: PromptAnswer };

/** Writes an audio; undefined if nothing is said. */
export function writeAudio(expression: Expression, speaking: Speaking): SayStep | undefined {
  const parts: PromptPart[] = [];
  for (const piece of listPieces(expression, speaking)) {
    const last = parts.at(-1);
    if (piece.kind === 'audio') parts.push({ ...piece.audio });
    else if (piece.kind === 'text' && isOpen(last)) last.text = joinTexts(last.text, piece.text);
    else if (piece.kind === 'text') parts.push({ text: piece.text });
    else if (isOpen(last)) last.pause = toDuration(piece.length);
    else if (isLongPause(piece.length))
      parts.push({ ssml: `<speak><break time="${toDuration(piece.length)}"/></speak>` });
  }
  const spoken = parts.filter(({ text }) => text?.trim() !== '');
  const [only] = spoken;
  if (only === undefined) return undefined;
  return spoken.length === 1 ? shorten(only) : spoken.map(shorten);
}

/** True for a text that can still be continued. */
function isOpen(part: PromptPart | undefined): part is PromptPart & { text: string } {
  if (part?.text === undefined) return false;
  return part.pause === undefined;
}

/** Joins two texts that are played one after the other. */
function joinTexts(first: string, second: string): string {
  return /\s$/.test(first) || /^\s/.test(second) ? first + second : `${first} ${second}`;
}

/** Writes a part that is only a text as that text. */
function shorten(part: PromptPart): string | PromptPart {
  const { text, pause } = part;
  if (text === undefined || pause !== undefined || /^[a-z][a-z0-9_-]*$/.test(text.trim())) return part;
  return text;
}

const MAX_PAUSE = 10_000;
/** A pause before anything is said that is worth a part of its own, ms. */
const LONG_PAUSE = 1_000;

/** True for a pause that is heard even where nothing is said before it. */
export function isLongPause(length: number): boolean {
  return length >= LONG_PAUSE;
}

/** Returns the length of a silence, ms. */
export function readPause([length]: readonly Expression[]): number {
  return length?.kind === 'constant' ? Number(length.value) : 0;
}

function toDuration(length: number): string {
  const time = Math.min(Math.max(Math.round(length), 1), MAX_PAUSE);
  return time % 1_000 === 0 ? `${time / 1_000}s` : `${time}ms`;
}

/** True for a part that is audio already: what it is appended to is played before it, not joined with it. */
function isPlayed(part: Expression): boolean {
  if (part.kind === 'path') return PROMPT.test(part.path[0] ?? '');
  return part.kind === 'call' && /^(to(audio.*|communication)|audioplaybackoptions)$/i.test(part.name);
}

const PROMPT = /^prompt(user|system)?$/i;

function listPieces(expression: Expression, speaking: Speaking): Piece[] {
  if (expression.kind === 'path' && PROMPT.test(expression.path[0] ?? ''))
    return [{ kind: 'audio', audio: speaking.findPrompt(expression.path.slice(1).join('.')) }];
  if (expression.kind === 'call') {
    const [first] = expression.parts;
    switch (expression.name.toLowerCase()) {
      case 'audioplaybackoptions':
      case 'tocommunication':
      case 'toaudio':
      case 'toaudiotts':
        return first === undefined ? [] : listPieces(first, speaking);
      case 'toaudionumber':
        return first === undefined ? [] : [{ kind: 'text', text: toText(first, speaking.names) }];
      case 'toaudioblank':
        return [{ kind: 'pause', length: readPause(expression.parts) }];
      case 'append':
        if (!listParts(expression).some(isPlayed)) break;
        return expression.parts.flatMap((part) => listPieces(part, speaking));
    }
  }
  const text = toText(expression, speaking.names);
  return text === '' ? [] : [{ kind: 'text', text }];
}
