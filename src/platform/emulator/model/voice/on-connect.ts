/** Actions on connect (voice.md 2.2). */
import { startBridge } from './bridge.ts';
import type { Call } from './call.ts';
import type { PlayOrder } from './media/play-order.ts';
import { startPlay } from './media/playback.ts';
import { joinRoomOnAnswer } from './room-join.ts';
import { startStream } from './media/stream.ts';
import type { World } from '../world.ts';

export type OnConnect =
  | { mode: 'play'; order: PlayOrder }
  | { mode: 'connect'; to: string }
  | { mode: 'room'; roomId: string }
  | { mode: 'stream'; wssHost: string };

export function performOnConnect(world: World, call: Call, action: OnConnect): void {
  switch (action.mode) {
    case 'play':
      startPlay(world, call, action.order);
      break;
    case 'connect':
      startBridge(world, call, action.to);
      break;
    case 'room':
      joinRoomOnAnswer(world, call, action.roomId);
      break;
    case 'stream':
      startStream(world, call, { wssHost: action.wssHost, cause: 'answer' });
      break;
  }
}
