/** Calls to others: numbers, addresses and queues. */
import type { Effect, Move } from '../../../verification/compare/index.ts';
import { nameParty, toParty } from '../addresses.ts';
import { findNext } from '../widgets.ts';
import { findPlace } from './requests.ts';
import { giveUp, goOn, remember, render, wait, type Found, type Scene } from './scene.ts';
import { changeTop } from './state.ts';

/** Calls one of several numbers. They ring one after the other here. */
export function dial(scene: Scene, stage: number, effects: readonly Effect[]): Found {
  const { does } = scene.widget;
  if (does.kind !== 'connect') return giveUp(scene);
  const to = listParties(scene)[stage] ?? '';
  const state = changeTop(scene.state, { stage });
  return wait({ ...scene, state }, { kind: 'party' }, [...effects, { kind: 'dialled', to }]);
}

function listParties(scene: Scene): string[] {
  const { does } = scene.widget;
  if (does.kind !== 'connect') return [];
  const parts = does.dial.kind === 'sip' ? [does.dial.to] : does.dial.to.split(',');
  return parts.map((part) => findParty(scene, part.trim())).filter((part) => part !== '');
}

/** Returns whom a text means: what the answers say, if it is no number. */
function findParty(scene: Scene, text: string): string {
  const party = text === '' ? '' : toParty(text);
  if (party !== undefined) {
    const rendered = render(scene, party).trim();
    return rendered === '' ? (scene.program.outside.findAsked('number', nameParty(text)) ?? '') : rendered;
  }
  return scene.program.outside.findValue('number', text, findPlace(scene.widget));
}

type PartyMove = Extract<Move, { kind: 'party' }>['does'];

const STATUS: Record<PartyMove, string> = {
  talked: 'completed',
  busy: 'busy',
  no_answer: 'no-answer',
  failed: 'failed',
};

export function takeParty(scene: Scene, does: PartyMove): Found {
  const { frame, widget } = scene;
  const isRecorded =
    does === 'talked' && widget.does.kind === 'connect' && (widget.does.dial.isRecorded || frame.isRecording);
  const effects: Effect[] = isRecorded ? [{ kind: 'recording', does: 'starts' }] : [];
  const next = frame.stage + 1;
  if (does !== 'talked' && next < listParties(scene).length) return dial(scene, next, effects);
  return goOn(remember(scene, { DialCallStatus: STATUS[does] }), 'callCompleted', effects);
}

/** A queue whose name is computed is asked for by the name of its widget. */
export function findQueue({ program, widget }: Scene, key: string): string {
  const name = key === '' || /\{\{|\{%/.test(key) ? widget.name : key;
  return program.outside.findValue('queue', name, findPlace(widget));
}

/** A call that does not get through could not be queued. */
export function leaveQueue(scene: Scene, does: PartyMove): Found {
  if (does === 'talked') return goOn(scene, 'callComplete');
  return goOn(
    scene,
    findNext(scene.widget, 'failedToEnqueue') === undefined ? 'callFailure' : 'failedToEnqueue',
  );
}
