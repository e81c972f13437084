/** What silence and wrong answers to a field lead to. */
import { listRungs, toSimple, toSimpleLadder } from './events.ts';
import type { Rung, SimpleRung } from './events.ts';
import type { Field, FieldAt } from './field-at.ts';
import type { FlowMaker } from './flow-maker.ts';
import { isFor } from './handlers.ts';
import { makeContent, writeCondition } from './make-content.ts';
import type { Content, Item, Prompt } from './model.ts';
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

/** Lists the variables that count prompts and events of a field. */
export function listCounters(maker: FlowMaker, field: Field): string[] {
  if (findEndless(maker, field) !== undefined) return [];
  const events = ['noinput', 'nomatch'].filter((event) =>
    findRungs(maker, field, event).some(({ count }) => count > 1),
  );
  const asked = field.prompts.some(({ count }) => count > 1) ? ['asked'] : [];
  return [...asked, ...events].map((what) => nameCounter(maker, field, what));
}

const COUNTED: Readonly<Record<string, string>> = { noinput: 'silent', nomatch: 'wrong', asked: 'asked' };

export function nameCounter(maker: FlowMaker, field: Item, what: string): string {
  return maker.shared.variables.nameOf(`${what} ${field.id}`, `${field.name} ${COUNTED[what] ?? what}`);
}

/** Writes what an event leads to, counted where the count decides. */
export function countEvent(maker: FlowMaker, fieldAt: FieldAt, event: string): string {
  const { field, at, ask } = fieldAt;
  const counter = nameCounter(maker, field, event);
  const ladder = findRungs(maker, field, event);
  const isCounted = ladder.some(({ count }) => count > 1);
  const cases: { when: string; goto: string }[] = [];
  let otherwise = ask;
  for (const { count, handlers } of ladder)
    for (const handler of handlers) {
      const begin = makeRung(maker, fieldAt, handler.content);
      const when = [
        ...(count > 1 ? [`vars.${counter} >= ${count}`] : []),
        ...(handler.cond === undefined ? [] : [writeCondition(maker, handler.cond) ?? 'false']),
      ].join(' && ');
      if (when === '') otherwise = begin;
      else cases.push({ when, goto: begin });
    }
  const decide =
    cases.length === 0
      ? otherwise
      : maker.add(`${field.name} ${event} count`, { switch: cases, next: otherwise }, { node: at.node });
  if (!isCounted) return decide;
  maker.reset(counter, 0);
  return maker.add(
    `${field.name} ${event}`,
    { set: { [counter]: `\${vars.${counter} + 1}` }, next: decide },
    { node: at.node },
  );
}

function makeRung(maker: FlowMaker, { field, at, ask, quiet }: FieldAt, content: Item['filled']): string {
  const simple = toSimple(content);
  if (simple?.prompts.length === 0) return simple.isReprompting ? ask : quiet;
  if (simple?.isReprompting === false && findOnlyReply(maker, field) !== undefined)
    return labelReply(maker, field);
  return makeContent(at, content, { plain: quiet, again: ask }).plain;
}

/** Returns where an event leads that content throws. */
export function makeThrown(
  maker: FlowMaker,
  fieldAt: Pick<FieldAt, 'at'> & { item: Item; ask: string; quiet: string },
  event: string,
): string {
  const { item, at, ask, quiet } = fieldAt;
  const ladder = findRungs(maker, item, event);
  const handler = ladder.at(-1)?.handlers.find((one) => isFor(one, event) && one.cond === undefined);
  if (handler === undefined)
    return event === 'help' || event === 'noinput' || event === 'nomatch' ? ask : 'hangup';
  return makeContent(at, handler.content, { plain: quiet, again: ask }).plain;
}
