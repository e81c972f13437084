import type { SmsNotification } from '../../../wire/index.ts';
import type { World } from '../world.ts';

/** Sends an SMS notification; without an address it is only noted. Those about the same go out in order. */
export function notify(
  world: World,
  about: string,
  { url, body }: { url?: string | undefined; body: SmsNotification },
): void {
  const at = world.clock.now;
  world.journal.write(at, undefined, { kind: 'notification', ...(url !== undefined && { url }), body });
  if (url !== undefined) world.outbox.push({ url, about, body, at });
}
