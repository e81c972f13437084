/** Writes the steps of a dialog: its items in their order, or a switch that finds the next one where answers are cleared. */
import type { FlowMaker } from './flow-maker.ts';
import { beginWith, collectInitial, collectItems } from './initial-values.ts';
import { keyOfDialog } from './leads.ts';
import { ItemMaker } from './make-item.ts';
import type { Content, Dialog } from './model.ts';
import { listContents } from './variables.ts';

export function makeDialog(maker: FlowMaker): void {
  const { dialog } = maker;
  const key = keyOfDialog(maker.at);
  const isDynamic = needsSelection(maker);
  const items = dialog.items.map((item, at) => new ItemMaker(maker, item, { at, isDynamic }));
  for (const item of items) item.make();
  const select = maker.label(`select ${key}`);
  for (const isQuiet of [false, true])
    maker.defineLater(isQuiet ? maker.label(`select quietly ${key}`) : select, () => {
      const cases = items.map((item) => item.toCase({ isQuiet }));
      return cases.length === 0
        ? 'hangup'
        : maker.add(`${dialog.name} next`, { switch: cases, next: 'hangup' });
    });
  const begins = !isDynamic || isAlwaysFirst(dialog);
  const first = begins ? (items[0]?.visit ?? 'hangup') : select;
  maker.defineLater(maker.label(`dialog ${key}`), () => enterDialog(maker, first));
  maker.defineLater(maker.label(`load ${key}`), () => loadDocument(maker, maker.label(`dialog ${key}`)));
}

/** True if nothing keeps callers from the first item when they enter. */
function isAlwaysFirst({ items: [first] }: Dialog): boolean {
  return first !== undefined && first.cond === undefined && first.value === undefined;
}

/** Writes the step that sets what a dialog begins with. */
function enterDialog(maker: FlowMaker, first: string): string {
  const { dialog } = maker;
  const params = maker.isSub ? (maker.shared.subParams.get(keyOfDialog(maker.at)) ?? []) : [];
  const set = {
    ...collectInitial(maker, dialog.vars, params),
    ...collectItems(maker),
    ...maker.listResets(),
  };
  return beginWith(maker, {
    set,
    next: first,
    wish: dialog.name,
    isRepeated: maker.repeated.has(keyOfDialog(maker.at)),
  });
}

/** Writes the step that sets what a document begins with. */
function loadDocument(maker: FlowMaker, next: string): string {
  const set = collectInitial(maker, maker.doc.vars, []);
  return Object.keys(set).length === 0 ? next : maker.add(`begin ${maker.doc.name}`, { set, next });
}

/** True if items are visited in another order than that of the document: some are skipped or come again. */
function needsSelection({ dialog, doc, shared }: FlowMaker): boolean {
  const names = new Set(dialog.items.map(({ name }) => name));
  if (dialog.items.some(({ cond, value }) => cond !== undefined || value !== undefined)) return true;
  const root = shared.site.docs.get(doc.root ?? '');
  const all = [
    ...listContents(dialog),
    ...[...doc.handlers, ...(root?.handlers ?? [])].map(({ content }) => content),
  ];
  return all.some((content) => changesItems(content, names));
}

function changesItems(content: Content, names: ReadonlySet<string>): boolean {
  return content.some(
    (action) =>
      action.kind === 'clear' ||
      action.kind === 'goto_item' ||
      (action.kind === 'assign' && names.has(action.name.replace(/^dialog\./, ''))) ||
      (action.kind === 'if' && action.branches.some((branch) => changesItems(branch.content, names))),
  );
}
