/** Which dialogs lead to which. */
import type { Choice, Content, Dialog, Doc, Item, Site, Target } from './model.ts';
import { listContents } from './variables.ts';

export interface DialogAt {
  doc: Doc;
  dialog: Dialog;
}

/** Finds the dialog of a target; undefined if there is none. */
export function findDialog(site: Site, target: Target): DialogAt | undefined {
  if (target.kind !== 'dialog') return undefined;
  const doc = site.docs.get(target.doc);
  const dialog =
    target.dialog === '' ? doc?.dialogs[0] : doc?.dialogs.find(({ name }) => name === target.dialog);
  return doc === undefined || dialog === undefined ? undefined : { doc, dialog };
}

/** Lists targets of content, without those of subdialogs. */
function listContentTargets(content: Content): Target[] {
  const targets: Target[] = [];
  const waiting: Content[] = [content];
  for (let actions = waiting.pop(); actions !== undefined; actions = waiting.pop())
    for (const action of actions) {
      if (action.kind === 'if') waiting.push(...action.branches.map((branch) => branch.content));
      if (action.kind === 'goto' || action.kind === 'submit') targets.push(action.target);
    }
  return targets;
}

/** Lists the dialogs to which a dialog leads, inherited handlers and links included. */
export function listNextTargets(site: Site, { doc, dialog }: DialogAt): Target[] {
  const root = site.docs.get(doc.root ?? '');
  const contents = [
    ...listContents(dialog),
    ...[...doc.handlers, ...(root?.handlers ?? [])].map(({ content }) => content),
  ];
  const choices: Choice[] = [
    ...dialog.links,
    ...doc.links,
    ...(root?.links ?? []),
    ...dialog.items.flatMap((item) => (item.kind === 'field' ? item.grammar.choices : [])),
  ];
  return [
    ...contents.flatMap(listContentTargets),
    ...choices.flatMap(({ leads }) => (leads?.kind === 'goto' ? [leads.target] : [])),
  ];
}

/** Lists the subdialogs that a dialog runs. */
export function listSubdialogs({ items }: Dialog): (Item & { kind: 'subdialog' })[] {
  return items.filter((item) => item.kind === 'subdialog');
}

export function keyOfDialog({ doc, dialog }: DialogAt): string {
  return `${doc.name}#${dialog.name}`;
}

/** Lists the dialogs that can be reached from one, itself first. */
export function listReachable(site: Site, from: DialogAt): DialogAt[] {
  const reached = new Map<string, DialogAt>();
  const waiting = [from];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (reached.has(keyOfDialog(at))) continue;
    reached.set(keyOfDialog(at), at);
    waiting.push(...listNextTargets(site, at).flatMap((target) => findDialog(site, target) ?? []));
  }
  return [...reached.values()];
}

/** Keys of dialogs that callers can enter twice: those on a circle, and what follows them. */
export function findRepeated(site: Site, all: readonly DialogAt[]): Set<string> {
  const next = new Map(
    all.map((at) => [
      keyOfDialog(at),
      listNextTargets(site, at)
        .flatMap((target) => findDialog(site, target) ?? [])
        .map(keyOfDialog),
    ]),
  );
  const spread = (from: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...from];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(...(next.get(key) ?? []));
    }
    return seen;
  };
  const repeated = new Set<string>();
  for (const key of next.keys())
    if (!repeated.has(key) && spread(next.get(key) ?? []).has(key))
      for (const after of spread([key])) repeated.add(after);
  return repeated;
}
