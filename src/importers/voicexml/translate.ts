/** Makes flows of documents: one for each document that no other leads to, and one for each subdialog. */
import { createDraft, toDialable } from '../project/index.ts';
import type { Draft, Project, TranslatedFlow } from '../project/index.ts';
import type { ReadSource } from '../reading/index.ts';
import { Elsewhere } from './elsewhere.ts';
import { FlowMaker } from './flow-maker.ts';
import type { Shared } from './flow-maker.ts';
import { interpretDocument } from './interpreter.ts';
import type { DialogAt } from './leads.ts';
import {
  findDialog,
  findRepeated,
  keyOfDialog,
  listNextTargets,
  listReachable,
  listSubdialogs,
} from './leads.ts';
import { stripTel } from './addresses.ts';
import { beginWith, collectInitial } from './initial-values.ts';
import { makeDialog } from './make-dialog.ts';
import { nameResult } from './make-content.ts';
import type { Content, Doc, Prompt, Site } from './model.ts';
import { toFlowName } from './names.ts';
import { NodeGrades } from './node-grades.ts';
import { readSite } from './read.ts';
import { listContents, Variables } from './variables.ts';

export function translateSite(sources: readonly ReadSource[], project: Project): TranslatedFlow[] {
  const site = readSite(sources, project);
  const grades = new NodeGrades(project);
  const entries = findEntries(site);
  const [first] = sources;
  if (entries.length === 0 && first !== undefined)
    project.report(first.file, {
      code: 'import-no-entry',
      message: 'no document has a form or a menu',
      span: first.root.span,
    });
  const subdialogs = findSubdialogs(site, entries);
  const shared = share(site, project, { grades, subdialogs });
  const reached = new Set<string>();
  const translated = [
    ...entries.map((entry) =>
      translate(shared, { entry, isSub: false, name: toFlowName(entry.doc.name), reached }),
    ),
    ...subdialogs.map((entry) =>
      translate(shared, { entry, isSub: true, name: shared.subFlows.get(keyOfDialog(entry)) ?? '', reached }),
    ),
  ];
  tellNodes(site, { project, grades, reached });
  return [...translated, ...shared.elsewhere.makeFlows()];
}

/** Documents to which no other leads; without any, the first one with a dialog. */
function findEntries(site: Site): DialogAt[] {
  const all = [...site.docs.values()];
  const led = new Set<string>();
  for (const doc of all) {
    if (doc.root !== undefined) led.add(doc.root);
    for (const dialog of doc.dialogs) {
      const targets = [
        ...listNextTargets(site, { doc, dialog }),
        ...listSubdialogs(dialog).map(({ target }) => target),
      ];
      for (const target of targets)
        if (target.kind === 'dialog' && target.doc !== doc.name) led.add(target.doc);
    }
  }
  const begins = (doc: Doc): DialogAt[] => doc.dialogs.slice(0, 1).map((dialog) => ({ doc, dialog }));
  const entries = all.filter(({ name }) => !led.has(name)).flatMap(begins);
  return entries.length > 0 ? entries : all.flatMap(begins).slice(0, 1);
}

function findSubdialogs(site: Site, entries: readonly DialogAt[]): DialogAt[] {
  const found = new Map<string, DialogAt>();
  const waiting = [...entries];
  const seen = new Set<string>();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (seen.has(keyOfDialog(entry))) continue;
    seen.add(keyOfDialog(entry));
    for (const { dialog } of listReachable(site, entry))
      for (const { target } of listSubdialogs(dialog)) {
        const sub = findDialog(site, target);
        if (sub === undefined) continue;
        found.set(keyOfDialog(sub), sub);
        waiting.push(sub);
      }
  }
  return [...found.values()];
}

/** Collects what callers of subdialogs have to know of them. */
function share(
  site: Site,
  project: Project,
  { grades, subdialogs }: { grades: NodeGrades; subdialogs: readonly DialogAt[] },
): Shared {
  const variables = new Variables(site);
  const [subFlows, subEvents, subValues, subParams] = [
    new Map<string, string>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
  ];
  const params = new Map<string, Set<string>>();
  for (const doc of site.docs.values())
    for (const dialog of doc.dialogs)
      for (const { target, params: given } of listSubdialogs(dialog)) {
        const sub = findDialog(site, target);
        if (sub === undefined) continue;
        const names = params.get(keyOfDialog(sub)) ?? new Set();
        for (const { name } of given)
          if (sub.dialog.vars.some((declared) => declared.name === name)) names.add(name);
        params.set(keyOfDialog(sub), names);
      }
  for (const sub of subdialogs) {
    const key = keyOfDialog(sub);
    const returns = listReachable(site, sub).flatMap(({ dialog }) =>
      listContents(dialog).flatMap(listReturns),
    );
    const base = `${toFlowName(sub.doc.name)}-${toFlowName(sub.dialog.name)}`;
    const taken = [...subFlows.values()].filter((name) => name.startsWith(base)).length;
    subFlows.set(key, taken === 0 ? base : `${base}-${taken + 1}`);
    subEvents.set(key, [...new Set(returns.flatMap(({ event }) => event ?? []))]);
    subValues.set(key, [...new Set(returns.flatMap(({ names }) => names))]);
    subParams.set(key, [...(params.get(key) ?? [])]);
  }
  for (const doc of site.docs.values())
    for (const dialog of doc.dialogs)
      for (const item of listSubdialogs(dialog)) {
        const sub = findDialog(site, item.target);
        for (const value of sub === undefined ? [] : (subValues.get(keyOfDialog(sub)) ?? []))
          variables.declareResult(dialog, item.name, value);
      }
  const names = [...findEntries(site).map(({ doc }) => toFlowName(doc.name)), ...subFlows.values()];
  const elsewhere = new Elsewhere(project, names);
  return { site, project, variables, grades, elsewhere, subFlows, subEvents, subValues, subParams };
}

