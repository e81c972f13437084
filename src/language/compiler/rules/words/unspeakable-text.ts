import type { Finding } from '../../../diagnostics/index.ts';
import { entryOf, nodeAt } from '../../read/document.ts';
import type { FlowDraft, Reference } from '../../types.ts';
import { findReferenceSpan, isSpokenText, listReferences } from '../../check/references.ts';
import { isPromptName } from '../../schema/name-forms.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readBeginning } from '../spoken.ts';

/**
 * Reports what can be written but not spoken: HTML entities, Markdown, emoji, escapes in single quotes, addresses and
 * technical error texts. It does not judge names of sites such as example.com, which can be spoken.
 */
export const unspeakableText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const whole of listReferences(draft, 'prompt', 'template')) {
      if (!isSpokenText(whole) || 'key' in whole.at) continue;
      if (whole.kind === 'prompt' && isPromptName(whole.text)) continue;
      const reference = { ...whole, text: readBeginning(whole.text) };
      for (const { start, end, ...found } of findUnspeakable(reference, draft)) {
        const { text: replacement, ...finding } = found;
        const span = findReferenceSpan(draft.document, reference, { start, end });
        report({
          code: 'unspeakable-text',
          ...finding,
          span,
          ...(replacement !== undefined &&
            isVerbatim(reference, draft) && { fix: { span, text: replacement } }),
        });
      }
    }
  },
};

interface Unspeakable extends Pick<Finding, 'message' | 'hint'> {
  start: number;
  end: number;
  /** The replacement, where there is exactly one right one. */
  text?: string;
}

interface Form {
  pattern: RegExp;
  describe: (found: RegExpMatchArray, reference: Reference) => Omit<Unspeakable, 'start' | 'end'> | undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', nbsp: ' ', quot: '"', apos: "'", lt: '<', gt: '>' };

const FORMS: readonly Form[] = [
  {
    pattern: /&(#\d{2,5}|#x[\da-f]{2,5}|[a-z]{2,8});/gi,
    describe: ({ 0: found, 1: name = '' }) => ({
      message: `callers hear "${found}" as letters: it is an HTML entity, which only SSML understands`,
      hint: 'write the character itself, or the word for it',
      ...(ENTITIES[name.toLowerCase()] !== undefined && { text: ENTITIES[name.toLowerCase()] }),
    }),
  },
  {
    pattern: /(\*\*|__)(?=\p{L})([^*_\n]{1,80}?)(?<=\p{L})\1/gu,
    describe: ({ 0: found, 2: inner = '' }) => ({
      message: `callers hear the signs around "${inner}": "${found}" is Markdown, which is read out`,
      hint: 'write the word alone; to stress it, use SSML: <emphasis>…</emphasis>',
      text: inner,
    }),
  },
  {
    pattern:
      /\s?(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\u200D\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier})*/gu,
    describe: ({ 0: found }) => ({
      message: `callers hear the name of the emoji "${found.trim()}", or nothing`,
      hint: 'remove it',
      text: '',
    }),
  },
  {
    pattern: /^-(?=\p{L})/gu,
    describe: () => ({
      message: 'callers hear this as one text: a space is missing after the dash of a list',
      hint: 'write "- " at the beginning of each item',
    }),
  },
  {
    pattern: /(?<![\\\p{L}]:|\\)\\[nrt]/gu,
    describe: ({ 0: found }) => ({
      message: `callers hear "${found}" as a backslash and a letter: it is white space in double quotes only`,
      hint: 'write a space, or make the text a list of several items',
      text: ' ',
    }),
  },
  {
    pattern: /(?<=\S\s+)https?:\/\/\S+|https?:\/\/\S+(?=\s+\S)/gi,
    describe: ({ 0: found }) => ({
      message: `callers hear every sign of the address "${found}" and cannot write it down`,
      hint: 'say the name of the site, or send the address in a text message',
    }),
  },
  {
    pattern: /\$\{\s*error\.message\s*\}/g,
    describe: ({ 0: found }) => ({
      message: `callers hear a technical remark in English instead of "${found}"`,
      hint: 'say in your own words what callers can do; the trace has the error',
    }),
  },
];

/** Maximum number of findings of one form in a text. */
const MAX_REPORTED = 10;

/** Quick check: most texts contain none of these. */
const MAY_BE_UNSPEAKABLE = /^-|[&\\*_]|:\/\/|error\.|[^\0-\u2190]/i;

function findUnspeakable(reference: Reference, { document }: FlowDraft): Unspeakable[] {
  const { text, path } = reference;
  if (!MAY_BE_UNSPEAKABLE.test(text)) return [];
  const isSpelled = entryOf(nodeAt(document.root, path.slice(0, -1)), 'as') !== undefined;
  if (isSpelled) return [];
  return FORMS.flatMap(({ pattern, describe }) =>
    text
      .matchAll(pattern)
      .take(MAX_REPORTED)
      .toArray()
      .flatMap((match) => {
        const found = describe(match, reference);
        return found === undefined
          ? []
          : [{ ...found, start: match.index, end: match.index + match[0].length }];
      }),
  );
}

/** True when a part of the text can be replaced where it stands: its quotes and folding do not change it. */
function isVerbatim({ at, text }: Reference, { document }: FlowDraft): boolean {
  if ('key' in at || at.node.style === 'block') return false;
  return document.text.slice(at.node.range.from, at.node.range.to).includes(text);
}
