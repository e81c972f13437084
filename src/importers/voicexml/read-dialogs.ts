/** Reads forms with their items, and menus as forms of one field. */
import type { ElementNode } from '../reading/index.ts';
import type { Choice, Dialog, FormFilled, Item, Lead } from './model.ts';
import { readContent, splitNames, toTarget } from './read-content.ts';
import { readGrammar } from './read-grammar.ts';
import { readItem, readItemPrompts, readSettings, readText } from './read-items.ts';
import type { Properties } from './read-parts.ts';
import { listElements, readHandlers, readLinks, readProperties, readVars } from './read-parts.ts';
import type { Reader } from './reader.ts';

interface Setting {
  name: string;
  properties: Properties;
}

const ITEMS = new Set(['field', 'block', 'transfer', 'subdialog', 'record', 'object', 'initial']);
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
  const properties = readProperties(reader, element, setting.properties);
  const id = reader.node;
  const items: Item[] = [];
  for (const child of listElements(element)) {
    if (ITEMS.has(child.name))
      items.push(readItem(reader, child, { id, number: items.length + 1, properties }));
    else if (child.name === 'script') reader.lose('ECMASCRIPT', child, child.attributes.src ?? 'script');
    else if (child.name === 'data')
      reader.lose('REMOTE_DOCUMENT', child, child.attributes.src ?? child.attributes.srcexpr ?? 'data');
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
  const properties = readProperties(reader, element, setting.properties);
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
