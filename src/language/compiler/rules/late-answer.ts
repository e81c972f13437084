import { rangeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { questionsOf } from './questions.ts';
import { speechOf, SPOKEN_PER_SECOND, type Piece } from './spoken.ts';

/** Maximum number of seconds that a caller who knows the answer has to wait. */
const MOST_SECONDS = 30;
/** Duration of the longest text in one play. */
const LONGEST_PLAY_SECONDS = 1_024 / SPOKEN_PER_SECOND;

/** Reports questions that speak for a long time before a key counts. */
export const lateAnswer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const speech = speechOf(draft);
    for (const { step, body, path } of questionsOf(draft)) {
      const prompt = [...path, 'prompt'];
      const waits = speech.languages.map((language) =>
        deafSeconds(speech.piecesAt(prompt, language), body.barge_in),
      );
      const seconds = Math.round(Math.max(...waits));
      if (seconds <= MOST_SECONDS) continue;
      report({
        code: 'late-answer',
        message: `step "${step.name}" speaks for about ${seconds} seconds before a key counts; expected at most ${MOST_SECONDS}`,
        span: document.span(rangeAt(document.root, prompt)),
      });
    }
  },
};

/** Returns the seconds of a question before a key counts: all plays but the last, or all plays without barge-in. */
function deafSeconds(pieces: readonly Piece[], bargeIn: boolean | undefined): number {
  let before = 0;
  let play = 0;
  pieces.forEach((piece, index) => {
    const isJoined = isOneVoice(pieces[index - 1], piece) && play + piece.seconds <= LONGEST_PLAY_SECONDS;
    if (!isJoined) {
      before += play;
      play = 0;
    }
    play += piece.seconds;
    const rest = piece.kind === 'text' ? play % LONGEST_PLAY_SECONDS : play;
    before += play - rest;
    play = rest;
  });
  return bargeIn === false ? before + play : before;
}

/** True for consecutive texts of one language, which are joined to one play if it can hold them. */
function isOneVoice(before: Piece | undefined, { kind, language }: Piece): boolean {
  return before?.kind === 'text' && kind === 'text' && before.language === language;
}
