/** Text messages: those that a call waits for, and those that begin one. */
import { describe, expect, test } from 'vitest';
import { callId } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { arrival, call, flowOf, project, useScene } from './scene.ts';

const scene = useScene();

const patient = flowOf(`
ringflow: 1
name: patient
vars: { reply: "" }
steps:
  ask:
    wait: { for: message, timeout: 2m, save: reply }
    on: { timeout: hangup }
  done:
    say: "You wrote \${vars.reply}."
    next: hangup
`);

const busy = flowOf(`
ringflow: 1
name: busy
vars: { reply: "" }
steps:
  ask: { say: Please write to us. }
  hear:
    wait: { for: message, timeout: 2m, save: reply }
    on: { timeout: hangup }
  done:
    say: Thank you.
    next: hangup
`);

const caller = flowOf(`
ringflow: 1
name: caller
steps:
  hello:
    say: "You asked for a call: \${message.text}."
    next: hangup
`);

const text = (words: string, key?: string) => ({
  project,
  from: '4930111',
  to: '+4930222',
  text: words,
  ...(key === undefined ? {} : { key }),
});

async function waiting(): Promise<Engine> {
  const engine = await scene().victim({}, [patient]);
  await engine.receive(arrival({ type: 'incoming' }));
  return engine;
}

describe('a call that waits for a message', () => {
  test('gets it from a node that does not know yet that it waits', async () => {
    const one = await scene().victim({}, [busy]);
    const other = await scene().victim({}, [busy]);
    await one.receive(arrival({ type: 'incoming' }));
    await one.receive(arrival({ type: 'connected' }));
    await scene().quiet();
    await other.receive(arrival({ type: 'played' }));
    expect((await other.loadCall(call))?.context.step).toBe('hear');
    expect(await one.message(text('yes'))).toBe('applied');
    expect((await one.loadCall(call))?.context.vars).toEqual({ reply: 'yes' });
  });

  test('gets the one from its caller, however the number is written', async () => {
    const engine = await waiting();
    expect(await engine.message(text('yes'))).toBe('applied');
    expect((await engine.loadCall(call))?.context).toMatchObject({
      vars: { reply: 'yes' },
      message: { from: '4930111', text: 'yes' },
      awaits: '',
    });
  });

  test('does not get one from somebody else', async () => {
    const engine = await waiting();
    expect(await engine.message({ ...text('yes'), from: '+4930999' })).toBe('no_flow');
    expect((await engine.loadCall(call))?.context.vars).toEqual({ reply: '' });
  });

  test('waits no longer once it has ended', async () => {
    const engine = await waiting();
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect(await engine.message(text('yes'))).toBe('no_flow');
  });
});

describe('a message that comes again', () => {
  const conversation = flowOf(`
ringflow: 1
name: conversation
vars: { first: "", second: "" }
steps:
  one: { wait: { for: message, timeout: 2m, save: first }, on: { timeout: hangup } }
  two: { wait: { for: message, timeout: 2m, save: second }, on: { timeout: hangup }, next: hangup }
`);
  const begun = callId('default.sms-1');

  /** Flows for calls and for messages, both to the same number. */
  async function withRoutes(calls: CompiledFlow, messages: CompiledFlow): Promise<Engine> {
    const engine = await scene().victim({}, [calls, messages]);
    engine.flows.route('4930222', calls.name);
    engine.flows.routeMessages('4930222', messages.name);
    return engine;
  }

  test('is no answer to the call that it has begun', async () => {
    const engine = await withRoutes(caller, conversation);
    await engine.message(text('hello', 'sms-1'));
    await engine.message(text('hello', 'sms-1'));
    expect((await engine.loadCall(begun))?.context).toMatchObject({ step: 'one', vars: { first: '' } });
    await engine.message(text('yes', 'sms-2'));
    expect((await engine.loadCall(begun))?.context).toMatchObject({ step: 'two', vars: { first: 'yes' } });
  });

  test.each<[string, (engine: Engine) => unknown]>([
    ['goes on', () => undefined],
    ['is over', (engine) => engine.receive(arrival({ type: 'disconnected', reason: 'normal' }))],
  ])('begins no call where it was the answer to one that %s', async (_fact, meanwhile) => {
    const engine = await withRoutes(patient, caller);
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.message(text('yes', 'sms-1'));
    await meanwhile(engine);
    expect(await engine.message(text('yes', 'sms-1'))).toBe('applied');
    expect(await engine.loadCall(begun)).toBeUndefined();
  });

  test('is no answer to what the call waits for next', async () => {
    const engine = await withRoutes(conversation, caller);
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.message(text('yes', 'sms-1'));
    expect(await engine.message(text('yes', 'sms-1'))).toBe('applied');
    expect((await engine.loadCall(call))?.context.vars).toEqual({ first: 'yes', second: '' });
    expect(await engine.loadCall(begun)).toBeUndefined();
  });

  test('at the same time is taken once', async () => {
    const engine = await withRoutes(patient, caller);
    await engine.receive(arrival({ type: 'incoming' }));
    await Promise.all([engine.message(text('yes', 'sms-1')), engine.message(text('yes', 'sms-1'))]);
    expect((await engine.loadCall(call))?.context.vars).toEqual({ reply: 'yes' });
    expect(await engine.loadCall(begun)).toBeUndefined();
  });

  test('while another one is answered begins what it asks for: none of two is lost', async () => {
    const engine = await withRoutes(patient, caller);
    await engine.receive(arrival({ type: 'incoming' }));
    await Promise.all([engine.message(text('yes', 'sms-0')), engine.message(text('help', 'sms-1'))]);
    expect((await engine.loadCall(call))?.context.vars).toEqual({ reply: 'yes' });
    expect((await engine.loadCall(begun))?.context.message).toEqual({ from: '4930111', text: 'help' });
  });
});

