/** What operators do to calls under way: whichever node is asked, it is done once, or refused with a word. */
import { describe, expect, test } from 'vitest';
import { callId } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { arrival, call, flowOf, useScene } from './scene.ts';

const scene = useScene();

const step = async (engine: Engine) => (await engine.loadCall(call))?.context.step;
const traceOf = async (engine: Engine) => (await engine.loadTrace(call)).map(({ event }) => event.type);
const unknown = callId('default.nobody');

describe('a call that is ended by an operator', () => {
  test('is hung up, by a node that has never seen it too, and over once the platform says so', async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    await scene().asked(one);
    await other.hangUp(call);
    await scene().settled();
    expect(scene().whats.at(-1)).toBe('DELETE v1');
    expect((await one.loadCall(call))?.endedAt).toBeUndefined();
    await one.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect(await one.loadCall(call)).toMatchObject({
      endedAt: expect.any(Number) as number,
      context: { call: { reason: 'normal' } },
    });
    await expect(other.hangUp(call)).rejects.toMatchObject({ code: 'call_over' });
  });

  test('is hung up once, however often that is asked for', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    await Promise.all([engine.hangUp(call), engine.hangUp(call), engine.hangUp(call)]);
    await scene().settled();
    expect(scene().whats.filter((what) => what === 'DELETE v1')).toHaveLength(1);
    expect((await traceOf(engine)).filter((type) => type === 'hang_up')).toHaveLength(1);
  });

  test('is hung up by another node if the one that was asked dies before it asks the platform', async () => {
    const victim = await scene().victim();
    await scene().welcomed(await scene().engine());
    scene().server.answers('DELETE v1', () => new Promise(() => undefined));
    await victim.hangUp(call);
    expect(await scene().outbox()).toEqual(['hangup']);
    const heir = await scene().engine();
    heir.start();
    await scene().until(() => {
      scene().clock.pass(1_000);
      return scene().whats.filter((what) => what === 'DELETE v1').length === 2;
    });
    await scene().settled();
  });

  test('runs its finalizer once the platform has said so', async () => {
    const note = flowOf(
      'ringflow: 1\nname: note\non: { end: noted }\nsteps:\n  hello: { say: Hello. }\n  noted: { outcome: told, next: end }\n  end: { hangup: }\n',
    );
    const engine = await scene().bare();
    await engine.flows.deploy(note);
    await scene().welcomed(engine);
    await engine.hangUp(call);
    expect((await engine.loadCall(call))?.context.milestones).toEqual([]);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect((await engine.loadCall(call))?.context.milestones).toEqual(['told']);
  });

  test('that has not been dialled yet ends at once', async () => {
    const slow = flowOf('ringflow: 1\nname: slow\nsteps:\n  first: { wait: 1m }\n  hello: { say: Hello. }\n');
    const engine = await scene().bare();
    await engine.flows.deploy(slow);
    const id = await engine.dial({
      project: arrival({ type: 'incoming' }).project,
      flow: 'slow',
      from: '+4930222',
      to: '+4930111',
    });
    await engine.hangUp(id);
    expect((await engine.loadCall(id))?.endedAt).toBeDefined();
    expect(scene().whats).toEqual([]);
  });

  test('that there is not is told so', async () => {
    const engine = await scene().engine();
    await expect(engine.hangUp(unknown)).rejects.toMatchObject({ code: 'unknown_call' });
    await expect(engine.giveEvent(unknown, { type: 'digits', digits: '1' })).rejects.toMatchObject({
      code: 'unknown_call',
    });
  });
});

