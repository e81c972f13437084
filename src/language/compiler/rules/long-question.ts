import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listQuestions } from './questions.ts';
import { readFlowSpeech, type Piece } from './spoken.ts';

/** Maximum number of seconds that callers listen to a question. */
const MAX_QUESTION_SECONDS = 40;

/** Reports questions that are too long to listen to. Audio before the question does not count. */
export const longQuestion: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const speech = readFlowSpeech(draft);
    for (const { step, path } of listQuestions(draft)) {
      const prompt = [...path, 'prompt'];
      const lengths = speech.languages.map((language) =>
        sumSpokenSeconds(speech.readPieces(prompt, language)),
      );
      const seconds = Math.round(Math.max(...lengths));
      if (seconds <= MAX_QUESTION_SECONDS) continue;
      report({
        code: 'long-question',
        message: `the question of step "${step.name}" takes about ${seconds} seconds; expected at most ${MAX_QUESTION_SECONDS}`,
        span: spanAt(document, prompt),
      });
    }
  },
};

function sumSpokenSeconds(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { kind, seconds }) => (kind === 'audio' ? sum : sum + seconds), 0);
}
