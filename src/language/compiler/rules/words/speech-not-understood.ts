import { findSpeech, parseLanguage } from '../../../speech/index.ts';
import { spanAt } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';

/** Types whose spoken values are mostly words, and not digits one by one. */
const IN_WORDS = new Map([
  ['date', 'dates'],
  ['time', 'times'],
  ['currency', 'amounts'],
]);

/** Reports questions that take spoken dates, times or amounts in a language whose number words are not understood. */
export const speechNotUnderstood: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const unknown = draft.languages.filter((tag) => findSpeech(tag) === undefined);
    const [first] = unknown;
    if (first === undefined) return;
    for (const { step, body, path } of listCollects(draft)) {
      const values = IN_WORDS.get(body.type ?? '');
      if (values === undefined || body.speech === undefined || body.speech === false) continue;
      report({
        code: 'speech-not-understood',
        message: `spoken ${values} are not understood in "${first}" at step "${step.name}": its words for numbers, months and hours are not known`,
        span: spanAt(draft.document, [...path, 'speech']),
        hint: `ask for the keys in ${parseLanguage(first)}, and leave "speech" out`,
      });
    }
  },
};
