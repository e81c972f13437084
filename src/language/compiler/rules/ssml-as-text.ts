import type { Finding } from '../../diagnostics/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { listReferences, findReferenceSpan, isSpokenText } from '../check/references.ts';
import { readSsml } from './read-ssml.ts';
import type { FlowRule } from './flow-rule.ts';

const TAG = /<(?:speak|break|say-as|prosody|emphasis|phoneme|sub|voice|audio|mstts:[a-z-]+)(?=[\s/>])[^<>]*>/;
const DOCUMENT = /^<speak(?=[\s>])[^]*<\/speak>$/;

/** Reports SSML tags in plain text, where the platform does not interpret them. */
export const ssmlAsText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listReferences(draft, 'prompt', 'template')) {
      if (!reference.text.includes('<') || !isSpokenText(reference)) continue;
      const [tag] = TAG.exec(reference.text) ?? [];
      if (tag === undefined) continue;
      report({
        code: 'ssml-as-text',
        message: `"${tag}" is an SSML tag in plain text, where it has no effect`,
        span: findReferenceSpan(draft.document, reference),
        ...suggestSsmlPiece(reference, draft),
      });
    }
  },
};

function suggestSsmlPiece(reference: Reference, { document }: FlowDraft): Pick<Finding, 'hint' | 'fix'> {
  const { text, path } = reference;
  if (!DOCUMENT.test(text.trim()))
    return { hint: "write { ssml: '<speak>…</speak>' }, or a pause as { text: …, pause: 1s }" };
  if (path.at(-1) === 'text') return { hint: 'write "ssml" instead of "text"' };
  const span = findReferenceSpan(document, reference);
  const isOneLine = !/^[|>]/.test(document.text.slice(span.start.offset)) && !text.includes('\n');
  const isSound = readSsml(text).problems.length === 0;
  const fix = { span, text: `{ ssml: '${text.replaceAll("'", "''")}' }` };
  return { hint: "write { ssml: '<speak>…</speak>' }", ...(isOneLine && isSound && { fix }) };
}
