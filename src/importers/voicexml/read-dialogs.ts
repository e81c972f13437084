/** Reads forms with their items, and menus as forms of one field. */
import type { Reason } from '../project/index.ts';
import type { ElementNode } from '../reading/index.ts';
import type { AskSettings, Choice, Dialog, FormFilled, Grammar, Item, Lead, Prompt } from './model.ts';
import type { Properties } from './read.ts';
import { listElements, readHandlers, readLinks, readProperties, readVars } from './read.ts';
import { readContent, splitNames, toTarget } from './read-content.ts';
import { readBuiltin, readGrammar, uniteGrammars } from './read-grammar.ts';
import type { Enumerated } from './read-prompts.ts';
import { readPrompt, readSpoken, SPOKEN } from './read-prompts.ts';
import { collapse, parseTime } from './reader.ts';
import type { Reader } from './reader.ts';

interface Setting {
  name: string;
  properties: Properties;
}

const ITEMS = new Set(['field', 'block', 'transfer', 'subdialog', 'record', 'object', 'initial']);
const FOREIGN: Readonly<Record<string, Reason>> = {
  record: 'VOICEMAIL',
  object: 'UNKNOWN_NODE',
  initial: 'NLU_BOT',
};
/** Elements of a dialog that are read apart. */
const PARTS = new Set([
  'var',
  'catch',
  'noinput',
  'nomatch',
  'error',
  'help',
  'link',
  'property',
  'filled',
  'grammar',
  'prompt',
  'choice',
  'option',
  'param',
  'meta',
  'metadata',
]);

export function readForm(reader: Reader, element: ElementNode, setting: Setting): Dialog {
  const { name } = setting;
  const properties = readProperties(element.children, setting.properties);
  const id = reader.node;
  const items: Item[] = [];
  for (const child of listElements(element)) {
    if (ITEMS.has(child.name))
      items.push(readItem(reader, child, { id, number: items.length + 1, properties }));
    else if (!PARTS.has(child.name))
      reader.reportBroken(child, `<${child.name}> has no meaning within a form`);
    else if (child.name === 'grammar') reader.lose('NLU_BOT', child, 'grammar of the form');
  }
  reader.node = id;
  reader.withFields(element, (fields) => {
    fields.ignore('id', 'scope');
  });
  return {
    id,
    doc: reader.file,
    name,
    isMenu: false,
    place: reader.placeOf(element),
    vars: readVars(reader, element),
    handlers: readHandlers(reader, element),
    links: readLinks(reader, element),
    items,
    filled: readFilled(reader, element),
    ...(element.comment !== undefined && { comment: element.comment }),
  };
}

function readFilled(reader: Reader, form: ElementNode): FormFilled[] {
  return listElements(form)
    .filter(({ name }) => name === 'filled')
    .map((element) =>
      reader.withFields(element, (fields) => {
        const names = splitNames(fields.text('namelist'));
        return {
          needsAll: fields.text('mode') !== 'any',
          content: readContent(reader, element.children),
          ...(names.length > 0 && { names }),
        };
      }),
    );
}

/** Reads a menu as a form with a field whose choices lead on. */
export function readMenu(reader: Reader, element: ElementNode, setting: Setting): Dialog {
  const id = reader.node;
  const properties = readProperties(element.children, setting.properties);
  const choices = reader.withFields(element, (fields) => {
    fields.ignore('id', 'scope', 'accept');
    return readChoices(reader, element, fields.boolean('dtmf') === true);
  });
  const enumerated = choices.map(({ phrases, keys }) => ({ phrases, ...(keys !== undefined && { keys }) }));
  const field: Item = {
    kind: 'field',
    id: `${id}/choice`,
    name: 'choice',
    place: reader.placeOf(element),
    grammar: { choices, isForeign: false },
    settings: readSettings(properties),
    prompts: readItemPrompts(reader, element, enumerated),
    handlers: [],
    filled: [],
  };
  return {
    id,
    doc: reader.file,
    name: setting.name,
    isMenu: true,
    place: reader.placeOf(element),
    vars: [],
    handlers: readHandlers(reader, element),
    links: readLinks(reader, element),
    items: [field],
    filled: [],
    ...(element.comment !== undefined && { comment: element.comment }),
  };
}

