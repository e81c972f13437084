/** The contract of carriers, on the platform as the emulator plays it in real time. */
import Fastify from 'fastify';
import { voiceId } from '../../../src/call/index.ts';
import type { Arrival } from '../../../src/engine/ports/index.ts';
import { createPlatformCarrier } from '../../../src/platform/client/index.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { testCarrier, type CarrierDriver } from '../../contracts/carrier.ts';
import { openStreamServer } from '../../contracts/stream-server.ts';

const caller = '+4930111111';
const numbers = { ours: '+4930100100', answers: '+4930222222', busy: '+4930333333', refused: '+4930444444' };
const prompt = { kind: 'text', text: 'Hello there, caller.', language: 'en' } as const;

testCarrier('platform', async (): Promise<CarrierDriver> => {
  const streams = await openStreamServer();
  const arrivals: Omit<Arrival, 'project'>[] = [];
  const hook = Fastify({ forceCloseConnections: true });
  hook.removeAllContentTypeParsers();
  hook.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  hook.post<{ Body: string; Querystring: { call?: string } }>('/', ({ body, headers, query }) => {
    if (carrier.events.kind !== 'webhooks') throw new Error('the platform sends webhooks');
    for (const reading of carrier.events.read({ body, headers, query }))
      if (reading.kind === 'event') arrivals.push(reading.arrival);
    return {};
  });
  const hookUrl = await hook.listen({ port: 0, host: '127.0.0.1' });
  const emulator = await startEmulator({
    settings: {
      setupMs: 20,
      numbers: { [numbers.ours]: { webhook: hookUrl } },
      parties: {
        [numbers.answers]: { on_ring: 'answers', afterMs: 50 },
        [numbers.busy]: { on_ring: 'busy', afterMs: 50 },
        [numbers.refused]: { on_ring: 'unreachable' },
      },
    },
  });
  const carrier = createPlatformCarrier({
    baseUrl: emulator.url,
    appId: 'demo',
    appKey: 'demo-key',
    eventUrl: (call) => `${hookUrl}/?call=${encodeURIComponent(call)}`,
  });
  return {
    carrier,
    arrivals,
    numbers,
    prompt,
    streams,
    ring: () => {
      const name = emulator.act(({ people }, now) => people.ring({ from: caller, to: numbers.ours }, now));
      if (name === undefined) throw new Error('nobody can call');
      return Promise.resolve(voiceId(name));
    },
    press: (call, keys) => {
      emulator.act(({ people }, now) => people.press(call, keys, now));
      return Promise.resolve();
    },
    hangUp: (call) => {
      emulator.act(({ people }, now) => people.hangUp(call, now));
      return Promise.resolve();
    },
    countPlays: (call) => {
      const journal = emulator.act((model) => model.journal.readAfter(0));
      return Promise.resolve(
        journal.filter((entry) => entry.kind === 'speech' && entry.voice_id === call).length,
      );
    },
    listCalls: () =>
      Promise.resolve(
        emulator.act(({ control }) => control.calls()).map(({ voice_id }) => voiceId(voice_id)),
      ),
    close: async () => {
      await carrier.close();
      await emulator.close();
      await hook.close();
      streams.close();
    },
  };
});
