import type { SmsTokenAnswer } from '../../../../wire/index.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';

/** POST /sms/v1/token (sms.md 5); the credentials of its body have been checked. */
export function token(world: World, { project }: Incoming): SmsTokenAnswer {
  const made = world.ids.next('token').replaceAll('-', '');
  world.sms.tokens.add(made, project.appId, world.clock.now);
  return { result: 0, token: made };
}
