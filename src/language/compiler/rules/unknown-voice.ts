import { spanAt } from '../read/document.ts';
import { suggestWord } from '../check/references.ts';
import { quoteAlternatives } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** Known voices, in any case of letters. The platform may have others. */
const VOICES = ['female', 'male'];

/** Reports unknown voices. */
export const unknownVoice: FlowRule = {
  needsAll: false,
  check({ document, source: { voice } }, report) {
    if (voice === undefined || VOICES.includes(voice.toLowerCase())) return;
    const span = spanAt(document, ['voice']);
    report({
      code: 'unknown-voice',
      message: `"${voice}" is not a known voice; expected ${quoteAlternatives(VOICES)}`,
      span,
      ...suggestWord(voice, VOICES, span),
    });
  },
};
