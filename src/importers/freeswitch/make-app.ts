/** Writes the step of an application. */
import { createTodo, describeNode } from '../project/index.ts';
import type { Reason } from '../project/index.ts';
import type { App, Party } from './apps.ts';
import type { Entry } from './model.ts';
import { findCaptured } from './patterns.ts';
import { nameSound, toDuration, toPrompt } from './prompts.ts';
import type { Maker, Room } from './rooms.ts';

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
      const name = maker.nameStep(key, `run ${app.name}`);
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
  if ('to' in party) return party.to;
  const { written } = maker.outside.findNumber(party.asked, (entry ?? room.menu).place);
  if (entry?.pattern === undefined) return written;
  const digits = `vars.${room.digits}`;
  const { before, after } = findCaptured(entry.pattern) ?? { before: 0, after: 0 };
  const end = after > 0 ? `, size(${digits}) - ${after}` : '';
  const captured = before + after === 0 ? digits : `${digits}.substring(${before}${end})`;
  return written.replaceAll('$1', () => `\${${captured}}`).replaceAll('$0', () => `\${${digits}}`);
}

function nameParty(party: Party): string {
  const text = 'to' in party ? party.to : (party.asked.split(/\s/)[0] ?? '');
  return (text.split('/').at(-1) ?? text)
    .replace(/^sips?:/, '')
    .replace(/@.*/, '')
    .replaceAll('$1', 'extension');
}

/** Names the flow of a menu. */
export function toFlowName(menu: string, kind: 'entry' | 'shared' | 'own'): string {
  const name = menu
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const legal = /^[a-z]/.test(name) ? name : `menu-${name}`.replace(/-$/, '');
  return kind === 'entry' ? legal : `${legal}-${kind === 'shared' ? 'menu' : 'apart'}`;
}
