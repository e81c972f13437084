/** The call that `ringflow dev --demo` places, so that something happens at once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Emulator } from '../../platform/emulator/http/index.ts';

/** Number of the demo caller, in a range reserved for fiction. */
const DEMO_CALLER = '+12025550199';
const DEMO_POLL_MS = 200;
/** Time to listen before pressing a key. */
const DEMO_THINKING_MS = 1_500;
const DEMO_TALKING_MS = 3_000;
const MAX_DEMO_MS = 60_000;

/** Places a call that presses 1 when asked, talks for a while once connected, hangs up that leg and listens to the end. */
export async function placeDemoCall(emulator: Emulator, number: string): Promise<void> {
  // A pending pause does not keep the process alive.
  const pause = (ms: number) => delay(ms, undefined, { ref: false });
  const call = emulator.act((model, now) => model.people.ring({ from: DEMO_CALLER, to: number }, now));
  if (call === undefined) return;
  for (let waited = 0; waited < MAX_DEMO_MS; waited += DEMO_POLL_MS) {
    await pause(DEMO_POLL_MS);
    const view = emulator.act((model) => model.control.call(call));
    if (view === undefined || view.state === 'disconnected') return;
    if (view.listens) {
      await pause(DEMO_THINKING_MS);
      emulator.act((model, now) => model.people.press(call, '1', now));
      await pause(DEMO_THINKING_MS);
    }
    if (view.state === 'bridged') {
      await pause(DEMO_TALKING_MS);
      emulator.act((model, now) => model.people.hangUp(call, now, 'second'));
    }
  }
  emulator.act((model, now) => model.people.hangUp(call, now));
}
