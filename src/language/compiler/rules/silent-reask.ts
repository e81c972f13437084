import { spanAt, type Path } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listQuestions, listEntryPaths, failedAttempts } from './questions.ts';
import { readFlowSpeech, type Speech } from './spoken.ts';

const DEFAULT_ATTEMPTS = 3;

/** Reports questions that are repeated without a word in some language. */
export const silentReask: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const speech = readFlowSpeech(draft);
    for (const question of listQuestions(draft)) {
      const { step, body, path } = question;
      if ((body.attempts ?? DEFAULT_ATTEMPTS) === 1) continue;
      const prompt = [...path, 'prompt'];
      const isAlone = failedAttempts.some((attempt) => listEntryPaths(question, attempt).length === 0);
      if (isAlone && isSilent(speech, prompt))
        report({
          code: 'silent-reask',
          message: `step "${step.name}" asks again without a word: its prompt is empty`,
          span: spanAt(document, prompt),
        });
      if (body.reprompt !== false) continue;
      for (const attempt of failedAttempts)
        for (const entry of listEntryPaths(question, attempt).filter((one) => isSilent(speech, one)))
          report({
            code: 'silent-reask',
            message: `step "${step.name}" asks again without a word: this entry of "${attempt}" is empty, and "reprompt" is false`,
            span: spanAt(document, entry),
          });
    }
  },
};

function isSilent(speech: Speech, path: Path): boolean {
  return speech.languages.some((language) => {
    const said = speech.readPieces(path, language);
    return said.length > 0 && said.every(({ text, isLiteral }) => isLiteral && !/[\p{L}\p{N}]/u.test(text));
  });
}
