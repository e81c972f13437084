import type { Finding } from '../../diagnostics/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { listReferences, findReferenceSpan, isSpokenText } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

const AUDIO = /^\S+\.(wav|mp3|ogg|oga|opus|flac|aac|m4a|gsm|ulaw|alaw|au|aiff?|wma|webm)(\?\S*)?$/i;
const ADDRESS = /^https?:\/\/\S+$/i;

/** Reports file names and addresses of audio that would be read out as text. */
export const audioAsText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listReferences(draft, 'prompt', 'template')) {
      const { text } = reference;
      if (!isSpokenText(reference) || !(AUDIO.test(text) || ADDRESS.test(text))) continue;
      report({
        code: 'audio-as-text',
        message: `"${text}" is read out letter by letter, not played`,
        span: findReferenceSpan(draft.document, reference),
        ...suggestAudioPiece(reference, draft),
      });
    }
  },
};

function suggestAudioPiece(reference: Reference, { document }: FlowDraft): Pick<Finding, 'hint' | 'fix'> {
  const { text, path } = reference;
  if (!ADDRESS.test(text))
    return {
      hint: 'to play audio, write { url: https://… }, or { stored: … } for a prompt stored on the platform',
    };
  if (path.at(-1) === 'text') return { hint: 'write "url" instead of "text"' };
  const piece = `{ url: '${text.replaceAll("'", "''")}' }`;
  const span = findReferenceSpan(document, reference);
  const isBlock = /^[|>]/.test(document.text.slice(span.start.offset));
  return { hint: `write ${piece}`, ...(AUDIO.test(text) && !isBlock && { fix: { span, text: piece } }) };
}
