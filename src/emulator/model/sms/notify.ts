import type { SmsNotification } from '../../../wire/index.ts';
import { dispatch } from '../dispatch.ts';
import type { World } from '../world.ts';

/** Sends an SMS notification; without an address it is only noted. Those about the same go out in order. */
export function notify(
  world: World,
  about: string,
  letter: { appId: string; url?: string | undefined; body: SmsNotification },
): void {
  dispatch(world, { ...letter, url: letter.url, about });
}
