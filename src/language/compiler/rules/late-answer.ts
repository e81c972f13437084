import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listQuestions } from './questions.ts';
import { readFlowSpeech, SPOKEN_PER_SECOND, type Piece } from './spoken.ts';

/** Maximum number of seconds that a caller who knows the answer has to wait. */
const MAX_DEAF_SECONDS = 30;
/** Duration of the longest text in one play. */
const MAX_PLAY_SECONDS = 1_024 / SPOKEN_PER_SECOND;

/** Reports questions that speak for a long time before a key counts. */
export const lateAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const speech = readFlowSpeech(draft);
    for (const { step, body, path } of listQuestions(draft)) {
      const prompt = [...path, 'prompt'];
      const waits = speech.languages.map((language) =>
        measureDeafSeconds(speech.readPieces(prompt, language), body.barge_in),
      );
      const seconds = Math.round(Math.max(...waits));
      if (seconds <= MAX_DEAF_SECONDS) continue;
      report({
        code: 'late-answer',
        message: `step "${step.name}" speaks for about ${seconds} seconds before a key counts; expected at most ${MAX_DEAF_SECONDS}`,
        span: spanAt(document, prompt),
      });
    }
  },
};

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
