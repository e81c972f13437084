/** Writes the step of an application. */
import { createTodo, describeNode, isMeaningless } from '../project/index.ts';
import type { Reason } from '../project/index.ts';
import type { App, Party } from './apps.ts';
import { findDialled, withDialled } from './dialled.ts';
import type { Dialled } from './dialled.ts';
import type { Entry, Pattern } from './model.ts';
import { findCaptured } from './patterns.ts';
import { nameSound, toDuration, toPrompt } from './prompts.ts';
import type { Maker, Room } from './rooms.ts';

/** The application that an entry executes, and its place in the flow. */
interface Wanted {
  app: App;
  /** Identifies the step. */
  key: string;
  /** Where the menu goes on. */
  next: string;
  nodes: readonly string[];
  entry?: Entry;
  comments?: readonly string[];
}

/** Adds the step of an application and returns its name, or where it leads if there is nothing to do. */
export function makeApp(maker: Maker, room: Room, wanted: Wanted): string {
  const { app, key, next, nodes, comments = [] } = wanted;
  const origin = { nodes, comments };
  switch (app.kind) {
    case 'hangup':
      return 'hangup';
    case 'nothing':
    case 'record':
    case 'option':
      return next;
    case 'sleep': {
      if (app.ms === 0) return next;
      const name = maker.nameStep(key, 'pause');
      maker.add(name, { wait: toDuration(app.ms), next }, origin);
      return name;
    }
    case 'play': {
      const { verb, words } = nameSound(app.sound);
      if (app.sound.length === 0) return next;
      const name = maker.nameStep(key, describeNode(verb, words));
      maker.add(name, { say: toPrompt(app.sound), next }, origin);
      return name;
    }
    case 'menu': {
      if (!maker.menus.byName.has(app.name)) return next;
      const name = maker.nameStep(key, isMeaningless(app.name) ? 'run menu' : `run ${app.name}`);
      maker.add(name, { run: { flow: toFlowName(app.name, 'own') }, next, on: { failed: 'hangup' } }, origin);
      return name;
    }
    case 'bridge':
      return makeBridge(maker, room, { ...wanted, app });
    case 'transfer':
      return makeTransfer(maker, room, { ...wanted, app });
    case 'queue': {
      const name = maker.nameStep(key, `queue ${app.name.replace(/@.*/, '')}`);
      const to = maker.outside.findQueue(app.name, room.menu.place).written;
      maker.add(name, { connect: { to }, next, on: { busy: next, no_answer: next, failed: next } }, origin);
      return name;
    }
    case 'voicemail': {
      if (app.number === undefined)
        return makeStub(maker, wanted, { name: 'voicemail', reason: 'VOICEMAIL' });
      const name = maker.nameStep(key, 'voicemail');
      maker.add(
        name,
        { connect: { to: app.number }, next, on: { busy: next, no_answer: next, failed: next } },
        origin,
      );
      return name;
    }
    case 'unknown':
      return makeStub(maker, wanted, { name: app.name, reason: 'UNKNOWN_NODE' });
  }
}

/** Adds the steps of what an entry executes. What the caller keyed in for the dial plan needs a number for each value. */
export function makeEntryApp(maker: Maker, room: Room, wanted: Wanted & { entry: Entry }): string {
  const { pattern } = wanted.entry;
  const dialled = pattern && findDialled(wanted.app, pattern, maker.outside.numbers);
  return pattern === undefined || dialled === undefined
    ? makeApp(maker, room, wanted)
    : makeDialled(maker, room, { wanted, dialled, pattern });
}

function makeDialled(
  maker: Maker,
  room: Room,
  {
    wanted,
    dialled: { template, known, isComplete },
    pattern,
  }: { wanted: Wanted & { entry: Entry }; dialled: Dialled; pattern: Pattern },
): string {
  const { app, entry, key, nodes, comments = [] } = wanted;
  const isOnly = known.length === 0;
  const next = app.kind === 'transfer' ? 'hangup' : wanted.next;
  if (!isComplete) maker.outside.askNumber(template, entry.place);
  const stub = { ...wanted, next, key: `${key} rest`, comments: isOnly ? comments : [] };
  const rest = isComplete ? next : makeStub(maker, stub, { name: 'extension', reason: 'DIALLED_NUMBER' });
  if (isOnly) return rest;
  const cases = known.map((digits) => {
    const one = { ...wanted, app: withDialled(app, pattern, digits), key: `${key} ${digits}`, comments: [] };
    return [digits, makeApp(maker, room, one)] as const;
  });
  const name = maker.nameStep(key, `${room.first} extension`);
  const decision = { value: `vars.${room.digits}`, cases: Object.fromEntries(cases) };
  maker.add(name, { switch: decision, next: rest }, { nodes, comments });
  return name;
}

