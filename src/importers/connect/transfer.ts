/** Blocks that lead to people, and to other flows. */
import type { Step } from '../../../schemas/types/flow.ts';
import { toDialable } from '../project/index.ts';
import { QUEUE } from './facts.ts';
import type { FlowFacts } from './facts.ts';
import type { ConnectFlow } from './read-flow.ts';
import { toConstant } from './references.ts';
import type { StepContext } from './step-context.ts';
import { nameId, nameResource } from './targets.ts';

/** Which queue may be set when a block is reached. */
export interface QueueState {
  /** Name of the one queue that it can only be. */
  only: string | undefined;
  /** True if there may be none. */
  mayBeNone: boolean;
  mayBeSet: boolean;
}

export interface Elsewhere {
  findQueue: (context: StepContext) => QueueState;
  findFlow: (context: StepContext) => { flow: ConnectFlow; name: string; facts: FlowFacts } | undefined;
  /** Name of the flow that stands for one that is not among the files. */
  nameMissingFlow: (context: StepContext) => string;
  /** True if conversations are recorded from this block on. */
  isRecorded: (context: StepContext) => boolean;
}

/** Returns what people call the queue that a block names: a queue, or an agent. */
function nameQueue(context: StepContext): string | undefined {
  return nameResource(context.action, 'QueueId') ?? nameResource(context.action, 'AgentId');
}

/** Sets the number of the queue, where it is needed as a variable. */
export function translateQueue(context: StepContext): void {
  const { shared, action } = context;
  const name = nameQueue(context) ?? 'BasicQueue';
  readQueueParameters(context);
  const { written } = shared.targets.findQueue(name, action.span);
  const failed = shared.findStep(context.failure());
  context.add({ set: { [shared.variables.declare(QUEUE)]: written }, next: context.next(), on: { failed } });
}

export function readQueueParameters(context: StepContext): void {
  context.parameters.ignore('QueueId', 'AgentId', 'Queue', 'Agent');
  context.failure();
}

export function translateQueueTransfer(context: StepContext, elsewhere: Elsewhere): void {
  const { shared, action } = context;
  const own = nameQueue(context);
  const { only, mayBeNone } =
    own === undefined ? elsewhere.findQueue(context) : { only: own, mayBeNone: false };
  readQueueParameters(context);
  context.lose('QUEUE', only ?? 'the queue that was set last');
  const failed = context.fail();
  const busy = shared.findStep(context.failure('QueueAtCapacity'));
  const to =
    only === undefined
      ? `\${${shared.variables.read(QUEUE)}}`
      : shared.targets.findQueue(only, action.span).written;
  const ways = { busy, no_answer: failed, failed };
  if (!mayBeNone) {
    connect(context, { to, ways, completed: 'hangup', elsewhere });
    return;
  }
  // Without a queue the original takes its way for errors.
  const dial = connectMore(context, { to, ways, completed: 'hangup', elsewhere });
  context.add({
    switch: [{ when: `${shared.variables.read(QUEUE)} != ""`, goto: dial }],
    next: failed,
    on: { failed },
  });
}

/** A transfer where no queue can be set takes its way for errors, without a step. */
export function passQueueTransfer(
  context: StepContext,
  elsewhere: Elsewhere,
): { to: string | undefined } | undefined {
  if (nameQueue(context) !== undefined || elsewhere.findQueue(context).mayBeSet) return undefined;
  context.failure('QueueAtCapacity');
  return { to: context.failure() };
}

interface Dial {
  to: string;
  from?: string;
  ring?: string;
  ways: { busy: string; no_answer: string; failed: string };
  completed: string;
  elsewhere: Elsewhere;
}

function connect(context: StepContext, dial: Dial): void {
  const { step, recorded } = describeDial(context, dial);
  context.add({ connect: step, ...toWays(dial, recorded) });
}

function connectMore(context: StepContext, dial: Dial): string {
  const { step, recorded } = describeDial(context, dial);
  return context.addMore('connect', {
    connect: step,
    next: dial.completed,
    on: { ...dial.ways, ...recorded },
  });
}