describe('an event that an operator gives', () => {
  test('moves the call as what its caller does would, on whichever node', async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    await scene().asked(one);
    await other.giveEvent(call, { type: 'digits', digits: '1' });
    await scene().settled();
    expect(await step(one)).toBe('person');
    expect(scene().whats.at(-1)).toBe('PUT v1/connect');
  });

  test('is known again under its key, and one of another kind is refused under it', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    await engine.giveEvent(call, { type: 'digits', digits: '7' }, 'key');
    const entries = (await traceOf(engine)).length;
    await engine.giveEvent(call, { type: 'digits', digits: '7' }, 'key');
    // I7: which key it was is not part of the fingerprint, from which it could be guessed.
    await engine.giveEvent(call, { type: 'digits', digits: '8' }, 'key');
    expect(await traceOf(engine)).toHaveLength(entries);
    for (const other of [
      { type: 'digits', digits: '12' },
      { type: 'speech', text: 'seven' },
    ] as const)
      await expect(engine.giveEvent(call, other, 'key')).rejects.toMatchObject({ code: 'key_reused' });
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await engine.giveEvent(call, { type: 'digits', digits: '7' }, 'key');
    await expect(engine.giveEvent(call, { type: 'digits', digits: '7' }, 'other')).rejects.toMatchObject({
      code: 'call_over',
    });
  });

  test('that nothing waits for leaves no trace', async () => {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    const before = await engine.loadCall(call);
    for (const given of [
      { type: 'digits', digits: '1' },
      { type: 'speech', text: 'one' },
      { type: 'message', text: 'one' },
    ] as const)
      await expect(engine.giveEvent(call, given), given.type).rejects.toMatchObject({ code: 'not_awaited' });
    expect(await engine.loadCall(call)).toEqual(before);
  });

  test('does not pass for the answer of a call that rings', async () => {
    const engine = await scene().engine({});
    await engine.receive(arrival({ type: 'incoming' }));
    await expect(engine.giveEvent(call, { type: 'digits', digits: '1' })).rejects.toMatchObject({
      code: 'not_awaited',
    });
    expect((await engine.loadCall(call))?.context.leg).toBe('accepting');
  });

  test('is a message from whom the call waits for one, and from nobody else', async () => {
    const patient = flowOf(
      'ringflow: 1\nname: patient\nvars: { reply: "" }\nsteps:\n  ask:\n    wait: { for: message, timeout: 2m, save: reply }\n    on: { timeout: hangup }\n  done: { say: "Thank you.", next: hangup }\n',
    );
    const engine = await scene().bare();
    await engine.flows.deploy(patient);
    await engine.receive(arrival({ type: 'incoming' }));
    const from = '+4930999';
    await expect(engine.giveEvent(call, { type: 'message', text: 'no', from })).rejects.toMatchObject({
      code: 'not_awaited',
    });
    await engine.giveEvent(call, { type: 'message', text: 'yes' });
    expect((await engine.loadCall(call))?.context.vars).toEqual({ reply: 'yes' });
  });

  test('is keys on a bridge where two people talk, and speech where a step listens to it', async () => {
    const talk = flowOf(`
ringflow: 1
name: talk
steps:
  ask:
    menu: { prompt: Sales or service?, choices: [{ key: 1, phrases: [sales], goto: sales }], attempts: 1 }
    on: { exhausted: hangup }
  sales:
    connect: { to: "+4930333", ring: 20s, keys: { "*9": hangup } }
    on: { busy: hangup, no_answer: hangup, failed: hangup }
`);
    const engine = await scene().bare();
    await engine.flows.deploy(talk);
    await scene().welcomed(engine);
    await engine.giveEvent(call, { type: 'speech', text: 'sales please' });
    expect(await step(engine)).toBe('sales');
    await engine.receive(arrival({ type: 'bridged' }));
    await engine.giveEvent(call, { type: 'digits', digits: '*9' });
    await scene().settled();
    expect(scene().whats.at(-1)).toBe('DELETE v1');
  });

  test('of two at once both are decided one after the other', async () => {
    const one = await scene().engine();
    const engines = [one, await scene().engine()];
    await scene().asked(one);
    const results = await Promise.allSettled(
      engines.map((engine) => engine.giveEvent(call, { type: 'digits', digits: '1' })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
