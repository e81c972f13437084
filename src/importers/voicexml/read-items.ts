/** Reads the items of forms. */
import type { Reason } from '../project/index.ts';
import type { ElementNode } from '../reading/index.ts';
import type { AskSettings, Choice, Grammar, Item, Prompt } from './model.ts';
import { readContent, toTarget } from './read-content.ts';
import { readBuiltin, readGrammar, uniteGrammars } from './read-grammar.ts';
import type { Properties } from './read-parts.ts';
import { listElements, readHandlers, readProperties } from './read-parts.ts';
import type { Enumerated } from './read-prompts.ts';
import { readPrompt, readSpoken, SPOKEN } from './read-prompts.ts';
import { collapse, parseTime } from './reader.ts';
import type { Reader } from './reader.ts';

const FOREIGN: Readonly<Record<string, Reason>> = {
  record: 'VOICEMAIL',
  object: 'UNKNOWN_NODE',
  initial: 'NLU_BOT',
};
export function readText({ children }: ElementNode): string {
  const texts = children.map((child) =>
    child.kind === 'text' ? child.text : child.name === 'grammar' ? '' : readText(child),
  );
  return collapse(texts.join(' '))
    .trim()
    .replace(/[.,;:!?]+$/, '');
}

export function readSettings(properties: Properties): AskSettings {
  const timeoutMs = parseTime(properties.timeout);
  const interDigitMs = parseTime(properties.interdigittimeout);
  return {
    bargeIn: properties.bargein !== 'false',
    ...(timeoutMs !== undefined && timeoutMs > 0 && { timeoutMs }),
    ...(interDigitMs !== undefined && interDigitMs > 0 && { interDigitMs }),
  };
}

/** Attributes that are read apart. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  transfer: [
    'dest',
    'destexpr',
    'bridge',
    'type',
    'connecttimeout',
    'transferaudio',
    'maxtime',
    'aai',
    'aaiexpr',
  ],
  subdialog: ['src', 'srcexpr', 'namelist', 'method'],
};

/** Reads the prompts of an item: its elements, and text that stands alone. */
export function readItemPrompts(
  reader: Reader,
  element: ElementNode,
  enumerated: readonly Enumerated[],
): Prompt[] {
  const prompts: Prompt[] = [];
  for (const child of element.children) {
    if (child.kind === 'element' && child.name === 'prompt')
      prompts.push(readPrompt(reader, child, enumerated));
    else if (child.kind === 'text' || SPOKEN.has(child.name)) {
      const parts = readSpoken(reader, [child], { enumerated });
      if (parts.length > 0) prompts.push({ parts, count: 1 });
    }
  }
  return prompts;
}

export function readItem(
  reader: Reader,
  element: ElementNode,
  { id, number, properties }: { id: string; number: number; properties: Properties },
): Item {
  const name = element.attributes.name ?? `${element.name} ${number}`;
  reader.node = `${id}/${name}`;
  const own = readProperties(reader, element, properties);
  return reader.withFields(element, (fields) => {
    fields.ignore('name', ...(ATTRIBUTES[element.name] ?? []));
    const [value, cond] = [
      reader.optionalScript(fields.text('expr')),
      reader.optionalScript(fields.text('cond')),
    ];
    const isBlock = element.name === 'block';
    const base = {
      id: reader.node,
      name,
      place: reader.placeOf(element),
      prompts: isBlock ? [] : readItemPrompts(reader, element, readOptions(reader, element)),
      handlers: isBlock ? [] : readHandlers(reader, element),
      filled: isBlock
        ? []
        : listElements(element).flatMap((child) =>
            child.name === 'filled' ? readContent(reader, child.children) : [],
          ),
      ...(value !== undefined && { value }),
      ...(cond !== undefined && { cond }),
      ...(element.comment !== undefined && { comment: element.comment }),
    };
    switch (element.name) {
      case 'block':
        return { ...base, kind: 'block', content: readContent(reader, element.children) };
      case 'field':
        return {
          ...base,
          kind: 'field',
          grammar: readFieldGrammar(reader, element, fields.text('type')),
          settings: readSettings(own),
        };
      case 'transfer':
        return { ...base, ...readTransfer(reader, element) };
      case 'subdialog':
        return { ...base, ...readSubdialog(reader, element) };
      default: {
        const reason = FOREIGN[element.name] ?? 'UNKNOWN_NODE';
        for (const attribute of fields.names) fields.ignore(attribute);
        reader.lose(reason, element, element.name);
        return { ...base, kind: 'foreign', what: element.name, reason };
      }
    }
  });
}

