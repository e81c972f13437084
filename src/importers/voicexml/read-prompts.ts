/** Reads what is said: prompts, and text that stands alone. */
import type { Expression } from '../ecmascript/index.ts';
import type { ElementNode, TextNode } from '../reading/index.ts';
import type { Part, Prompt } from './model.ts';
import { collapse, parseTime } from './reader.ts';
import type { Reader } from './reader.ts';

type Child = ElementNode | TextNode;

const MARKS = new Set([
  'p',
  's',
  'emphasis',
  'prosody',
  'voice',
  'paragraph',
  'sentence',
  'phoneme',
  'w',
  'token',
  'foreach-text',
]);
/** Elements that are said where they stand. */
export const SPOKEN = new Set([
  'audio',
  'value',
  'break',
  'say-as',
  'sub',
  'enumerate',
  'mark',
  'desc',
  ...MARKS,
]);
const BREAKS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 100,
  weak: 250,
  small: 250,
  medium: 500,
  strong: 1000,
  large: 1000,
  'x-strong': 2000,
};
const DEFAULT_BREAK_MS = 500;
const MAX_BREAK_MS = 10_000;
/** Ways in which values are read out, ours by theirs. */
const SAY_AS: Readonly<Record<string, string>> = {
  digits: 'number_digit',
  phone: 'telephone',
  telephone: 'telephone',
  number: 'cardinal',
  cardinal: 'cardinal',
  ordinal: 'ordinal',
  date: 'date',
  time: 'time',
  currency: 'currency',
  characters: 'characters',
  'spell-out': 'spell-out',
};

/** What `<enumerate/>` says: for each choice its words and keys. */
export interface Enumerated {
  phrases: readonly string[];
  keys?: string;
}

interface Setting {
  enumerated?: readonly Enumerated[];
  language?: string;
  as?: string;
}

export function readPrompt(
  reader: Reader,
  element: ElementNode,
  enumerated: readonly Enumerated[] = [],
): Prompt {
  return reader.withFields(element, (fields) => {
    const language = fields.text('xml:lang');
    const cond = reader.optionalScript(fields.text('cond'));
    const timeoutMs = parseTime(fields.text('timeout'));
    fields.ignore('bargein', 'bargeintype');
    if (fields.boolean('bargein') === false) reader.lose('OPTION_WITHOUT_EFFECT', element, 'prompt bargein');
    return {
      parts: readSpoken(reader, element.children, {
        enumerated,
        ...(language !== undefined && { language }),
      }),
      count: Math.max(1, Math.trunc(fields.number('count') ?? 1)),
      ...(cond !== undefined && { cond }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
  });
}

/** Reads text and the elements within it. The reader bounds the depth of a file. */
export function readSpoken(reader: Reader, children: readonly Child[], setting: Setting = {}): Part[] {
  return tidy(children.flatMap((child) => readPart(reader, child, setting)));
}

function readPart(reader: Reader, child: Child, setting: Setting): Part[] {
  const { language, enumerated = [] } = setting;
  const spoken = language === undefined ? {} : { language };
  if (child.kind === 'text') return [{ kind: 'text', text: collapse(child.text), ...spoken }];
  const inner = (changed: Setting = {}): Part[] =>
    child.children.flatMap((part) => readPart(reader, part, { ...setting, ...changed }));
  switch (child.name) {
    case 'value':
      return reader.withFields(child, (fields) => {
        const value = reader.toScript(fields.text('expr') ?? '""');
        return [{ kind: 'value', value, ...spoken, ...(setting.as !== undefined && { as: setting.as }) }];
      });
    case 'break':
      return reader.withFields(child, (fields) => {
        const named = fields.text('size') ?? fields.text('strength') ?? '';
        const ms =
          parseTime(bareToMs(fields.text('time') ?? fields.text('msecs'))) ??
          (Object.hasOwn(BREAKS, named) ? BREAKS[named] : undefined);
        return [{ kind: 'pause', ms: Math.min(MAX_BREAK_MS, ms ?? DEFAULT_BREAK_MS) }];
      });
    case 'audio':
      return readAudio(reader, child, inner);
    case 'say-as':
      return reader.withFields(child, (fields) => {
        const written =
          (fields.text('interpret-as') ?? fields.text('type') ?? '')
            .replace(/^(vxml|acknowledge):/, '')
            .split(':')[0] ?? '';
        fields.ignore('format', 'detail', 'class');
        return inner(Object.hasOwn(SAY_AS, written) ? { as: SAY_AS[written] ?? '' } : {});
      });
    case 'sub':
      return reader.withFields(child, (fields) => [
        { kind: 'text', text: fields.text('alias') ?? '', ...spoken },
      ]);
    case 'enumerate':
      return enumerated.map(({ phrases: [first = ''], keys }) => ({
        kind: 'text',
        text: keys === undefined ? ` ${first}. ` : ` For ${first}, press ${keys}. `,
      }));
    case 'mark':
    case 'desc':
      return [];
    default: {
      if (!MARKS.has(child.name))
        reader.reportBroken(child, `<${child.name}> has no meaning within a prompt`);
      const own = child.attributes['xml:lang'];
      return inner(own === undefined ? {} : { language: own });
    }
  }
}

/** A length without a unit is in milliseconds, as old documents and `msecs` have it. */
function bareToMs(time: string | undefined): string | undefined {
  return time !== undefined && /^\s*\d+\s*$/.test(time) ? `${time.trim()}ms` : time;
}

function readAudio(reader: Reader, element: ElementNode, inner: () => Part[]): Part[] {
  return reader.withFields(element, (fields) => {
    const [address, expr] = [fields.text('src'), fields.text('expr')];
    const script = expr === undefined ? undefined : reader.toScript(expr);
    const src = address ?? (script?.expression === undefined ? undefined : nameAudio(script.expression));
    if (src === undefined || src === '') {
      if (expr !== undefined) reader.lose('AUDIO_ADDRESS', element, expr);
      return inner();
    }
    if (/^https:\/\//i.test(src)) return [{ kind: 'audio', address: src, prompt: { url: src } }];
    reader.lose('AUDIO_ADDRESS', element, src);
    return [{ kind: 'audio', address: src, prompt: reader.project.findPrompt(src, reader.placeOf(element)) }];
  });
}

/**
 * Returns the address that an expression gives: itself, or the file behind a folder that a variable holds. A name that is computed
 * has none.
 */
function nameAudio(expression: Expression): string | undefined {
  const operands = listOperands(expression);
  const known = operands.findLastIndex(({ kind }) => kind !== 'literal') + 1;
  const file = operands
    .slice(known)
    .map((one) => (one.kind === 'literal' ? String(one.value) : ''))
    .join('');
  if (known === 0) return file;
  const isInFolder = operands.slice(0, known).every(({ kind }) => kind === 'name') && known === 1;
  return (isInFolder ? /^\/?\w[^?#]*\.\w+$/ : /^\/[^?#]*\w\.\w+$/).test(file) ? file : undefined;
}

/** Lists what a chain of `+` joins. */
function listOperands(expression: Expression): Expression[] {
  const operands: Expression[] = [];
  let rest = expression;
  for (; rest.kind === 'binary' && rest.operator === '+'; rest = rest.left) operands.unshift(rest.right);
  return [rest, ...operands];
}

/** Joins texts that touch, and leaves out what is empty. */
function tidy(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text' && part.language === last.language)
      joined.splice(-1, 1, { ...last, text: collapse(last.text + part.text) });
    else joined.push(part);
  }
  return joined.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
}
