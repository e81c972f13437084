/** Actions on the beginning, failure and end of steps and calls. */
import { COSTS } from '../../language/model/index.ts';
import type { CallContext } from '../record.ts';
import { stepDefaults } from '../default-context.ts';
import { FINALIZER_END } from '../notes.ts';
import type { Note } from '../notes.ts';
import { charge, checkNotes } from '../workload.ts';
import { beginVisit, addNote, send, type Actions, type MachineEvent } from './scene.ts';

/** Number of steps beyond the limit on the error path, and again in the finalizer. */
const EXTRA_STEPS = 50;
/** Maximum number of questions that a caller can go back. */
const MAX_TRAIL = 20;

export const stepActions: Actions<
  | 'enter'
  | 'trail'
  | 'go_back'
  | 'visit'
  | 'outcome'
  | 'take_fault'
  | 'error_road'
  | 'over_time'
  | 'fault'
  | 'milestone'
  | 'hang_up'
  | 'finish'
> = {
  enter({ draft, text }, { step, verb }) {
    Object.assign(draft, stepDefaults, { step, steps: draft.steps + 1 });
    addNote(draft, { kind: 'entered', step, verb });
    const allowed = text.limits.steps + { main: 0, error: EXTRA_STEPS, end: 2 * EXTRA_STEPS }[draft.road];
    if (draft.steps > allowed) {
      draft.fault = { code: 'limit_steps', message: `the call entered more than ${allowed} steps`, step };
      return;
    }
    charge(draft, COSTS.step);
    checkNotes(draft);
  },

  trail({ draft }) {
    const { trail = [], step } = draft;
    // The caller is back at a question asked before: the questions after it are no way back.
    const known = trail.indexOf(step);
    draft.trail = known === -1 ? [...trail, step].slice(-MAX_TRAIL) : trail.slice(0, known + 1);
  },

  go_back({ draft }) {
    const { trail = [], step } = draft;
    if (trail.length > 1 && trail.at(-1) === step) draft.trail = trail.slice(0, -1);
    if (trail.length > 0) return;
    draft.fault = { code: 'nothing_asked', message: 'there is no question to go back to', step };
  },

  visit({ draft }) {
    beginVisit(draft);
  },

  outcome({ draft }, { outcome, to: planned }) {
    const to = planned === 'on.error' && draft.road === 'end' ? FINALIZER_END : planned;
    addNote(draft, { kind: 'outcome', step: draft.step, outcome, to });
  },

  take_fault({ draft, event }) {
    const { code, message } = draft.fault ?? event.failure ?? event.returned?.fault ?? toFault(event);
    draft.error = { code, message, step: draft.step };
    draft.fault = null;
    addNote(draft, { kind: 'failed', ...draft.error });
  },

  error_road({ draft }) {
    draft.road = 'error';
  },

  over_time({ draft }) {
    const message = 'the call lasted longer than its limit';
    draft.isOverTime = true;
    draft.fault = { code: 'limit_duration', message, step: draft.step };
  },

  fault({ draft }, { code, message }) {
    draft.fault = { code, message, step: draft.step };
  },

  milestone({ draft }, { name }) {
    const isKnown = draft.milestones.includes(name);
    addNote(draft, { kind: 'milestone', name, ...(isKnown && { again: true }) });
    if (!isKnown) draft.milestones = [...draft.milestones, name];
  },

  hang_up({ draft }) {
    draft.awaits = '';
    // The finalizer ends the same way, when nothing is left to hang up.
    if (draft.leg === 'ended') return;
    draft.hangups += 1;
    if (draft.leg === 'new') draft.leg = 'ended';
    else send(draft, { kind: 'hangup' });
  },

  finish({ draft, event }) {
    const reason = draft.call.reason === '' ? 'unknown' : draft.call.reason;
    if (!draft.isOver) {
      draft.blame = findBlame(draft, event);
      draft.lastStep = draft.step;
      addNote(draft, { kind: 'ended', reason, ...toBlameNote(draft) });
    }
    const over = { leg: 'ended', road: 'end', call: { ...draft.call, reason }, awaits: '', isOver: true };
    Object.assign(draft, over);
    beginVisit(draft);
  },
};

/** Returns `failed` when the call ends on an error path, `hungUp` when the caller hung up on the flow. */
function findBlame(draft: CallContext, event: MachineEvent): CallContext['blame'] {
  if (hasFailed(draft)) return 'failed';
  const { call, hangups, milestones } = draft;
  const isByCaller = event.type === 'disconnected' && call.reason === 'normal' && hangups === 0;
  return isByCaller && milestones.length === 0 && event.hasTalked !== true ? 'hungUp' : '';
}

type EndNote = Extract<Note, { kind: 'ended' }>;

/** Returns what the note of the end says of it; for a caller who hung up, also in which step. */
function toBlameNote({ blame, step }: CallContext): Pick<EndNote, 'failed' | 'hungUp' | 'step'> {
  if (blame === 'failed') return { failed: true };
  return blame === 'hungUp' ? { hungUp: true, step } : {};
}

/** True on the error path of this flow or of a waiting one. */
function hasFailed({ road, frames, isOverTime }: CallContext): boolean {
  return isOverTime || road === 'error' || frames.some((frame) => frame.road === 'error');
}

/** Returns the fault that an event other than a refusal reports. */
function toFault(event: MachineEvent) {
  if (event.type === 'stream_ended')
    return { code: 'stream_failed', message: `the stream broke: ${event.detail ?? 'no reason was given'}` };
  if (event.type === 'returned') {
    const outcome = event.returned?.outcome ?? '';
    return { code: 'unknown_outcome', message: `the flow came back with "${outcome}", which leads nowhere` };
  }
  const { reason = 'unknown' } = event;
  return { code: 'unreachable', message: `the party was not reached: ${event.detail ?? reason}` };
}
