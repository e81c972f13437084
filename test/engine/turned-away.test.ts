/** Calls of a project that has as many as it may. */
import { expect, test } from 'vitest';
import { flowOf, project, arrival, call, desk, useScene } from './scene.ts';

const scene = useScene();
const full = { beginnings: { admits: () => false } };
const WHY = { kind: 'turned_away', why: 'too_many_calls' };

test('a call that comes in is rejected before it is accepted, and its trace says why', async () => {
  const engine = await scene().engine(full);
  expect(await engine.receive(arrival({ type: 'incoming' }))).toBe('applied');
  const record = await engine.loadCall(call);
  expect(record).toMatchObject({
    endedAt: scene().clock.now(),
    timers: {},
    context: { leg: 'ended', call: { reason: 'rejected' } },
  });
  const [entry, ...others] = await engine.loadTrace(call);
  expect(others).toEqual([]);
  expect(entry?.notes).toEqual([WHY, { kind: 'ended', reason: 'rejected' }]);
  expect(entry?.commands.map(({ kind }) => kind)).toEqual(['hangup']);
  await scene().settled();
  expect(scene().whats).toEqual(['DELETE v1']);
});

test('the same notification again, and what comes of the rejection, changes nothing', async () => {
  let isFull = true;
  const engine = await scene().engine({ beginnings: { admits: () => !isFull } });
  const incoming = { ...arrival({ type: 'incoming' }), key: 'once' };
  await engine.receive(incoming);
  isFull = false;
  await engine.receive(incoming);
  await engine.receive(arrival({ type: 'disconnected', reason: 'rejected' }));
  await scene().settled();
  expect(scene().whats).toEqual(['DELETE v1']);
  expect((await engine.loadCall(call))?.context.call.reason).toBe('rejected');
});

test('a call that is to be placed is refused, and can be asked for again under its key', async () => {
  let isFull = true;
  const engine = await scene().engine({ beginnings: { admits: () => !isFull } });
  await engine.flows.deploy(desk);
  const wanted = { project, flow: 'desk', from: '+4930222', to: '+4930111', key: 'once' };
  await expect(engine.dial(wanted)).rejects.toMatchObject({ code: 'too_many_calls', retryable: true });
  isFull = false;
  const id = await engine.dial(wanted);
  isFull = true;
  expect(await engine.dial(wanted)).toBe(id);
});

test('a message begins a call that is turned away, and nobody is called', async () => {
  const caller = flowOf(`
ringflow: 1
name: caller
steps:
  hello: { say: You wrote to us., next: hangup }
`);
  const engine = await scene().engine(full);
  await engine.flows.deploy(caller);
  engine.flows.routeMessages('+4930222', 'caller');
  const message = { project, from: '+4930111', to: '+4930222', text: 'Call me', key: 'sms-1' };
  expect(await engine.message(message)).toBe('applied');
  const { calls } = await scene().store.list({ project, state: 'ended' }, { limit: 2 });
  expect(calls).toMatchObject([{ context: { call: { reason: 'rejected' } } }]);
  await scene().settled(calls[0]?.id);
  expect(scene().whats).toEqual([]);
});
