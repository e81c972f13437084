/** What silence and wrong answers to a field lead to. */
import { listRungs, toSimple, toSimpleLadder } from './events.ts';
import type { Rung, SimpleRung } from './events.ts';
import type { Field, FieldAt } from './field-at.ts';
import type { FlowMaker } from './flow-maker.ts';
import { addScriptStub, makeContent, writeCondition } from './make-content.ts';
import type { ContentAt } from './make-content.ts';
import type { Content, Item, Prompt, Script } from './model.ts';
import { listContents } from './variables.ts';

/** Label of the question that begins with what a handler says. */
export function labelReply(maker: FlowMaker, field: Field): string {
  return maker.label(`reply ${field.id}`);
}

/** Returns what a handler says before the question is heard no more, if there is one such handler: it then asks by itself. */
export function findOnlyReply(maker: FlowMaker, field: Field): readonly Prompt[] | undefined {
  const rungs = ['noinput', 'nomatch'].flatMap((event) => findRungs(maker, field, event));
  const contents = new Set(rungs.flatMap(({ handlers }) => handlers.map(({ content }) => content)));
  const replies = [...contents].flatMap((content) => {
    const simple = toSimple(content);
    return simple === undefined || simple.isReprompting || simple.prompts.length === 0
      ? []
      : [simple.prompts];
  });
  const [only, other] = replies;
  return other === undefined ? only : undefined;
}

/** Returns what is said at each count, if handlers do nothing else for ever. */
export function findEndless(
  maker: FlowMaker,
  field: Field,
): { noInput: SimpleRung[]; noMatch: SimpleRung[] } | undefined {
  if (field.prompts.some(({ count, cond }) => count > 1 || cond !== undefined)) return undefined;
  const [noInput, noMatch] = ['noinput', 'nomatch'].map((event) =>
    toSimpleLadder(findRungs(maker, field, event)),
  );
  if (noInput === undefined || noMatch === undefined) return undefined;
  const isCounted = noInput.length > 1 || noMatch.length > 1;
  return isCounted && comesBack(maker, field) ? undefined : { noInput, noMatch };
}

/** True if callers can come back to a question whose counts go on: a question of ours counts anew. */
function comesBack(maker: FlowMaker, field: Field): boolean {
  const { dialog, doc, shared } = maker;
  const root = shared.site.docs.get(doc.root ?? '');
  const choices = [...field.grammar.choices, ...dialog.links, ...doc.links, ...(root?.links ?? [])];
  return choices.some(({ leads }) => leads?.kind === 'event') || listContents(dialog).some(returnsToItems);
}

function returnsToItems(content: Content): boolean {
  return content.some(
    (action) =>
      action.kind === 'throw' ||
      action.kind === 'goto_item' ||
      action.kind === 'assign' ||
      (action.kind === 'if' && action.branches.some((branch) => returnsToItems(branch.content))),
  );
}

function findRungs(maker: FlowMaker, item: Item, event: string): Rung[] {
  return listRungs(maker.shared.site, { doc: maker.doc, dialog: maker.dialog, item }, event);
}

/** Lists the variables that count prompts and events of an item. */
export function listCounters(maker: FlowMaker, item: Item): string[] {
  const isAsking = item.kind === 'field' && findEndless(maker, item) === undefined;
  const thrown = listThrown([
    ...listContents(maker.dialog),
    ...maker.doc.handlers.map(({ content }) => content),
  ]);
  const counted = [...new Set([...(isAsking ? ['noinput', 'nomatch'] : []), ...thrown])].filter((event) =>
    findRungs(maker, item, event).some(({ count }) => count > 1),
  );
  const asked = isAsking && item.prompts.some(({ count }) => count > 1) ? ['asked'] : [];
  return [...asked, ...counted].map((what) => nameCounter(maker, item, what));
}

function listThrown(contents: readonly Content[]): string[] {
  return contents.flat().flatMap((action) => {
    if (action.kind === 'throw') return [action.event];
    return action.kind === 'if' ? listThrown(action.branches.map(({ content }) => content)) : [];
  });
}

const COUNTED: Readonly<Record<string, string>> = { noinput: 'silent', nomatch: 'wrong', asked: 'asked' };

export function nameCounter(maker: FlowMaker, field: Item, what: string): string {
  return maker.shared.variables.nameOf(`${what} ${field.id}`, `${field.name} ${COUNTED[what] ?? what}`);
}

/** Writes what silence or a wrong answer leads to, counted where the count decides. */
export function countEvent(maker: FlowMaker, fieldAt: FieldAt, event: string): string {
  const { field: item, at, ask } = fieldAt;
  return writeLadder(
    { at, item, otherwise: ask, makeRung: (content) => makeRung(maker, fieldAt, content) },
    event,
  );
}

interface LadderAt {
  at: ContentAt;
  item: Item;
  /** Where the event leads if no handler takes it. */
  otherwise: string;
  makeRung: (content: Content) => string;
}

/** Writes which handler takes an event: by its count where counts decide, and by the conditions of the handlers. */
function writeLadder({ at, item, otherwise, makeRung: make }: LadderAt, event: string): string {
  const { maker } = at;
  const counter = nameCounter(maker, item, event);
  const ladder = findRungs(maker, item, event);
  const cases: { when: string; goto: string }[] = [];
  let [last, unclear] = [otherwise, undefined as Script | undefined];
  for (const { count, handlers } of ladder)
    for (const { cond, content } of handlers) {
      const begin = make(content);
      const condition = cond === undefined ? undefined : writeCondition(maker, cond);
      if (cond !== undefined && condition === undefined) unclear ??= cond;
      const when = [
        ...(count > 1 ? [`vars.${counter} >= ${count}`] : []),
        ...(condition === undefined ? [] : [condition]),
      ].join(' && ');
      if (when === '') last = begin;
      else cases.push({ when, goto: begin });
    }
  const { name, place } = item;
  if (unclear !== undefined) return addScriptStub(at, unclear, { place, next: last });
  const decide =
    cases.length === 0
      ? last
      : maker.add(`${name} ${event} count`, { switch: cases, next: last }, { node: at.node });
  if (!ladder.some(({ count }) => count > 1)) return decide;
  maker.reset(counter, 0);
  const set = { [counter]: `\${vars.${counter} + 1}` };
  return maker.add(`${name} ${event}`, { set, next: decide }, { node: at.node });
}

function makeRung(maker: FlowMaker, fieldAt: FieldAt, content: Content): string {
  const { field, at, ask, quiet, reselect } = fieldAt;
  const simple = toSimple(content);
  if (simple?.prompts.length === 0) return simple.isReprompting ? ask : quiet;
  if (simple?.isReprompting === false && findOnlyReply(maker, field) !== undefined)
    return labelReply(maker, field);
  return makeContent(at, content, fills(content, field) ? reselect : { plain: quiet, again: ask }).plain;
}

/** True if content may give a field a value. */
function fills(content: Content, field: Field): boolean {
  return content.some(
    (action) =>
      (action.kind === 'assign' && action.name.replace(/^dialog\./, '') === field.name) ||
      (action.kind === 'if' && action.branches.some((branch) => fills(branch.content, field))),
  );
}

/** Returns where an event leads that content throws. */
export function makeThrown(
  { item, at, ask, quiet }: Pick<FieldAt, 'at' | 'ask' | 'quiet'> & { item: Item },
  event: string,
): string {
  const otherwise = ['help', 'noinput', 'nomatch'].includes(event) ? ask : 'hangup';
  const make = (content: Content) => makeContent(at, content, { plain: quiet, again: ask }).plain;
  return writeLadder({ at, item, otherwise, makeRung: make }, event);
}
