import { CALL_FIELDS, ERROR_FIELDS, MESSAGE_FIELDS, ROOM_FIELDS, scanTemplate } from '../../flow/index.ts';
import type { Reference } from '../check.ts';
import type { FlowDraft } from '../draft.ts';
import { isPromptName, referencesOf, spanOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** What stands in a text as an expression does, but outside of `${…}`, is spoken, sent and kept as it is written. */
export const bareExpression: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const texts = referencesOf(draft, 'template', 'prompt', 'value', 'argument', 'sink', 'answer');
    for (const reference of texts) {
      if ('key' in reference.at || (reference.kind === 'prompt' && isPromptName(reference.text))) continue;
      const { node } = reference.at;
      for (const { start, end, meant } of bareIn(reference, draft)) {
        const isAll = end - start === reference.text.trim().length && node.style !== 'block';
        report({
          code: 'bare-expression',
          message: `"${reference.text.slice(start, end)}" stands for itself here, not for a value`,
          span: spanOf(draft.document, reference, { start, end }),
          hint: `write \${${meant}}`,
          ...(isAll && { fix: { span: draft.document.span(node.range), text: `"\${${meant}}"` } }),
        });
      }
    }
  },
};

/** A name that is part of an address, a path or a longer word is none of ours; neither is one behind `$${`. */
const NAMED =
  /(?<![\w.@/\\${-])(?:\{\{\s*|[{$])?(?<name>(?<holder>[a-z]+)\.(?<member>[a-z]\w*)(?:\.\w+)*)(?:\s*\}\}|\})?(?![\w@/-])/g;
/** The manner of other template languages. */
const IN_BRACES = /\{\{\s*(?<name>[a-z]\w*)\s*\}\}/g;

interface Bare {
  start: number;
  end: number;
  /** The expression. */
  meant: string;
}

/** Most texts hold neither, which is soon seen. */
const MAY_BE_NAMED = /[a-z]\.[a-z]|\{\{/;

function bareIn(reference: Reference, draft: FlowDraft): Bare[] {
  if (!MAY_BE_NAMED.test(reference.text)) return [];
  const text = withoutExpressions(reference.text);
  const named = [...text.matchAll(NAMED)].flatMap((match) => {
    const { name = '', holder = '', member = '' } = match.groups ?? {};
    const isDeep = name !== `${holder}.${member}`;
    const isKnown =
      holder === 'response' ? reference.kind === 'answer' : !isDeep && has(draft, holder, member);
    return isKnown ? [bare(match, name)] : [];
  });
  const braced = [...text.matchAll(IN_BRACES)].flatMap((match) => {
    const name = match.groups?.name ?? '';
    return has(draft, 'vars', name) ? [bare(match, `vars.${name}`)] : [];
  });
  return [...named, ...braced];
}

/** The same text with blanks for its expressions. */
function withoutExpressions(text: string): string {
  const scanned = scanTemplate(text);
  if (!scanned.ok) return '';
  let blanked = '';
  for (const part of scanned.parts) {
    if (typeof part === 'string') continue;
    blanked += text.slice(blanked.length, part.start) + ' '.repeat(part.expr.length);
  }
  return blanked + text.slice(blanked.length);
}

function bare(match: RegExpExecArray, meant: string): Bare {
  return { start: match.index, end: match.index + match[0].length, meant };
}

function has({ vars, params, env }: FlowDraft, holder: string, member: string): boolean {
  if (Object.hasOwn(FIELDS, holder)) return FIELDS[holder]?.includes(member) ?? false;
  const declared: Record<string, object> = { vars, params, env };
  return Object.hasOwn(declared, holder) && Object.hasOwn(declared[holder] ?? {}, member);
}

/** What every flow reads. */
const FIELDS: Record<string, readonly string[]> = {
  call: CALL_FIELDS,
  error: ERROR_FIELDS,
  message: MESSAGE_FIELDS,
  room: ROOM_FIELDS,
};
