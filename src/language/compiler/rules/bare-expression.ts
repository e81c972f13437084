import { CALL_FIELDS, ERROR_FIELDS, MESSAGE_FIELDS, ROOM_FIELDS, scanTemplate } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { referencesOf, spanOf, isSpokenText } from '../check/references.ts';
import { isPromptName } from '../schema/name-forms.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports variables and prompts written in a text outside of `${…}`, which are spoken, sent and stored literally. */
export const bareExpression: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const texts = referencesOf(draft, 'template', 'prompt', 'value', 'argument', 'sink', 'answer');
    for (const reference of texts) {
      if ('key' in reference.at || (reference.kind === 'prompt' && isPromptName(reference.text))) continue;
      const { node } = reference.at;
      for (const { start, end, kind, hint, replacement } of bareIn(reference, draft)) {
        const isAll = end - start === reference.text.trim().length && node.style !== 'block';
        report({
          code: 'bare-expression',
          message: `"${reference.text.slice(start, end)}" stands for itself here, not for a ${kind}`,
          span: spanOf(draft.document, reference, { start, end }),
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
const NAMED =
  /(?<![\w.@/\\${-])(?:\{\{\s*|[%#]?\{|\$)?(?<name>(?<holder>[a-z]+)\.(?<member>[a-z]\w*)(?:\.\w+)*)(?:\s*\}\}|\})?(?![\w@/-])/g;
/** Placeholders of other template languages, some with filters. */
const IN_BRACES =
  /\{\{\s*(?<name>[a-z_]\w*(?:\.\w+)*)\s*(?:\|[^{}]*)?\}\}|[%#]\{\s*(?<other>[a-z_]\w*(?:\.\w+)*)\s*\}/gi;

interface Bare {
  start: number;
  end: number;
  kind: 'value' | 'prompt';
  hint: string;
  /** Replacement for a text that consists of nothing else. */
  replacement?: string;
}

/** Quick check: most texts contain neither form. */
const MAY_BE_NAMED = /[a-z]\.[a-z]|\{\{|[%#]\{/;

function bareIn(reference: Reference, draft: FlowDraft): Bare[] {
  if (!MAY_BE_NAMED.test(reference.text)) return [];
  const text = withoutExpressions(reference.text);
  const named = [...text.matchAll(NAMED)].flatMap((match) => bareName(match, reference, draft));
  const inBraces = [...text.matchAll(IN_BRACES)]
    .filter(({ index }) => named.every(({ start, end }) => index >= end || index < start))
    .flatMap((match) => bareInBraces(match, reference, draft));
  return [...named, ...inBraces];
}

function bareName(match: RegExpExecArray, { kind }: Reference, draft: FlowDraft): Bare[] {
  const { name = '', holder = '', member = '' } = match.groups ?? {};
  const isDeep = name !== `${holder}.${member}`;
  if (holder === 'prompts' && !isDeep && kind === 'prompt' && draft.promptNames.includes(member)) {
    const isAll = match.input.trim() === match[0];
    const hint = isAll
      ? `write the name alone: ${member}`
      : `a prompt stands by itself in a list: [Hello., ${member}]`;
    return [{ ...placeOf(match), kind: 'prompt', hint, replacement: member }];
  }
  const isKnown = holder === 'response' ? kind === 'answer' : !isDeep && has(draft, holder, member);
  return isKnown ? [value(match, name)] : [];
}

/** Reports a placeholder in braces in spoken text, whatever it names; in other text it may belong to the recipient. */
function bareInBraces(match: RegExpExecArray, reference: Reference, draft: FlowDraft): Bare[] {
  const { name = match.groups?.other ?? '' } = match.groups ?? {};
  const isPlain = has(draft, 'vars', name) && !match[0].includes('|');
  if (isPlain) return [value(match, `vars.${name}`)];
  if (!isSpokenText(reference) && reference.path.at(-1) !== 'ssml') return [];
  const last = name.split('.').at(-1) ?? '';
  const meant = has(draft, 'vars', last)
    ? `write \${vars.${last}}`
    : 'a value stands in ${ and }, for instance ${vars.name}';
  return [{ ...placeOf(match), kind: 'value', hint: meant }];
}

function value(match: RegExpExecArray, meant: string): Bare {
  return { ...placeOf(match), kind: 'value', hint: `write \${${meant}}`, replacement: `"\${${meant}}"` };
}

function placeOf({ 0: found, index }: RegExpExecArray): { start: number; end: number } {
  return { start: index, end: index + found.length };
}

/** Replaces the expressions of a text by blanks of the same length. */
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

function has({ vars, params, env }: FlowDraft, holder: string, member: string): boolean {
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
