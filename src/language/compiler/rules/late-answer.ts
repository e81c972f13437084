import { rangeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { questionsOf } from './questions.ts';
import { speechOf, SPOKEN_PER_SECOND, type Piece } from './spoken.ts';

/** How long a caller who knows the answer can be made to wait. */
const MOST_SECONDS = 30;
/** How long the longest text lasts that is one play. */
const LONGEST_PLAY_SECONDS = 1_024 / SPOKEN_PER_SECOND;

/** No question speaks for long before a key counts. */
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

/** How long a question is heard before a key counts: all plays but the last one, or all. */
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

/** Texts of one language that follow one another become one play, if it can hold them. */
function isOneVoice(before: Piece | undefined, { kind, language }: Piece): boolean {
  return before?.kind === 'text' && kind === 'text' && before.language === language;
}
