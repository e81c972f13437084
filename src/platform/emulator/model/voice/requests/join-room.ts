import type { JoinAnswer } from '../../../../wire/index.ts';
import { failed } from '../../answers.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';
import { joinRoom } from '../room.ts';
import { answeredCall } from './incoming.ts';

/** PUT /voice/v1/room/{room_id}/call/{voice_id}/join (observed): refused as the room refuses, in the words of video.md 7; a bridged call with 6113. */
export function joinCallToRoom(world: World, incoming: Incoming): JoinAnswer {
  const call = answeredCall(world, incoming);
  if (call.state === 'bridged') throw failed('6113');
  joinRoom(world, call, incoming.params.room_id ?? '');
  return { voice_id: call.voiceId, state: 'initiated' };
}