/** Where a recording begins, the flow goes on with it, and the end of the conversation is waited for there. */
function toWays({ ways, completed }: Dial, recorded: { bridged?: string }): Pick<Step, 'next' | 'on'> {
  return recorded.bridged === undefined
    ? { next: completed, on: ways }
    : { on: { ...ways, bridged: recorded.bridged } };
}

function describeDial(context: StepContext, { to, from, ring, completed, elsewhere }: Dial) {
  const step = { to, ...(from !== undefined && { from }), ...(ring !== undefined && { ring }) };
  if (!elsewhere.isRecorded(context)) return { step, recorded: {} };
  const wait = context.addMore('end', {
    wait: { for: 'bridge_end' },
    next: completed,
    on: { failed: completed },
  });
  const on = { not_bridged: wait, already_recording: wait, name_taken: wait, failed: wait };
  const record = context.addMore('record', { record: { start: 'call-${call.id}' }, next: wait, on });
  return { step, recorded: { bridged: record } };
}

export function translateDial(context: StepContext, elsewhere: Elsewhere): void {
  const { parameters, shared } = context;
  const text = parameters.text('ThirdPartyPhoneNumber') ?? '';
  const caller = parameters.fields('CallerId');
  caller.ignore('Name');
  const number = caller.text('Number');
  const goesOn = parameters.boolean('ContinueFlowExecution') !== false;
  const seconds = Number(
    parameters.text('ThirdPartyConnectionTimeLimitSeconds') ??
      parameters.text('ThirdPartyConnectionTimeoutSeconds'),
  );
  if (parameters.text('ThirdPartyDTMFDigits') !== undefined) {
    context.lose('DIGITS_PLAYED', parameters.text('ThirdPartyDTMFDigits'));
    context.lower('near', 'CONNECT_OPTIONS');
  }
  const failed = shared.findStep(context.failure('CallFailed'));
  const late = shared.findStep(context.failure('ConnectionTimeLimitExceeded', 'CallFailed'));
  if (context.failure('CallFailed') === undefined) context.lose('WAY_MISSING', 'CallFailed');
  connect(context, {
    to: toNumber(context, text),
    ...(number !== undefined && number !== '' && { from: context.toTemplate(number) }),
    ...(Number.isFinite(seconds) && seconds > 0 && seconds !== 30 && { ring: `${Math.round(seconds)}s` }),
    ways: { busy: failed, no_answer: late, failed },
    completed: goesOn ? context.next() : 'hangup',
    elsewhere,
  });
}

/** Writes the number to dial; what is neither a number nor computed is asked for. */
function toNumber(context: StepContext, text: string): string {
  const constant = toConstant(text);
  const party = constant === undefined ? undefined : toDialable(constant);
  if (party !== undefined) return party;
  const name = nameId(text);
  if (constant === undefined && name === text) return context.toTemplate(text);
  context.lower('near', 'CONNECT_OPTIONS');
  return context.shared.targets.findNumber(name === '' ? 'third party' : name, context.action.span).written;
}

export function translateFlowTransfer(context: StepContext, elsewhere: Elsewhere): void {
  const isRun = context.action.type === 'InvokeFlowModule';
  const id = isRun ? 'FlowModuleId' : 'ContactFlowId';
  context.parameters.ignore(id);
  const called = elsewhere.findFlow(context);
  const failed = context.fail();
  if (called === undefined) context.lose('SUBFLOW_ELSEWHERE', nameResource(context.action, id));
  const flow = called?.name ?? elsewhere.nameMissingFlow(context);
  const { variables } = context.shared;
  const passed = [...(called?.facts.params ?? [])].map((key) => [
    variables.nameKey(key),
    `\${${variables.read(key)}}`,
  ]);
  const given = passed.length === 0 ? {} : { with: Object.fromEntries(passed) as Record<string, string> };
  if (!isRun) {
    context.add({ goto: { flow, ...given }, on: { failed } });
    return;
  }
  const returned = [...(called?.facts.returns ?? [])].map((key) => [
    variables.declare(key),
    variables.nameKey(key),
  ]);
  const save = returned.length === 0 ? {} : { save: Object.fromEntries(returned) as Record<string, string> };
  context.add({ run: { flow, ...given, ...save }, next: context.next(), on: { failed } });
}
