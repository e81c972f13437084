/** Writes transfers and subdialogs. */
import { toCel } from '../ecmascript/index.ts';
import { toDialable } from '../project/index.ts';
import { stripPrefix } from './addresses.ts';
import type { FlowMaker } from './flow-maker.ts';
import { findDialog, keyOfDialog } from './leads.ts';
import type { ContentAt } from './make-content.ts';
import { addScriptStub, makeContent, nameOutcome, nameResult } from './make-content.ts';
import type { Item } from './model.ts';
import { writeValue } from './variables.ts';

/** An item with the labels and ways around it. */
export interface ItemRoom {
  maker: FlowMaker;
  isDynamic: boolean;
  visit: string;
  quiet: string;
  after: string;
  contentAt: (node: string, revisit: { plain: string; again: string }) => ContentAt;
  /** Variable that tells whether an item was visited. */
  guard: (item: Item) => { name: string };
  /** Writes what follows once the item is filled. */
  makeFilled: () => string;
}

export function makeTransfer(item: Item & { kind: 'transfer' }, room: ItemRoom): void {
  const { maker, after } = room;
  const written = writeNumber(maker, item);
  const at = room.contentAt(item.id, { plain: after, again: after });
  if (written === undefined) {
    const stub = addScriptStub(at, item.to, { place: item.place, next: after });
    maker.define(room.visit, stub);
    maker.define(room.quiet, stub);
    return;
  }
  const ring = item.ringSeconds === undefined ? {} : { ring: `${item.ringSeconds}s` };
  const filled = item.isBridged ? room.makeFilled() : 'hangup';
  const { name } = room.guard(item);
  const isRead =
    item.isBridged && (room.isDynamic || item.filled.length > 0 || maker.dialog.filled.length > 0);
  const result = (value: string): string => {
    if (!isRead) return filled;
    maker.declare(name, '');
    return maker.add(`${item.name} ${value}`, { set: { [name]: value }, next: filled }, { node: item.id });
  };
  if (!item.isBridged)
    maker.shared.grades.lower(item.id, {
      grade: 'near',
      reason: 'BLIND_TRANSFER',
      place: item.place,
      detail: item.to.text,
    });
  const on = { busy: result('busy'), no_answer: result('noanswer'), failed: result('network_busy') };
  const connect = maker.add(
    item.name,
    { connect: { to: written, ...ring }, next: result('far_end_disconnect'), on },
    { node: item.id },
  );
  maker.define(room.quiet, connect);
  maker.define(room.visit, sayPrompts(at, connect));
}

/** Writes prompts before something that does not listen. */
function sayPrompts(at: ContentAt, next: string): string {
  const { prompts, place } = at.item;
  const first = prompts
    .filter(({ count }) => count === 1)
    .map((prompt) => ({ kind: 'say' as const, prompt, place }));
  return makeContent(at, first, { plain: next, again: next }).plain;
}

function writeNumber(maker: FlowMaker, { to, place, id }: Item & { kind: 'transfer' }): string | undefined {
  const { expression } = to;
  if (expression === undefined) return undefined;
  if (expression.kind === 'literal') {
    const address = String(expression.value);
    const party = toDialable(address);
    if (party !== undefined) return party;
    maker.shared.grades.lower(id, {
      grade: 'near',
      reason: 'DIALPLAN_ELSEWHERE',
      place,
      detail: address,
    });
    return maker.findParty(address, place).written;
  }
  const translated = toCel(stripPrefix(expression), maker.resolve);
  return translated.ok ? `\${${translated.cel}}` : undefined;
}

export function makeSubdialog(item: Item & { kind: 'subdialog' }, room: ItemRoom): void {
  const { maker, after } = room;
  const found = findDialog(maker.shared.site, item.target);
  const flow = found === undefined ? undefined : maker.shared.subFlows.get(keyOfDialog(found));
  const at = room.contentAt(item.id, { plain: after, again: after });
  if (found === undefined || flow === undefined) {
    const what = item.target.kind === 'remote' ? item.target.address : item.name;
    const stub = maker.addStub(what, 'SUBFLOW_ELSEWHERE', {
      node: item.id,
      place: item.place,
      // What it would return is for the author to set: after it, the item is filled.
      next: room.makeFilled(),
    });
    maker.define(room.visit, sayPrompts(at, stub));
    maker.define(room.quiet, stub);
    return;
  }
  const key = keyOfDialog(found);
  const save = (maker.shared.subValues.get(key) ?? []).map((value) => {
    const name = maker.shared.variables.declareResult(maker.dialog, item.name, value);
    maker.declare(name, '');
    return [name, nameResult(value)] as const;
  });
  const given = (maker.shared.subParams.get(key) ?? []).map(
    (name) => [nameResult(name), writeParam(maker, item, name)] as const,
  );
  const events = (maker.shared.subEvents.get(key) ?? []).map(
    (event) => [nameOutcome(event), at.throwTo(event)] as const,
  );
  const filled = room.makeFilled();
  const { name: guard } = room.guard(item);
  const done = room.isDynamic
    ? maker.add(`${item.name} done`, { set: { [guard]: true }, next: filled }, { node: item.id })
    : filled;
  const run = {
    flow,
    ...(given.length > 0 && { with: Object.fromEntries(given) }),
    ...(save.length > 0 && { save: Object.fromEntries(save) }),
  };
  const called = maker.add(
    item.name,
    { run, next: done, on: { failed: 'hangup', ...Object.fromEntries(events) } },
    { node: item.id },
  );
  maker.define(room.quiet, called);
  maker.define(room.visit, sayPrompts(at, called));
}

function writeParam(maker: FlowMaker, item: Item & { kind: 'subdialog' }, name: string): string {
  const expression = item.params.find((param) => param.name === name)?.value?.expression;
  const written =
    expression === undefined ? '' : writeValue(expression, { type: 'string', resolve: maker.resolve });
  if (written === undefined) {
    maker.shared.grades.lower(item.id, {
      grade: 'near',
      reason: 'ECMASCRIPT',
      place: item.place,
      detail: name,
    });
  }
  return String(written ?? '');
}
