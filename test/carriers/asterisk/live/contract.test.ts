/** The contract of carriers, on a real Asterisk with telephones. */
import { voiceId } from '../../../../src/call/index.ts';
import type { VoiceId } from '../../../../src/call/index.ts';
import type { Arrival } from '../../../../src/engine/ports/index.ts';
import { testCarrier, type CarrierDriver } from '../../../contracts/carrier.ts';
import { openStreamServer } from '../../../contracts/stream-server.ts';
import { until } from '../../../engine/until.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import { openBareAri } from './bare-ari.ts';
import { openPhones, startCarrier } from './carrier-rig.ts';

const numbers = {
  ours: '+4930100100',
  answers: '+4930222222',
  busy: '+4930333333',
  refused: 'Local/1@incoming',
};
const prompt = { kind: 'stored', name: 'hello-world' } as const;

testCarrier('asterisk', async (): Promise<CarrierDriver> => {
  const server = await openStreamServer();
  const streams = [{ name: 'server', url: server.url }];
  const asterisk = await startAsterisk({ streams });
  const phones = await openPhones(asterisk, (dialled) => (dialled === numbers.busy ? 'busy' : 'answer'));
  const arrivals: Omit<Arrival, 'project'>[] = [];
  const started = startCarrier(asterisk, (arrival) => arrivals.push(arrival), streams);
  const observer = await openBareAri(asterisk, { application: 'observer', subscribeAll: true });
  await started.isRegistered();
  const callers = new Map<VoiceId, PhoneCall>();

  const listChannels = async () => {
    const { body } = await observer.ask('GET', '/channels');
    return (body as { id: string }[]).map(({ id }) => id);
  };

  return {
    carrier: started.carrier,
    arrivals,
    numbers,
    prompt,
    streams: server,
    ring: async () => {
      const from = `+49170${String(callers.size).padStart(7, '0')}`;
      const call = await phones.caller.call({ from, to: numbers.ours });
      const id = await until(() => arrivals.find((arrival) => arrival.from === from)?.voiceId);
      callers.set(id, call);
      return id;
    },
    press: async (call, keys) => callers.get(call)?.press(keys),
    hangUp: async (call) => {
      const caller = callers.get(call);
      if (caller !== undefined) await caller.hangUp();
      else await phones.agent.taken.at(-1)?.hangUp();
    },
    countPlays: (call) => {
      const begun = observer.seen.filter(({ type }) => type === 'PlaybackStarted');
      return Promise.resolve(
        begun.filter(({ playback }) => playback?.target_uri === `channel:${call}`).length,
      );
    },
    listCalls: async () =>
      (await listChannels()).filter((id) => !/\.(party|snoop|stream)$/.test(id)).map(voiceId),
    close: async () => {
      observer.close();
      await started.stop();
      phones.close();
      await asterisk.stop();
      server.close();
    },
  };
});
