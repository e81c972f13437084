/** Blocks that lead out of the flow, by the rules of Amazon Connect. */
import { findOpeningAt } from '../../language/model/index.ts';
import type { Effect, Move } from '../../verification/compare/index.ts';
import { toDialable } from '../project/index.ts';
import { Fields } from '../reading/index.ts';
import { nameHours } from './classify.ts';
import { readAnswer } from './external.ts';
import { listReplies } from './examples.ts';
import { evaluate, findFailure, go, withFrame } from './run.ts';
import type { Handler, Received, Run } from './run.ts';
import type { Action } from './read-flow.ts';
import { nameId, nameResource } from './targets.ts';

const awaitsParty: Pick<Handler, 'awaits'> = { awaits: () => ({ kind: 'party' }) };

function dial({ state }: Run, number: string): ReturnType<Handler['enter']> {
  return { kind: 'waits', state, effects: [{ kind: 'dialled', to: number }] };
}

/** Tells what of a conversation is noticed beside it. */
function talk({ state }: Run): Effect[] {
  return state.isRecorded ? [{ kind: 'recording', does: 'starts' }] : [];
}

/** A queue is a number that is dialled, as the report says. After the conversation the call is over. */
function receiveQueue(run: Run, action: Action, move: Move): Received | undefined {
  if (move.kind !== 'party') return undefined;
  const { state } = run;
  if (move.does === 'talked') return { state, effects: talk(run), to: undefined };
  const to = move.does === 'busy' ? findFailure(action, 'QueueAtCapacity') : findFailure(action);
  return { state, effects: [], to };
}

function findQueue({ state, current }: Run, action: Action): { name: string; number: string } | null {
  const own = nameResource(action, 'QueueId') ?? nameResource(action, 'AgentId');
  if (own === undefined) return state.queue;
  return { name: own, number: current.targets.findQueue(own, action.span).value };
}

const transferToQueue: Handler = {
  ...awaitsParty,
  enter(run, action) {
    const queue = findQueue(run, action);
    return queue === null ? go(run.state, findFailure(action)) : dial(run, queue.number);
  },
  receive: receiveQueue,
};

const setQueue: Handler = {
  enter(run, action) {
    const name = nameResource(action, 'QueueId') ?? nameResource(action, 'AgentId') ?? 'BasicQueue';
    const number = run.current.targets.findQueue(name, action.span).value;
    return go({ ...run.state, queue: { name, number } }, action.next);
  },
};

const transferToNumber: Handler = {
  ...awaitsParty,
  enter(run, action) {
    const text = new Fields(action.parameters).text('ThirdPartyPhoneNumber') ?? '';
    const number = evaluate(run, action, text);
    const party = text.includes('$.') ? number.replaceAll(/[\s()-]/g, '') : toDialable(number);
    if (party !== undefined) return dial(run, party);
    const name = nameId(text) === '' ? 'third party' : nameId(text);
    return dial(run, run.current.targets.findNumber(name, action.span).value);
  },
  receive(run, action, move) {
    if (move.kind !== 'party') return undefined;
    const { state } = run;
    const goesOn = new Fields(action.parameters).boolean('ContinueFlowExecution') !== false;
    if (move.does === 'talked') return { state, effects: talk(run), to: goesOn ? action.next : undefined };
    const kinds = move.does === 'no_answer' ? ['ConnectionTimeLimitExceeded', 'CallFailed'] : ['CallFailed'];
    return { state, effects: [], to: findFailure(action, ...kinds) };
  },
};

/** A function is asked over HTTPS with its parameters and the caller's number, as the report says. */
const invokeFunction: Handler = {
  enter(run, action) {
    const name = nameResource(action, 'LambdaFunctionARN') ?? 'function';
    const sent = new Fields(action.parameters).fields('LambdaInvocationAttributes');
    const given = sent.names.map((key) => [key, evaluate(run, action, sent.text(key) ?? '')] as const);
    const fields = Object.fromEntries([['caller', run.state.caller], ...given]);
    const url = run.current.targets.findFunction(name, action.span).value;
    return { kind: 'waits', state: run.state, effects: [{ kind: 'requested', method: 'POST', url, fields }] };
  },
  awaits: ({ current }) => ({
    kind: 'reply',
    replies: listReplies(current.externalPaths, current.reachable),
  }),
  receive(run, action, move) {
    if (move.kind !== 'replies') return undefined;
    const external = readAnswer(move.reply, run.current.externalPaths);
    if (external === undefined) return { state: run.state, effects: [], to: findFailure(action) };
    return { state: withFrame(run.state, { external }), effects: [], to: action.next };
  },
};

const checkHours: Handler = {
  enter(run, action) {
    const hours = run.current.findHours(nameHours(action, run.state.queue?.name), action);
    if (hours === undefined)
      return { kind: 'stops', state: run.state, effects: [{ kind: 'unsupported', what: action.type }] };
    const wanted = findOpeningAt(hours, run.state.at).state === 'open' ? 'true' : 'false';
    const found = action.conditions.find(({ operands }) => operands[0]?.toLowerCase() === wanted);
    if (found !== undefined) return go(run.state, found.next);
    const missed = wanted === 'true' ? undefined : findFailure(action, 'NoMatchingCondition');
    return go(run.state, missed ?? action.next);
  },
};

/** Leads to another flow; `isForGood` if the call does not come back. */
function lead(isForGood: boolean): Handler {
  return {
    enter(run, action) {
      const index = run.current.findCalled(action);
      if (index !== undefined)
        return { kind: 'enters', state: run.state, flow: index, isForGood, effects: [] };
      return { kind: 'stops', state: run.state, effects: [{ kind: 'unsupported', what: action.type }] };
    },
  };
}

export const leadingHandlers: Readonly<Record<string, Handler>> = {
  TransferContactToQueue: transferToQueue,
  DequeueContactAndTransferToQueue: transferToQueue,
  TransferContactToAgent: transferToQueue,
  UpdateContactTargetQueue: setQueue,
  TransferParticipantToThirdParty: transferToNumber,
  InvokeLambdaFunction: invokeFunction,
  CheckHoursOfOperation: checkHours,
  TransferToFlow: lead(true),
  InvokeFlowModule: lead(false),
};
