/**
 * A caller for those who want to see a call before they make one: waits to be asked, presses 1, talks until the
 * other side hangs up, and listens to the end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Emulator } from '../../platform/emulator/http/index.ts';

const CALLER = '+12025550199';
const LOOK_EVERY_MS = 200;
/** Time to listen before pressing a key. */
const THINKING_MS = 1_500;
const TALKING_MS = 3_000;
const LONGEST_CALL_MS = 60_000;

/** Nobody stays for the end of the call when the service stops. */
const pause = (ms: number) => delay(ms, undefined, { ref: false });

/** Places the call and stays with it until it has ended. */
export async function placeDemoCall(emulator: Emulator, number: string): Promise<void> {
  const call = emulator.act((model, now) => model.people.ring({ from: CALLER, to: number }, now));
  if (call === undefined) return;
  const look = () => emulator.act((model) => model.control.call(call));
  for (let waited = 0; waited < LONGEST_CALL_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const seen = look();
    if (seen === undefined || seen.state === 'disconnected') return;
    if (seen.listens) {
      await pause(THINKING_MS);
      emulator.act((model, now) => model.people.press(call, '1', now));
      await pause(THINKING_MS);
    }
    if (seen.state === 'bridged') {
      await pause(TALKING_MS);
      emulator.act((model, now) => model.people.hangUp(call, now, 'second'));
    }
  }
  emulator.act((model, now) => model.people.hangUp(call, now));
}
