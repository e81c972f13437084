/** What a call does the moment it is answered (voice.md 2.2). */
import { startBridge } from './bridge.ts';
import type { Call } from './call.ts';
import type { PlayOrder } from './play-order.ts';
import { startPlay } from './playback.ts';
import { startStream } from './stream.ts';
import { note, notify } from '../world.ts';
import type { World } from '../world.ts';

export type OnConnect =
  | { mode: 'play'; order: PlayOrder }
  | { mode: 'connect'; to: string }
  | { mode: 'room'; roomId: string }
  | { mode: 'stream'; wssHost: string };

/** Does it. Rooms and streams are noted, and no more. */
export function performOnConnect(world: World, call: Call, action: OnConnect): void {
  switch (action.mode) {
    case 'play':
      startPlay(world, call, action.order);
      break;
    case 'connect':
      startBridge(world, call, action.to);
      break;
    case 'room':
      note(world, call, { kind: 'room_joined', room_id: action.roomId });
      notify(world, call, { state: 'joined' });
      break;
    case 'stream':
      startStream(world, call, { wssHost: action.wssHost, cause: 'answer' });
      break;
  }
}