/** Reads choices of a menu; with `dtmf` those without keys get the digits in turn. */
function readChoices(reader: Reader, menu: ElementNode, hasDigits: boolean): Choice[] {
  let digit = 0;
  return listElements(menu).flatMap((child) => {
    if (child.name !== 'choice') return [];
    return reader.withFields(child, (fields) => {
      const [next, expr, event, own] = ['next', 'expr', 'event', 'dtmf'].map((name) => fields.text(name));
      fields.ignore('accept', 'eventexpr', 'message', 'messageexpr');
      const leads: Lead =
        event !== undefined
          ? { kind: 'event', event }
          : { kind: 'goto', target: toTarget(reader, next, expr) };
      if (own === undefined && hasDigits) digit += 1;
      const keys = own?.replaceAll(/\s/g, '') ?? (hasDigits && digit <= 9 ? String(digit) : undefined);
      const grammars = listElements(child).flatMap((part) =>
        part.name === 'grammar' ? [readGrammar(reader, part)] : [],
      );
      const said =
        grammars.length > 0
          ? grammars.flatMap(({ choices }) => choices.flatMap(({ phrases }) => phrases))
          : [readText(child)];
      const phrases = said.filter((phrase) => phrase !== '');
      return [
        {
          phrases,
          value: keys ?? phrases[0] ?? '',
          leads,
          ...(keys !== undefined && keys !== '' && { keys }),
        },
      ];
    });
  });
}

function readText({ children }: ElementNode): string {
  const texts = children.map((child) =>
    child.kind === 'text' ? child.text : child.name === 'grammar' ? '' : readText(child),
  );
  return collapse(texts.join(' '))
    .trim()
    .replace(/[.,;:!?]+$/, '');
}

function readSettings(properties: Properties): AskSettings {
  const timeoutMs = parseTime(properties.timeout);
  const interDigitMs = parseTime(properties.interdigittimeout);
  return {
    bargeIn: properties.bargein !== 'false',
    ...(timeoutMs !== undefined && timeoutMs > 0 && { timeoutMs }),
    ...(interDigitMs !== undefined && interDigitMs > 0 && { interDigitMs }),
  };
}

/** Reads the prompts of an item: its elements, and text that stands alone. */
function readItemPrompts(reader: Reader, element: ElementNode, enumerated: readonly Enumerated[]): Prompt[] {
  const prompts: Prompt[] = [];
  for (const child of element.children) {
    if (child.kind === 'element' && child.name === 'prompt')
      prompts.push(readPrompt(reader, child, enumerated));
    else if (child.kind === 'text' || SPOKEN.has(child.name)) {
      const parts = readSpoken(reader, [child], enumerated);
      if (parts.length > 0) prompts.push({ parts, count: 1 });
    }
  }
  return prompts;
}

function readItem(
  reader: Reader,
  element: ElementNode,
  { id, number, properties }: { id: string; number: number; properties: Properties },
): Item {
  const name = element.attributes.name ?? `${element.name} ${number}`;
  reader.node = `${id}/${name}`;
  const own = readProperties(element.children, properties);
  return reader.withFields(element, (fields) => {
    fields.ignore('name');
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
      case 'transfer': {
        const [dest, destexpr, bridge, kind] = ['dest', 'destexpr', 'bridge', 'type'].map((attribute) =>
          fields.text(attribute),
        );
        const ringMs = parseTime(fields.text('connecttimeout'));
        fields.ignore('transferaudio', 'maxtime', 'aai', 'aaiexpr');
        for (const lost of ['transferaudio', 'maxtime', 'aai', 'aaiexpr'])
          if (fields.has(lost)) reader.lose('CONNECT_OPTIONS', element, lost);
        const to =
          dest === undefined
            ? reader.toScript(destexpr ?? '""')
            : { text: dest, expression: { kind: 'literal' as const, value: dest } };
        const isBridged = bridge === 'true' || kind === 'bridge';
        return {
          ...base,
          kind: 'transfer',
          to,
          isBridged,
          params: [],
          ...(ringMs !== undefined && ringMs > 0 && { ringSeconds: Math.ceil(ringMs / 1000) }),
        };
      }
      case 'subdialog': {
        const target = toTarget(reader, fields.text('src'), fields.text('srcexpr'));
        fields.ignore('namelist', 'method');
        const params = listElements(element).flatMap((child) => {
          const [param, expr] = [
            child.attributes.name,
            child.attributes.expr ?? JSON.stringify(child.attributes.value ?? ''),
          ];
          return child.name === 'param' && param !== undefined
            ? [{ name: param, value: reader.toScript(expr), place: reader.placeOf(child) }]
            : [];
        });
        return { ...base, kind: 'subdialog', target, params };
      }
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
