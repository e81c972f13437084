/** The texts of a flow with the step and the part of it in which they are heard. */
import { memoize } from '../../../model/index.ts';
import type { Span } from '../../../diagnostics/index.ts';
import { findSpeech, parseLanguage, type SpeechLanguage } from '../../../speech/index.ts';
import type { Document, Path } from '../../read/document.ts';
import { findRangeInside } from '../../read/scalar-offsets.ts';
import type { DraftStep, FlowDraft } from '../../types.ts';
import { failedAttempts, listCollects, listEntryPaths, listMapSteps, listQuestions } from '../questions.ts';
import { readFlowSpeech, type Piece } from '../spoken.ts';

/** The part of a step in which a text is heard. */
type SaidPart = 'say' | 'prompt' | 'confirm' | (typeof failedAttempts)[number];

/** A prompt as callers hear it in one language. */
export interface Said {
  step: DraftStep;
  part: SaidPart;
  path: Path;
  language: string;
  pieces: readonly Piece[];
}

/** Verbs whose whole body is a prompt. */
const SPEAKING = new Set(['say', 'play', 'hangup']);

/** Lists all prompts of the steps, each once per language of the flow; regions count when their texts differ. */
export const listSaid = memoize((draft: FlowDraft): readonly Said[] => {
  const speech = readFlowSpeech(draft);
  return listPlaces(draft).flatMap((place) => {
    const known: Said[] = [];
    for (const language of speech.languages) {
      const pieces = [...new Set(speech.readPieces(place.path, language))];
      const said = { ...place, language, pieces };
      if (pieces.length > 0 && !known.some((one) => soundsAlike(one, said))) known.push(said);
    }
    return known;
  });
});

function soundsAlike(one: Said, other: Said): boolean {
  const isSame = parseLanguage(one.language) === parseLanguage(other.language);
  return (
    isSame &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, at) => piece === other.pieces[at])
  );
}

function listPlaces(draft: FlowDraft): Pick<Said, 'step' | 'part' | 'path'>[] {
  const spoken = draft.steps.flatMap((step) => {
    const verb = step.content?.verb.name ?? '';
    return SPEAKING.has(verb) ? [{ step, part: 'say' as const, path: ['steps', step.name, verb] }] : [];
  });
  const asked = listQuestions(draft).flatMap((question) => [
    { step: question.step, part: 'prompt' as const, path: [...question.path, 'prompt'] },
    ...failedAttempts.flatMap((part) =>
      listEntryPaths(question, part).map((path) => ({ step: question.step, part, path })),
    ),
  ]);
  const confirmed = listCollects(draft).map(({ step, path }) => ({
    step,
    part: 'confirm' as const,
    path: [...path, 'confirm', 'prompt'],
  }));
  const recorded = listMapSteps(draft, 'voicemail').map(({ step, path }) => ({
    step,
    part: 'prompt' as const,
    path: [...path, 'prompt'],
  }));
  return [...spoken, ...asked, ...confirmed, ...recorded];
}

/** Groups the prompts by step. */
export const groupSaidByStep = memoize((draft: FlowDraft): ReadonlyMap<string, readonly Said[]> =>
  Map.groupBy(listSaid(draft), ({ step }) => step.name),
);

/** Returns a text with its expressions replaced by as many blanks. */
export function blankExpressions(text: string): string {
  let blanked = '';
  let at = 0;
  for (let from = text.indexOf('${'); from >= 0; from = text.indexOf('${', at)) {
    const end = text.indexOf('}', from);
    if (end < 0) break;
    blanked += text.slice(at, from).padEnd(end + 1 - at);
    at = end + 1;
  }
  return blanked + text.slice(at);
}

/** Returns the words of the language in which a piece is spoken. */
export function findWords(piece: Piece, { language }: Said): SpeechLanguage | undefined {
  return findSpeech(piece.language ?? language);
}

/** Returns the span of a part of a piece. */
export function findPieceSpan(
  document: Document,
  { node }: Piece,
  part?: { start: number; end: number },
): Span {
  return document.span(part === undefined ? node.range : findRangeInside(document.text, node, part));
}

/** Creates a check that is true once for each piece, or once for each step: texts are shared by steps and languages. */
export function createPieceFilter(): (piece: Piece, step?: string) => boolean {
  const seen = new Map<Piece['node'], Set<string>>();
  return ({ node }, step = '') => {
    const steps = seen.get(node) ?? new Set();
    const isNew = !steps.has(step);
    seen.set(node, steps.add(step));
    return isNew;
  };
}

/** True when a pattern occurs in one of the pieces, in the language in which the piece is spoken. */
export function saysAny(said: Said, patternOf: (words: SpeechLanguage['talk']) => RegExp): boolean {
  return said.pieces.some((piece) => {
    const words = findWords(piece, said);
    return words !== undefined && patternOf(words.talk).test(piece.text);
  });
}

/** A sentence of a text with its offset. */
interface Sentence {
  text: string;
  start: number;
}

/** Splits a text at the ends of its sentences. A point between figures or after an abbreviation may split it too. */
export function splitSentences(text: string): Sentence[] {
  return Array.from(text.matchAll(/[^.!?;:\n]+[.!?;:\n]*/g), ({ 0: found, index }) => ({
    text: found,
    start: index,
  }));
}
