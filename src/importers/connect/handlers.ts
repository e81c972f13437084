/** What each block does in a call, by the rules of Amazon Connect. */
import { Fields } from '../reading/index.ts';
import { askingHandlers } from './asking-handlers.ts';
import { withValue } from './call-state.ts';
import { fitsCondition } from './evaluate.ts';
import { leadingHandlers } from './leading-handlers.ts';
import type { Action } from './read-flow.ts';
import { evaluate, findFailure, go, readParameter, withFrame } from './run.ts';
import type { Handler } from './run.ts';
import { findVoiceLanguage } from './voices.ts';

const skip: Handler = {
  enter: ({ state }, { next, errors }) => go(state, next ?? errors.get('NoMatchingError')),
};

const unsupported: Handler = {
  enter: ({ state }, { type }) => ({ kind: 'stops', state, effects: [{ kind: 'unsupported', what: type }] }),
};

const compare: Handler = {
  enter(run, action) {
    const value = readParameter(run, action, 'ComparisonValue') ?? '';
    const found = action.conditions.find((one) =>
      fitsCondition(value, one, (text) => evaluate(run, action, text)),
    );
    if (found !== undefined) return go(run.state, found.next);
    return go(run.state, findFailure(action, 'NoMatchingCondition') ?? action.next);
  },
};

const setAttributes: Handler = {
  enter(run, action) {
    const fields = new Fields(action.parameters).fields('Attributes');
    const values = fields.names.map(
      (name) => [name, evaluate(run, action, fields.text(name) ?? '')] as const,
    );
    const attributes = values.reduce(
      (all, [name, value]) => withValue(all, name, value),
      run.state.attributes,
    );
    return go({ ...run.state, attributes }, action.next);
  },
};

const setFlowAttributes: Handler = {
  enter(run, action) {
    const fields = new Fields(action.parameters).fields('FlowAttributes');
    const values = fields.names.map((name) => {
      const text = fields.text(name) ?? fields.fields(name).text('Value') ?? '';
      return [name, evaluate(run, action, text)] as const;
    });
    const flowAttributes = values.reduce(
      (all, [name, value]) => withValue(all, name, value),
      run.frame.flowAttributes,
    );
    return go(withFrame(run.state, { flowAttributes }), action.next);
  },
};

/** Goes on as often as the block says, then is done once and begins anew. */
const loop: Handler = {
  enter(run, action) {
    const count = Number(readParameter(run, action, 'LoopCount') ?? 0);
    const made = Object.hasOwn(run.frame.rounds, action.id) ? (run.frame.rounds[action.id] ?? 0) : 0;
    const isDone = !(made < count);
    const wanted = isDone ? 'DoneLooping' : 'ContinueLooping';
    const found = action.conditions.find(({ operands }) => operands[0] === wanted)?.next;
    const rounds = withValue(run.frame.rounds, action.id, isDone ? 0 : made + 1);
    return go(withFrame(run.state, { rounds }), found ?? action.next);
  },
};

const setVoice: Handler = {
  enter({ state }, action) {
    const language = findVoiceLanguage(new Fields(action.parameters).text('TextToSpeechVoice') ?? '');
    return go(language === undefined ? state : { ...state, language }, action.next);
  },
};

const setRecording: Handler = {
  enter({ state }, action) {
    const fields = new Fields(action.parameters);
    const behavior = fields.node('RecordingBehavior');
    const isRecorded =
      behavior?.kind === 'object'
        ? fields.fields('RecordingBehavior').list('RecordedParticipants').length > 0
        : fields.text('RecordingBehavior') === 'Enable';
    return go({ ...state, isRecorded }, action.next);
  },
};

const setCallback: Handler = {
  enter(run, action) {
    const callback = readParameter(run, action, 'CallbackNumber') ?? '';
    if (/^\+[1-9]\d{6,14}$/.test(callback)) return go({ ...run.state, callback }, action.next);
    return go(run.state, findFailure(action, 'InvalidCallbackNumber', 'CallbackNumberNotDialable'));
  },
};

const stop: Handler = {
  enter: ({ state }) => ({ kind: 'stops', state, effects: [{ kind: 'ended', by: 'flow' }] }),
};

const handlers: Readonly<Record<string, Handler>> = {
  ...askingHandlers,
  ...leadingHandlers,
  Compare: compare,
  UpdateContactAttributes: setAttributes,
  UpdateFlowAttributes: setFlowAttributes,
  Loop: loop,
  UpdateContactTextToSpeechVoice: setVoice,
  UpdateContactRecordingBehavior: setRecording,
  UpdateContactRecordingAndAnalyticsBehavior: setRecording,
  UpdateContactCallbackNumber: setCallback,
  DisconnectParticipant: stop,
  EndFlowExecution: stop,
  EndFlowModuleExecution: { enter: ({ state }) => ({ kind: 'returns', state, effects: [] }) },
  // A call cannot wait.
  Wait: { enter: ({ state }, action) => go(state, findFailure(action)) },
  CheckOutboundCallStatus: {
    enter: ({ state }, { conditions, next }) =>
      go(state, conditions.find(({ operands }) => operands[0] === 'CallAnswered')?.next ?? next),
  },
  UpdateFlowLoggingBehavior: skip,
  UpdateContactEventHooks: skip,
  TagContact: skip,
  UnTagContact: skip,
  UpdateContactData: skip,
  UpdateContactRoutingBehavior: skip,
  UpdateContactRoutingCriteria: skip,
  UpdatePreviousContactParticipantState: skip,
  UpdateContactMediaProcessing: skip,
  CreateWisdomSession: skip,
  CreatePersistentContactAssociation: skip,
};

export function findHandler({ type }: Action): Handler {
  return (Object.hasOwn(handlers, type) ? handlers[type] : undefined) ?? unsupported;
}
