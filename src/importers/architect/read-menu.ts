/** Menus and their choices. */
import { toText } from '../reading/index.ts';
import type { DataNode, Fields } from '../reading/index.ts';
import { linkJump } from './link-actions.ts';
import type { Choice, Does, Menu, Target } from './model.ts';
import { NodeReader, readItem } from './node-reader.ts';
import { jumps, readAction } from './read-actions.ts';
import type { ContainerReader } from './container-reader.ts';
import { readMenuSettings } from './read-settings.ts';
import { readConstant, readKey, toLanguage } from './read-values.ts';

/** Reads a menu, and returns its id. */
export function readMenu(
  flow: ContainerReader,
  node: DataNode,
  { parent, fallbackName = '' }: { parent?: string; fallbackName?: string },
): string {
  const reader = new NodeReader('menu', node);
  const name = reader.name === '' ? fallbackName : reader.name;
  const refId = reader.own.text('refId') ?? '';
  const id = flow.createId(`menu[${refId === '' ? name : refId}]`);
  flow.register('menu', { refId, name, id, span: node.span });
  const settings = readMenuSettings(reader.within('settingsMenu'), flow.defaults);
  reader
    .within('settingsSpeechRec')
    .ignore('completeMatchTimeout', 'incompleteMatchTimeout', 'maxSpeechLengthTimeout', 'minConfidenceLevel');
  // A nested menu may be its choice itself.
  if (parent !== undefined) reader.own.ignore('dtmf', 'globalDtmf', 'speechRecTerms', 'globalSpeechRecTerms');
  const choices: Choice[] = [];
  const menu: Menu = {
    id,
    name,
    audio: reader.audio('audio'),
    choices,
    repeats: settings.repeats,
    timeout: settings.selection,
    hasExtensions: settings.hasExtensions,
    ...(parent !== undefined && { parent }),
  };
  flow.menus.push(menu);
  const { span, fields, remarks } = reader;
  flow.addNode({
    id,
    name,
    type: 'menu',
    span,
    does: { kind: 'menu', menu },
    exits: new Map(),
    fields,
    remarks,
  });
  for (const [index, item] of reader.own.list('choices').entries()) {
    const choice = readChoice(flow, item, { menu, index });
    if (choice !== undefined) choices.push(choice);
  }
  const fallback = reader.own.text('defaultChildMenuRef') ?? reader.own.text('defaultMenuChoiceRef');
  if (fallback !== undefined)
    flow.resolveLater({
      reference: fallback,
      kind: 'choice',
      span: reader.own.spanOf('defaultChildMenuRef'),
      found: (found) => {
        menu.fallback = found;
      },
    });
  return id;
}

function readChoice(
  flow: ContainerReader,
  item: DataNode,
  { menu, index }: { menu: Menu; index: number },
): Choice | undefined {
  const read = readItem(item);
  if (read?.value.kind !== 'object') {
    flow.reportBroken('this is no choice of a menu', item.span);
    return undefined;
  }
  const reader = new NodeReader(read.type, read.value);
  const id = flow.createId(`${menu.id}/${index}`);
  const { own } = reader;
  flow.register('choice', { refId: own.text('refId') ?? '', name: reader.name, id, span: item.span });
  const key = readKey(own.text('dtmf'));
  const choice: Choice = {
    id,
    ...(key !== undefined && { key }),
    isGlobalKey: readConstant(own.node('globalDtmf')) === 'true',
    terms: flow.defaults.hearsSpeech ? readTerms(own) : new Map(),
    isGlobalTerm: readConstant(own.node('globalSpeechRecTerms')) === 'true',
  };
  own.ignore('speechRecTerms');
  const exits = new Map<string, Target>();
  const does = readWhat(flow, reader, { exits, menu: menu.id });
  const { name, type, span, fields, remarks } = reader;
  flow.addNode({ id, name, type, span, does, exits, fields, remarks });
  return choice;
}

function readWhat(
  flow: ContainerReader,
  reader: NodeReader,
  { exits, menu }: { exits: Map<string, Target>; menu: string },
): Does {
  const { type, own } = reader;
  if (type === 'menuTask') {
    const task = own.node('task') ?? (own.has('actions') ? reader.node : undefined);
    if (task?.kind !== 'object') {
      flow.reportBroken(`the choice "${reader.name}" has no task`, reader.span);
      return { kind: 'end_task', path: '' };
    }
    own.ignore('actions', 'variables');
    const id = flow.readTask(task, { menu, fallbackName: reader.name });
    exits.set('next', flow.findFirst('task', id));
    return { kind: 'jump' };
  }
  if (type === 'menuSubMenu') {
    const nested = own.node('menu') ?? reader.node;
    own.ignore('audio', 'choices', 'settingsMenu', 'settingsSpeechRec', 'defaultChildMenuRef');
    exits.set('next', readMenu(flow, nested, { parent: menu, fallbackName: reader.name }));
    return { kind: 'jump' };
  }
  if (Object.hasOwn(jumps, type)) {
    return linkJump(flow, reader, exits);
  }
  const does = readAction(reader, flow.defaults) ?? { kind: 'unsupported' };
  // After a transfer that failed, callers are asked again.
  if (does.kind === 'transfer' || does.kind === 'unsupported') exits.set('next', menu);
  if (does.kind === 'repeat_menu') exits.set('next', menu);
  return does;
}

function readTerms(own: Fields): Map<string, readonly string[]> {
  const terms = new Map<string, readonly string[]>();
  const node = own.node('speechRecTerms');
  if (node?.kind === 'object')
    for (const { key, value } of node.entries) terms.set(toLanguage(key), listWords(value));
  if (node?.kind === 'list' || node?.kind === 'scalar') terms.set('', listWords(node));
  return terms;
}

/** Lists words: `[a, b]`, `[{ term: a }]` or `{ terms: [a, b] }`. */
function listWords(node: DataNode, depth = 0): string[] {
  if (node.kind === 'scalar') {
    const word = (toText(node) ?? '').trim().toLowerCase();
    return word === '' ? [] : [word];
  }
  const parts = node.kind === 'list' ? node.items : node.entries.slice(0, 1).map(({ value }) => value);
  return depth === MAX_DEPTH ? [] : parts.flatMap((part) => listWords(part, depth + 1));
}

/** Depth to which words are looked for. */
const MAX_DEPTH = 3;