describe('a call that has sent a message', () => {
  const sender = flowOf(`
ringflow: 1
name: sender
on: { end: after }
vars: { outcome: "" }
steps:
  bye: { hangup: }
  after:
    sms: { template: thanks, campaign: desk, wait: delivered, timeout: 5m }
    on: { undelivered: hangup, timeout: hangup, failed: hangup }
  there:
    set: { outcome: there }
    next: hangup
`);
  const reports = [{ to: '+4930111', status: 'delivered' as const }];

  async function sent(): Promise<Engine> {
    const engine = await scene().victim({}, [sender]);
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await scene().settled();
    return engine;
  }

  test('hears what became of it, though the call itself is over', async () => {
    const engine = await sent();
    const { body, what, key } = scene().server.requests.at(-1) ?? {};
    expect([what, key]).toEqual(['POST sms/v1/messages/', `${call}.2`]);
    expect(body).toMatchObject({ recipient: [{ to: '+4930111', uuid: `${call}.2` }] });
    await engine.delivered({ project, reference: `${call}.2`, reports });
    expect(await engine.loadCall(call)).toMatchObject({
      context: { vars: { outcome: 'there' } },
      endedAt: expect.any(Number) as number,
    });
  });

  test.each(['default.v2.2', 'other.v1.2', 'v1.2', 'default.v1.x', ''])(
    'does not hear of another one: %s',
    async (reference) => {
      const engine = await sent();
      await engine.delivered({ project, reference, reports });
      expect((await engine.loadCall(call))?.context.vars).toEqual({ outcome: '' });
    },
  );
});

describe('a message to a number with a route', () => {
  async function routed(): Promise<Engine> {
    const engine = await scene().victim({}, [caller]);
    engine.flows.routeMessages('4930222', 'caller');
    return engine;
  }

  test('begins the flow, which calls its sender', async () => {
    const engine = await routed();
    expect(await engine.message(text('help', 'sms-1'))).toBe('applied');
    await scene().settled(callId('default.sms-1'));
    expect(scene().server.requests).toMatchObject([
      {
        what: 'POST',
        body: {
          from: '+4930222',
          to: '4930111',
          action_on_connect: { play: { text: 'You asked for a call: help.' } },
        },
      },
    ]);
  });

  test('begins it once, though it comes twice', async () => {
    const engine = await routed();
    await engine.message(text('help', 'sms-1'));
    await engine.message(text('help', 'sms-1'));
    await scene().settled(callId('default.sms-1'));
    expect(scene().whats).toEqual(['POST']);
  });

  test('begins nothing where the number has none: no flow is for messages by default', async () => {
    const engine = await scene().victim({}, [caller]);
    expect(await engine.message(text('help'))).toBe('no_flow');
  });
});
