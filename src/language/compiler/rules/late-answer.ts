import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus, listQuestions } from './questions.ts';
import { readFlowSpeech, SPOKEN_PER_SECOND, type Piece } from './spoken.ts';

/** Maximum number of seconds that a caller who knows the answer has to wait. */
const MAX_DEAF_SECONDS = 30;
/** Maximum number of seconds of a recording before a question to which callers come back: they hear it every time. */
const MAX_JINGLE_SECONDS = 5;
/** Duration of the longest text in one play. */
const MAX_PLAY_SECONDS = 1_024 / SPOKEN_PER_SECOND;

/**
 * Reports questions that speak for a long time before a key counts, a recording that is played before a question each time
 * that callers come back to it, and menus that name one of their keys before. Keys in
 * the parts for callers of several languages are left alone.
 */
export const lateAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    checkWaiting(draft, report);
    const speech = readFlowSpeech(draft);
    for (const { step, body, path } of listMenus(draft))
      for (const language of speech.languages) {
        const pieces = speech.readPieces([...path, 'prompt'], language);
        const own = new Set(body.choices?.map((choice) => String(choice?.key)));
        const early = listDeafPieces(pieces)
          .flatMap(({ keys }) => keys.listAnnounced())
          .find(({ key }) => own.has(key));
        if (early === undefined || pieces.some((piece) => piece.language !== pieces[0]?.language)) continue;
        report({
          code: 'late-answer',
          message: `callers who press "${early.key}" when menu "${step.name}" names it are not heard: keys count only during the last play of its prompt`,
          span: spanAt(draft.document, [...path, 'prompt']),
          hint: 'name all keys in the last text, and say or play the rest in a step before the menu',
        });
        break;
      }
  },
};

function checkWaiting(draft: FlowDraft, report: Report): void {
  const speech = readFlowSpeech(draft);
  const ways = Map.groupBy(
    draft.graph.steps.flatMap(({ name, edges }) => edges.map(({ to }) => ({ from: name, to }))),
    ({ to }) => to,
  );
  for (const { step, body, path } of listQuestions(draft)) {
    const prompt = [...path, 'prompt'];
    const heard = speech.languages.map((language) => speech.readPieces(prompt, language));
    const waits = heard.map((pieces) => measureDeafSeconds(pieces, body.barge_in));
    const seconds = Math.round(Math.max(...waits));
    const isReturn = (ways.get(step.name)?.filter(({ from }) => from !== step.name).length ?? 0) > 1;
    const hasJingle = heard.some((pieces) => pieces.length > 1 && pieces[0]?.kind === 'audio');
    const limit = isReturn && hasJingle ? MAX_JINGLE_SECONDS : MAX_DEAF_SECONDS;
    if (seconds <= limit) continue;
    report({
      code: 'late-answer',
      message: `step "${step.name}" speaks for about ${seconds} seconds before a key counts; expected at most ${limit}`,
      span: spanAt(draft.document, prompt),
    });
  }
}

/** Returns the pieces of a prompt before its last play. */
function listDeafPieces(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex((piece, index) => index > 0 && !isJoinable(pieces[index - 1], piece));
  return pieces.slice(0, Math.max(0, last));
}

/** Returns the seconds of a question before a key counts: all plays but the last, or all plays without barge-in. */
function measureDeafSeconds(pieces: readonly Piece[], bargeIn: boolean | undefined): number {
  let before = 0;
  let play = 0;
  pieces.forEach((piece, index) => {
    const isJoined = isJoinable(pieces[index - 1], piece) && play + piece.seconds <= MAX_PLAY_SECONDS;
    if (!isJoined) {
      before += play;
      play = 0;
    }
    play += piece.seconds;
    const rest = piece.kind === 'text' ? play % MAX_PLAY_SECONDS : play;
    before += play - rest;
    play = rest;
  });
  return bargeIn === false ? before + play : before;
}

/** True for consecutive texts of one language, which are joined to one play if it can hold them. */
function isJoinable(before: Piece | undefined, { kind, language }: Piece): boolean {
  return before?.kind === 'text' && kind === 'text' && before.language === language;
}
