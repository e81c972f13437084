import { CALL_FIELDS, ERROR_FIELDS, MESSAGE_FIELDS, ROOM_FIELDS, scanTemplate } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { listReferences, findReferenceSpan, isSpokenText } from '../check/references.ts';
import { isPromptName } from '../schema/name-forms.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports variables and prompts written in a text outside of `${…}`, which are spoken, sent and stored literally. */
export const bareExpression: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const texts = listReferences(draft, 'template', 'prompt', 'value', 'argument', 'sink', 'answer');
    for (const reference of texts) {
      if ('key' in reference.at || (reference.kind === 'prompt' && isPromptName(reference.text))) continue;
      const { node } = reference.at;
      for (const { start, end, kind, hint, replacement } of findBare(reference, draft)) {
        const isAll = end - start === reference.text.trim().length && node.style !== 'block';
        report({
          code: 'bare-expression',
          message: `"${reference.text.slice(start, end)}" is plain text here, not a ${kind}`,
          span: findReferenceSpan(draft.document, reference, { start, end }),
          hint,
          ...(isAll &&
            replacement !== undefined && {
              fix: { span: draft.document.span(node.range), text: replacement },
            }),
        });
      }
    }
  },
};

/** A name that is part of an address, a path or a longer word is not matched; neither is one behind `$${`. */
const BARE_NAME =
  /(?<![\w.@/\\${-])(?:\{\{\s*|[%#]?\{|\$)?(?<name>(?<holder>[a-z]+)\.(?<member>[a-z]\w*)(?:\.\w+)*)(?:\s*\}\}|\})?(?![\w@/-])/g;
/** Placeholders of other template languages, some with filters. */
const PLACEHOLDER =
  /\{\{\s*(?<name>[a-z_]\w*(?:\.\w+)*)\s*(?:\|[^{}]*)?\}\}|[%#]\{\s*(?<other>[a-z_]\w*(?:\.\w+)*)\s*\}/gi;

interface BareName {
  start: number;
  end: number;
  kind: 'value' | 'prompt';
  hint: string;
  /** Replacement for a text that consists of nothing else. */
  replacement?: string;
}

/** Quick check: most texts contain neither form. */
const MAY_BE_NAMED = /[a-z]\.[a-z]|\{\{|[%#]\{/;

function findBare(reference: Reference, draft: FlowDraft): BareName[] {
  if (!MAY_BE_NAMED.test(reference.text)) return [];
  const text = blankExpressions(reference.text);
  const named = [...text.matchAll(BARE_NAME)].flatMap((match) => describeBareName(match, reference, draft));
  const inBraces = [...text.matchAll(PLACEHOLDER)]
    .filter(({ index }) => named.every(({ start, end }) => index >= end || index < start))
    .flatMap((match) => describePlaceholder(match, reference, draft));
  return [...named, ...inBraces];
}

function describeBareName(match: RegExpExecArray, { kind }: Reference, draft: FlowDraft): BareName[] {
  const { name = '', holder = '', member = '' } = match.groups ?? {};
  const isDeep = name !== `${holder}.${member}`;
  if (holder === 'prompts' && !isDeep && kind === 'prompt' && draft.promptNames.includes(member)) {
    const isAll = match.input.trim() === match[0];
    const hint = isAll
      ? `write the name alone: ${member}`
      : `make the prompt an item of a list: [Hello., ${member}]`;
    return [{ ...toMatchRange(match), kind: 'prompt', hint, replacement: member }];
  }
  const isKnown =
    holder === 'response' ? kind === 'answer' : !isDeep && isReadableName(draft, holder, member);
  return isKnown ? [describeBareValue(match, name)] : [];
}

/** Reports a placeholder in braces in spoken text, whatever it names; in other text it may belong to the recipient. */
function describePlaceholder(match: RegExpExecArray, reference: Reference, draft: FlowDraft): BareName[] {
  const { name = match.groups?.other ?? '' } = match.groups ?? {};
  const isPlain = isReadableName(draft, 'vars', name) && !match[0].includes('|');
  if (isPlain) return [describeBareValue(match, `vars.${name}`)];
  if (!isSpokenText(reference) && reference.path.at(-1) !== 'ssml') return [];
  const last = name.split('.').at(-1) ?? '';
  const meant = isReadableName(draft, 'vars', last)
    ? `write \${vars.${last}}`
    : 'write a value as an expression, for instance ${vars.name}';
  return [{ ...toMatchRange(match), kind: 'value', hint: meant }];
}

function describeBareValue(match: RegExpExecArray, meant: string): BareName {
  return { ...toMatchRange(match), kind: 'value', hint: `write \${${meant}}`, replacement: `"\${${meant}}"` };
}

function toMatchRange({ 0: found, index }: RegExpExecArray): { start: number; end: number } {
  return { start: index, end: index + found.length };
}

function blankExpressions(text: string): string {
  const scanned = scanTemplate(text);
  if (!scanned.ok) return '';
  let blanked = '';
  for (const part of scanned.parts) {
    if (typeof part === 'string') continue;
    blanked += text.slice(blanked.length, part.start) + ' '.repeat(part.expr.length);
  }
  return blanked + text.slice(blanked.length);
}

function isReadableName({ vars, params, env }: FlowDraft, holder: string, member: string): boolean {
  if (Object.hasOwn(FIELDS, holder)) return FIELDS[holder]?.includes(member) ?? false;
  const declared: Record<string, object> = { vars, params, env };
  return Object.hasOwn(declared, holder) && Object.hasOwn(declared[holder] ?? {}, member);
}

/** Names that every flow can read. */
const FIELDS: Record<string, readonly string[]> = {
  call: CALL_FIELDS,
  error: ERROR_FIELDS,
  message: MESSAGE_FIELDS,
  room: ROOM_FIELDS,
};
