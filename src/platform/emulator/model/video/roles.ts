/**
 * Permissions in a session (video.md 2.2, 2.3, 5). The permissions of each role are not specified; these follow their
 * descriptions.
 */
import type {
  RoomPermissions,
  RoomRole,
  RoomSettings,
  RoomUser,
} from '../../../../../schemas/types/video.ts';
import { listParticipants, type Participant, type Room } from './room.ts';
import { getParticipantLimit } from './room-settings.ts';

const words: readonly RoomRole[] = ['moderator', 'participant', 'viewer', 'audience'];

export function isRole(word: string): word is RoomRole {
  return (words as readonly string[]).includes(word);
}

/**
 * Returns the permissions of a role. In lecture mode only moderators publish. Only moderators record. An audience only
 * receives the broadcast stream.
 */
export function getPermissions(role: RoomRole, { mode }: RoomSettings): RoomPermissions {
  const isModerator = role === 'moderator';
  return {
    publish: isModerator || (role === 'participant' && mode !== 'lecture'),
    subscribe: role !== 'audience',
    record: isModerator,
    stats: isModerator || role === 'participant',
    controlhandlers: isModerator,
  };
}

/** Formats a participant as an active user. */
export function toRoomUser({ settings }: Room, { name, userRef, role }: Participant): RoomUser {
  return { name, user_ref: userRef, role, permissions: getPermissions(role, settings) };
}

/**
 * True when the room takes nobody else of this role. An audience counts only towards `audiences`, everybody else
 * towards `participants`, and moderators also towards `moderators`.
 */
export function isFull(room: Room, role: RoomRole): boolean {
  const present = listParticipants(room);
  const audiences = present.filter((one) => one.role === 'audience').length;
  const { audiences: mostAudiences = Infinity, moderators: mostModerators = Infinity } = room.settings;
  if (role === 'audience') return audiences >= mostAudiences;
  if (present.length - audiences >= getParticipantLimit(room.settings)) return true;
  return role === 'moderator' && present.filter((one) => one.role === 'moderator').length >= mostModerators;
}