function listReturns(content: Content): { names: readonly string[]; event?: string }[] {
  return content.flatMap((action) => {
    if (action.kind === 'if') return action.branches.flatMap((branch) => listReturns(branch.content));
    return action.kind === 'return'
      ? [{ names: action.names, ...(action.event !== undefined && { event: action.event }) }]
      : [];
  });
}

function translate(
  shared: Shared,
  { entry, isSub, name, reached }: { entry: DialogAt; isSub: boolean; name: string; reached: Set<string> },
): TranslatedFlow {
  const { site } = shared;
  const dialogs = listReachable(site, entry);
  const draft: Draft = { ...createDraft(name), global: listGlobal(site, dialogs) };
  const maker = new FlowMaker(shared, { draft, isSub, entry, repeated: findRepeated(site, dialogs) });
  const languages = listLanguages(entry.doc.language, dialogs);
  if (languages.length > 0) draft.flow.languages = languages.length === 1 ? (languages[0] ?? '') : languages;
  if (isSub) draft.flow.returns = {};
  const params = isSub ? (shared.subParams.get(keyOfDialog(entry)) ?? []) : [];
  if (params.length > 0)
    draft.flow.params = Object.fromEntries(
      params.map((param) => [
        nameResult(param),
        { type: 'string' as const, default: findDefault(entry, param) },
      ]),
    );
  for (const at of dialogs) {
    reached.add(keyOfDialog(at));
    maker.at = at;
    makeDialog(maker);
  }
  maker.at = entry;
  maker.finish(maker.defineLater(maker.label('begin'), () => begin(maker, entry)));
  const original = interpretDocument(
    site,
    { doc: entry.doc.name, dialog: entry.dialog.name },
    (address, item) =>
      toDialable(address) ??
      (item.kind === 'transfer' && item.to.expression?.kind === 'literal'
        ? maker.findParty(address, item.place).value
        : stripTel(address)),
  );
  return { draft, original, isEntry: !isSub };
}

/** Lists the keys and words of links, which count at every question below them. */
function listGlobal({ docs }: Site, dialogs: readonly DialogAt[]): ReadonlySet<string> {
  const links = [...[...docs.values()].map((doc) => doc.links), ...dialogs.map(({ dialog }) => dialog.links)];
  return new Set(
    links.flat().flatMap(({ keys, phrases }) => [...(keys === undefined ? [] : [keys]), ...phrases]),
  );
}

/** Writes the step that sets the variables of the first document and its root. */
function begin(maker: FlowMaker, entry: DialogAt): string {
  const root = maker.shared.site.docs.get(entry.doc.root ?? '');
  const set = {
    ...collectInitial(maker, root?.vars ?? [], []),
    ...collectInitial(maker, entry.doc.vars, []),
  };
  const next = maker.label(`dialog ${keyOfDialog(entry)}`);
  return beginWith(maker, { set, next, wish: 'begin', isRepeated: false });
}

function tellNodes(
  site: Site,
  { project, grades, reached }: { project: Project; grades: NodeGrades; reached: ReadonlySet<string> },
): void {
  for (const doc of site.docs.values())
    for (const dialog of doc.dialogs) {
      const isReached = reached.has(`${doc.name}#${dialog.name}`);
      const unreached = { grade: 'dropped' as const, reason: 'UNREACHABLE' as const };
      const tell = (node: { id: string; name: string; place: Doc['place'] }, type: string): void => {
        const { id, name, place } = node;
        project.addNode({ id, name, type, ...place, ...(isReached ? grades.of(id) : unreached) });
      };
      if (!isReached) grades.lower(dialog.id, { ...unreached, place: dialog.place, detail: dialog.name });
      tell(dialog, dialog.isMenu ? 'menu' : 'form');
      for (const item of dialog.items) tell(item, item.kind === 'foreign' ? item.what : item.kind);
    }
}

/** Lists languages that are spoken, that of the document first. */
function listLanguages(first: string | undefined, dialogs: readonly DialogAt[]): string[] {
  const found = new Set<string>(first === undefined ? [] : [first]);
  for (const { doc, dialog } of dialogs) {
    if (doc.language !== undefined) found.add(doc.language);
    const contents = listContents(dialog);
    const prompts = [...dialog.items.flatMap((item) => item.prompts), ...contents.flatMap(listPrompts)];
    for (const part of prompts.flatMap(({ parts }) => parts))
      if ('language' in part) found.add(part.language);
  }
  const isUnclear = first === undefined && found.size > 0;
  return isUnclear ? ['en-US', ...[...found].filter((language) => language !== 'en-US')] : [...found];
}

function listPrompts(content: Content): Prompt[] {
  return content.flatMap((action) => {
    if (action.kind === 'if') return action.branches.flatMap((branch) => listPrompts(branch.content));
    return action.kind === 'say' ? [action.prompt] : [];
  });
}

/** Returns the value that a parameter has where it is not given. */
function findDefault({ dialog }: DialogAt, param: string): string {
  const expression = dialog.vars.find(({ name }) => name === param)?.value?.expression;
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : '';
}
