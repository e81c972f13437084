/** Decides which menus become flows of their own, and which are steps of the flow that leads to them. */
import type { Entry, Menu, Menus } from './model.ts';

/** entry: calls begin here. shared: several menus lead here, or it leads back to itself. own: an application runs it apart. */
export interface PlannedFlow {
  kind: 'entry' | 'shared' | 'own';
  menu: Menu;
}

export interface Plan {
  flows: readonly PlannedFlow[];
  /** Names of menus that are flows of their own. */
  shared: ReadonlySet<string>;
  /** Names of menus below which somebody may choose `menu-exit`, or which deny the call. */
  mayExit: ReadonlySet<string>;
  /** Names of menus below which somebody may choose `menu-top`. */
  mayGoTop: ReadonlySet<string>;
}

export function planFlows(menus: Menus): Plan {
  const all = [...menus.byName.values()];
  const parents = new Map<string, Set<string>>(all.map(({ name }) => [name, new Set()]));
  const apart = new Set<string>();
  const awkward = new Set<string>();
  for (const menu of all)
    for (const [index, entry] of menu.entries.entries()) {
      const { does } = entry;
      if (does.kind === 'sub' && does.menu !== menu.name) {
        parents.get(does.menu)?.add(menu.name);
        if (menu.entries.slice(index + 1).some((later) => mayFitToo(entry, later))) awkward.add(does.menu);
      }
    }
  for (const menu of all)
    for (const app of listApps(menu))
      if (app.kind === 'menu' && menus.byName.has(app.name)) apart.add(app.name);
  const entries = findEntries(all, parents, apart);
  const shared = new Set<string>();
  for (const { name } of all) {
    const { size } = parents.get(name) ?? new Set();
    const isSub = size > 0;
    if (isSub && (size > 1 || awkward.has(name) || entries.has(name) || circles(name, parents)))
      shared.add(name);
  }
  const flows = [
    ...all.filter(({ name }) => entries.has(name)).map((menu) => ({ kind: 'entry' as const, menu })),
    ...all.filter(({ name }) => shared.has(name)).map((menu) => ({ kind: 'shared' as const, menu })),
    ...all.filter(({ name }) => apart.has(name)).map((menu) => ({ kind: 'own' as const, menu })),
  ];
  const exits = (menu: Menu): boolean =>
    menu.pin !== undefined ||
    menu.entries.some(
      ({ does }) => does.kind === 'exit' || (does.kind === 'sub' && !menus.byName.has(does.menu)),
    );
  const tops = (menu: Menu): boolean => menu.entries.some(({ does }) => does.kind === 'top');
  return { flows, shared, mayExit: spread(all, parents, exits), mayGoTop: spread(all, parents, tops) };
}

/** Lists the applications that a menu may execute. */
function listApps({ entries, onMaxFailures, onMaxTimeouts }: Menu) {
  const inEntries = entries.flatMap(({ does }) => (does.kind === 'app' ? [does.app] : []));
  return [...inEntries, ...[onMaxFailures, onMaxTimeouts].filter((app) => app !== undefined)];
}

/** True if the same keys may fit both entries. */
function mayFitToo(entry: Entry, later: Entry): boolean {
  if (entry.pattern !== undefined) return later.pattern !== undefined;
  return later.pattern?.test.test(entry.digits) ?? later.digits === entry.digits;
}

/** Menus to which no other leads; and the first of each circle to which nothing else leads. */
function findEntries(
  all: readonly Menu[],
  parents: ReadonlyMap<string, ReadonlySet<string>>,
  apart: ReadonlySet<string>,
): Set<string> {
  const entries = new Set(
    all.map(({ name }) => name).filter((name) => parents.get(name)?.size === 0 && !apart.has(name)),
  );
  const children = new Map<string, string[]>();
  for (const [name, above] of parents)
    for (const parent of above) children.set(parent, [...(children.get(parent) ?? []), name]);
  const reached = new Set<string>();
  const reach = (from: string): void => {
    const waiting = [from];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      waiting.push(...(children.get(name) ?? []));
    }
  };
  for (const name of [...entries, ...apart]) reach(name);
  for (const { name } of all) {
    if (reached.has(name)) continue;
    entries.add(name);
    reach(name);
  }
  if (entries.size === 0 && all[0] !== undefined) entries.add(all[0].name);
  return entries;
}

/** True if the only menu above, the only one above that, and so on lead back here. */
function circles(name: string, parents: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>();
  for (let above = name; ;) {
    const [parent, other] = [...(parents.get(above) ?? [])];
    if (parent === undefined || other !== undefined || seen.has(parent)) return parent === name;
    if (parent === name) return true;
    seen.add(parent);
    above = parent;
  }
}

/** Names of the menus for which something holds, or for one below. */
function spread(
  all: readonly Menu[],
  parents: ReadonlyMap<string, ReadonlySet<string>>,
  holds: (menu: Menu) => boolean,
): Set<string> {
  const found = new Set<string>();
  const waiting = all.filter(holds).map(({ name }) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(parents.get(name) ?? []));
  }
  return found;
}
