/**
 * The emulator as a process of its own, with so many calls that talk. Arguments: how many, and where their notifications
 * go, if anywhere. Says where it is reached and which calls there are, and lives as long as its parent.
 */
import { once } from 'node:events';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { startEmulator } from '../src/platform/emulator/http/index.ts';
import type { PlatformModel } from '../src/platform/emulator/model/index.ts';
import { authorization } from './emulator-load.ts';

const [calls, webhook] = process.argv.slice(2);
const ours = '+4930100100';

const emulator = await startEmulator({
  settings: {
    numbers: { [ours]: webhook === undefined ? {} : { webhook } },
    charactersPerSecond: 100,
    endedCalls: 10,
  },
});

/** A call that somebody made and the application accepted. */
function talking(model: PlatformModel, now: number): string {
  const voiceId = model.people.ring({ from: '+4915100000', to: ours }, now);
  const path = `/voice/v1/call/${voiceId}/accept`;
  const { status } = model.request({ method: 'PUT', path, headers: { authorization } }, now);
  if (voiceId === undefined || status !== 200) throw new Error(`a call was not accepted: ${status}`);
  return voiceId;
}

const voiceIds: string[] = [];
while (voiceIds.length < Number(calls)) {
  voiceIds.push(emulator.act(talking));
  // Calls come one by one, and what is told of them leaves meanwhile.
  await endOfTurn();
}
process.send?.({ url: emulator.url, voiceIds });
await once(process, 'SIGTERM');
await emulator.close();
process.disconnect();
