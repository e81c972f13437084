/** Tells the import what became of each menu and entry. */
import type { Grade, Project, Reason } from '../project/index.ts';
import type { App, Party } from './apps.ts';
import { findDialled } from './dialled.ts';
import type { Construct } from './mapping.ts';
import { findRow } from './mapping.ts';
import type { Entry, Menu, Menus } from './model.ts';
import type { Sound } from './sounds.ts';

const WEIGHT: Record<Grade, number> = { exact: 0, dropped: 1, near: 2, stub: 3 };

export function tellNodes(menus: Menus, project: Project): void {
  for (const menu of menus.byName.values()) {
    const about = { id: menu.id, name: menu.name, type: 'menu', ...menu.place };
    project.addNode({ ...about, ...grade(listMenuConstructs(menu)) });
    for (const { name, ...loss } of listMenuLosses(menu))
      project.addLoss({ ...loss, node: menu.id, ...menu.place, detail: name });
    for (const entry of menu.entries) tellEntry(menu, entry, { menus, project });
  }
}

function tellEntry(menu: Menu, entry: Entry, { menus, project }: { menus: Menus; project: Project }): void {
  const { id, place, digits, does } = entry;
  const constructs = listEntryConstructs(entry, project.answers.numbers);
  project.addNode({ id, name: digits, type: `menu-${nameAction(does)}`, ...place, ...grade(constructs) });
  for (const construct of constructs) {
    const { reason } = findRow(construct);
    if (reason !== undefined) project.addLoss({ reason, node: id, ...place, detail: digits });
  }
  const { pattern } = entry;
  const dialled =
    does.kind === 'app' && pattern !== undefined
      ? findDialled(does.app, pattern, project.answers.numbers)
      : undefined;
  if (dialled !== undefined && dialled.known.length > 0 && !dialled.isComplete)
    project.addLoss({ reason: 'DIALLED_NUMBER', node: id, ...place, detail: digits });
  if (does.kind === 'app' && does.app.kind === 'bridge') {
    for (const detail of does.app.options)
      project.addLoss({ reason: 'CONNECT_OPTIONS', node: id, ...place, detail });
    project.addLoss({ reason: 'WAY_MISSING', node: id, ...place, detail: 'busy, failed' });
  }
  const missing = does.kind === 'sub' && does.menu !== menu.name && !menus.byName.has(does.menu);
  if (missing)
    project.report(place.file, {
      code: 'import-missing-target',
      message: `there is no menu "${does.menu}"; the call leaves all menus there`,
      span: place.span,
    });
}

function nameAction(does: Entry['does']): string {
  return does.kind === 'app' ? 'exec-app' : does.kind === 'play' ? 'play-sound' : does.kind;
}

/** The worst of the constructs counts. */
function grade(constructs: readonly Construct[]): { grade: Grade; reason?: Reason } {
  const [worst] = constructs.map(findRow).toSorted((one, other) => WEIGHT[other.grade] - WEIGHT[one.grade]);
  return { grade: worst?.grade ?? 'exact', ...(worst?.reason !== undefined && { reason: worst.reason }) };
}

function listSoundConstructs(sound: Sound | undefined): Construct[] {
  return (sound ?? []).some(({ kind }) => kind === 'library') ? ['file'] : [];
}

function listMenuConstructs(menu: Menu): Construct[] {
  const sounds = [menu.greetLong, menu.greetShort, menu.invalidSound, menu.exitSound, menu.transferSound];
  return [
    'menu',
    ...sounds.flatMap(listSoundConstructs),
    ...(menu.pin === undefined
      ? []
      : [...listSoundConstructs(menu.pin.prompt), ...listSoundConstructs(menu.pin.invalid)]),
    ...(menu.confirm === undefined ? [] : (['confirm-macro'] as const)),
    ...[menu.onMaxFailures, menu.onMaxTimeouts].flatMap((app) =>
      app === undefined ? [] : listAppConstructs(app),
    ),
  ];
}

function listMenuLosses(menu: Menu): { reason: Reason; name: string }[] {
  const sounds = [
    menu.greetLong,
    menu.greetShort,
    menu.invalidSound,
    menu.exitSound,
    menu.transferSound,
    menu.pin?.prompt,
    menu.pin?.invalid,
    menu.confirm?.macro,
  ];
  const names = sounds.flatMap((sound) =>
    (sound ?? []).flatMap((part) => (part.kind === 'library' ? [part.name] : [])),
  );
  const ofSounds = [...new Set(names)].map((name) => ({ reason: 'PROMPT_LIBRARY' as const, name }));
  const apps = [
    ['exec-on-max-failures', menu.onMaxFailures] as const,
    ['exec-on-max-timeouts', menu.onMaxTimeouts] as const,
  ];
  const ofApps = apps.flatMap(([name, app]) =>
    (app === undefined ? [] : listAppConstructs(app)).flatMap((construct) => {
      const { reason } = findRow(construct);
      return reason === undefined ? [] : [{ reason, name }];
    }),
  );
  return [...ofSounds, ...ofApps];
}

function listEntryConstructs(
  { does, pattern, isForeign }: Entry,
  numbers: Project['answers']['numbers'],
): Construct[] {
  const constructs: Construct[] = pattern === undefined ? [] : ['/pattern/'];
  if (isForeign) constructs.push('other application');
  if (does.kind === 'play') return [...constructs, 'menu-play-sound', ...listSoundConstructs(does.sound)];
  const dialled =
    does.kind === 'app' && pattern !== undefined ? findDialled(does.app, pattern, numbers) : undefined;
  if (dialled !== undefined)
    return [...constructs, dialled.known.length > 0 ? 'transfer $1' : 'transfer $1: unanswered'];
  if (does.kind === 'app') return [...constructs, ...listAppConstructs(does.app)];
  return [...constructs, `menu-${does.kind}`];
}

function listAppConstructs(app: App): Construct[] {
  switch (app.kind) {
    case 'hangup':
    case 'sleep':
    case 'transfer':
    case 'voicemail':
      return [app.kind];
    case 'bridge':
      return [...listPartyConstructs(app.parties), ...(app.isParallel ? (['bridge together'] as const) : [])];
    case 'queue':
      return ['callcenter'];
    case 'play':
      return ['playback', ...listSoundConstructs(app.sound)];
    case 'menu':
      return ['ivr'];
    case 'nothing':
      return ['answer'];
    case 'record':
      return ['record_session'];
    case 'option':
      return ['set'];
    case 'unknown':
      return ['other application'];
  }
}

function listPartyConstructs(parties: readonly Party[]): Construct[] {
  return [parties.some((party) => 'asked' in party) ? 'bridge user' : 'bridge'];
}
