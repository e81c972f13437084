/** What src/call/runnable-flow.ts relies on in XState beyond its documented functions: a new release that behaves differently fails here. */
import { createEmptyActor, createMachine } from 'xstate';
import type { ActorScope, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { expect, test } from 'vitest';

interface Box {
  seen: string[];
  ready: boolean;
}

const machine: AnyStateMachine = createMachine({
  context: ({ input }: { input: Box }) => ({ box: input }),
  initial: 'asking',
  states: {
    asking: {
      entry: { type: 'ask', params: { text: 'hello' } },
      after: { patience: 'late', 50: 'never' },
      on: { answer: { target: 'deciding', actions: 'take' } },
    },
    deciding: { entry: 'decide', always: [{ guard: 'isReady', target: 'over' }, { target: 'asking' }] },
    late: {},
    never: {},
    over: { type: 'final' },
  },
} as never).provide({
  guards: {
    isReady: ({ context: { box } }: { context: { box: Box } }) => {
      box.seen.push('guard isReady');
      return box.ready;
    },
  },
  delays: {
    patience: ({ context: { box } }: { context: { box: Box } }) => {
      box.seen.push('delay patience');
      return 300;
    },
  },
} as never);

/** A scope that writes down each action the moment XState asks for it. */
function scopeOf(box: Box): ActorScope<AnyMachineSnapshot, EventObject> {
  const self = createEmptyActor();
  const ignore = () => undefined;
  return {
    ...{ self: self as never, system: self.system, id: '', sessionId: '' },
    ...{ logger: ignore, defer: ignore, emit: ignore, stopChild: ignore },
    actionExecutor: ({ type, params }) => {
      const { id, sendId, delay, text } = (params ?? {}) as Record<string, string>;
      box.seen.push([type, id ?? sendId, delay, text].filter((part) => part !== undefined).join(' '));
      if (type === 'decide') box.ready = true;
    },
  };
}

function begin(box: Box): AnyMachineSnapshot {
  return machine.getInitialSnapshot(scopeOf(box), box) as AnyMachineSnapshot;
}

test('the first snapshot runs entry actions with their parameters, then asks for each delay and starts its timer', () => {
  const box: Box = { seen: [], ready: false };
  expect(begin(box).value).toBe('asking');
  expect(box.seen).toEqual([
    'ask hello',
    'xstate.raise xstate.after.50.(machine).asking 50',
    'delay patience',
    'xstate.raise xstate.after.patience.(machine).asking 300',
  ]);
});

test('an action runs before the guards of the transitions that follow it, and what it changes is seen by them', () => {
  const box: Box = { seen: [], ready: false };
  const first = begin(box);
  box.seen = [];
  const next = machine.transition(first, { type: 'answer' }, scopeOf(box)) as AnyMachineSnapshot;
  expect(next.status).toBe('done');
  expect(box.seen).toEqual([
    'xstate.cancel xstate.after.50.(machine).asking',
    'xstate.cancel xstate.after.patience.(machine).asking',
    'take',
    'decide',
    'guard isReady',
  ]);
});

test('a state value and a context are all that a transition needs', () => {
  const box: Box = { seen: [], ready: false };
  const resolved = machine.resolveState({ value: 'asking', context: {} });
  const next = machine.transition(
    { ...resolved, context: { box } } as never,
    { type: 'answer' },
    scopeOf(box),
  );
  expect((next as AnyMachineSnapshot).value).toBe('over');
});

test('an event that nothing waits for gives back the very same snapshot', () => {
  const box: Box = { seen: [], ready: false };
  const first = begin(box);
  expect(machine.transition(first, { type: 'unknown' }, scopeOf(box))).toBe(first);
});

test('a timer is an event of its own name', () => {
  const box: Box = { seen: [], ready: false };
  const next = machine.transition(
    begin(box),
    { type: 'xstate.after.patience.(machine).asking' },
    scopeOf(box),
  );
  expect((next as AnyMachineSnapshot).value).toBe('late');
});