function readOptions(reader: Reader, field: ElementNode): (Choice & Enumerated)[] {
  return listElements(field).flatMap((child) => {
    if (child.name !== 'option') return [];
    return reader.withFields(child, (fields) => {
      const [keys, value] = [fields.text('dtmf')?.replaceAll(/\s/g, ''), fields.text('value')];
      fields.ignore('accept');
      const text = readText(child);
      return [
        {
          phrases: text === '' ? [] : [text],
          value: value ?? (text === '' ? (keys ?? '') : text),
          ...(keys !== undefined && keys !== '' && { keys }),
        },
      ];
    });
  });
}

function readFieldGrammar(reader: Reader, field: ElementNode, type: string | undefined): Grammar {
  const builtin = type === undefined ? undefined : readBuiltin(type);
  if (type !== undefined && builtin === undefined) reader.lose('EXTERNAL_GRAMMAR', field, type);
  const grammars = listElements(field).flatMap((child) =>
    child.name === 'grammar' ? [readGrammar(reader, child)] : [],
  );
  const all = [
    ...(builtin === undefined ? [] : [builtin]),
    ...grammars,
    { choices: readOptions(reader, field), isForeign: false },
  ];
  const united = uniteGrammars(all);
  const isEmpty = united.choices.length === 0 && united.builtin === undefined;
  if (isEmpty && !united.isForeign && type === undefined)
    reader.reportBroken(field, 'the field has no grammar, so nothing can be said');
  return {
    ...united,
    isForeign: united.isForeign || isEmpty || (type !== undefined && builtin === undefined),
  };
}

/** What a transfer has beyond other items. */
function readTransfer(
  reader: Reader,
  element: ElementNode,
): Pick<Transfer, 'kind' | 'to' | 'isBridged' | 'ringSeconds'> {
  const { dest, destexpr, bridge, type, connecttimeout } = element.attributes;
  for (const lost of ['transferaudio', 'maxtime', 'aai', 'aaiexpr'])
    if (Object.hasOwn(element.attributes, lost)) reader.lose('CONNECT_OPTIONS', element, lost);
  const ringMs = parseTime(connecttimeout) ?? 0;
  return {
    kind: 'transfer',
    to:
      dest === undefined
        ? reader.toScript(destexpr ?? '""')
        : { text: dest, expression: { kind: 'literal', value: dest } },
    isBridged: bridge === 'true' || type === 'bridge',
    ...(ringMs > 0 && { ringSeconds: Math.ceil(ringMs / 1000) }),
  };
}

const IN_SUBDIALOG = [
  'param',
  'prompt',
  'filled',
  'catch',
  'error',
  'help',
  'noinput',
  'nomatch',
  'property',
  ...SPOKEN,
];

/** What a subdialog has beyond other items. */
function readSubdialog(reader: Reader, element: ElementNode): Pick<Subdialog, 'kind' | 'target' | 'params'> {
  const { src, srcexpr } = element.attributes;
  reader.reportChildren(element, IN_SUBDIALOG);
  const params = listElements(element).flatMap((child) => {
    const { name, expr, value } = child.attributes;
    if (child.name !== 'param' || name === undefined) return [];
    return [
      { name, value: reader.toScript(expr ?? JSON.stringify(value ?? '')), place: reader.placeOf(child) },
    ];
  });
  return { kind: 'subdialog', target: toTarget(reader, src, srcexpr), params };
}

type Transfer = Item & { kind: 'transfer' };
type Subdialog = Item & { kind: 'subdialog' };