/** Adds a step that stands for something that has no counterpart. */
function makeStub(
  maker: Maker,
  { key, next, nodes, comments = [] }: Wanted,
  { name, reason }: { name: string; reason: Reason },
): string {
  const stepName = maker.nameStep(key, `todo ${name}`);
  const todo = createTodo(stepName, { reason, next });
  maker.add(stepName, todo.step, { nodes, comments: [...comments, ...todo.comments], todo: todo.todo });
  return stepName;
}

function makeBridge(maker: Maker, room: Room, wanted: Wanted & { app: App & { kind: 'bridge' } }): string {
  const { app, key, next, nodes, comments = [] } = wanted;
  const targets = app.parties.map((party) => writeParty(maker, room, { party, ...wanted }));
  const [first] = targets;
  if (first === undefined) return next;
  const name = maker.nameStep(key, `call ${nameParty(app.parties[0] ?? { asked: '' })}`);
  maker.add(
    name,
    {
      connect: { to: targets.length > 1 ? targets : first, ring: `${app.ringSeconds}s` },
      next,
      on: { no_answer: next, busy: 'hangup', failed: 'hangup' },
    },
    { nodes, comments },
  );
  return name;
}

function makeTransfer(
  maker: Maker,
  room: Room,
  wanted: Wanted & { app: App & { kind: 'transfer' } },
): string {
  const { app, key, nodes, comments = [] } = wanted;
  const party = { asked: app.key };
  const name = maker.nameStep(key, `transfer ${nameParty(party)}`);
  const to = writeParty(maker, room, { party, ...wanted });
  maker.add(
    name,
    { connect: { to }, next: 'hangup', on: { busy: 'hangup', no_answer: 'hangup', failed: 'hangup' } },
    { nodes, comments },
  );
  return maker.say(maker.nameStep(`sound ${key}`, `before ${name}`), room.menu.transferSound, name);
}

/** Writes a number; `$1` of an answer stands for the keys that the pattern takes out. */
function writeParty(maker: Maker, room: Room, { party, entry }: { party: Party; entry?: Entry }): string {
  const place = (entry ?? room.menu).place;
  const written = 'to' in party ? party.to : maker.outside.findNumber(party.asked, place).written;
  const { pattern } = entry ?? {};
  if (pattern === undefined) return written;
  const digits = `vars.${room.digits}`;
  return written
    .replaceAll('$1', () => `\${${writeCaptured(pattern, digits)}}`)
    .replaceAll('$0', () => `\${${digits}}`);
}

/** Writes the part of the keys that `$1` stands for. */
function writeCaptured(pattern: Pattern, digits: string): string {
  const { before, after } = findCaptured(pattern) ?? { before: '', after: '' };
  const end = after === '' ? '' : `, size(${digits}) - ${after.length}`;
  return before + after === '' ? digits : `${digits}.substring(${before.length}${end})`;
}

function nameParty(party: Party): string {
  const text = 'to' in party ? party.to : (party.asked.split(/\s/)[0] ?? '');
  return (text.split('/').at(-1) ?? text)
    .replace(/^sips?:/, '')
    .replace(/@.*/, '')
    .replaceAll(/\$[01]/g, 'extension');
}

/** Number of characters by which people tell ids apart. */
const ID_CHARACTERS = 8;

/** Names the flow of a menu. */
export function toFlowName(menu: string, kind: 'entry' | 'shared' | 'own'): string {
  const name = menu
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const short = isMeaningless(menu) ? `menu-${name.slice(0, ID_CHARACTERS)}` : name;
  const legal = /^[a-z]/.test(short) ? short : `menu-${short}`.replace(/-$/, '');
  return kind === 'entry' ? legal : `${legal}-${kind === 'shared' ? 'menu' : 'apart'}`;
}
