/** Who may what in a session (video.md 2.2, 2.3, 5). The permissions of each role are not shown; these follow their descriptions. */
import type { RoomPermissions, RoomRole, RoomSettings, RoomUser } from '../../../wire/index.ts';
import { presentIn } from './room.ts';
import type { Participant, Room } from './room.ts';
import { participantLimit } from './room-settings.ts';

const words: readonly RoomRole[] = ['moderator', 'participant', 'viewer', 'audience'];

export function isRole(word: string): word is RoomRole {
  return (words as readonly string[]).includes(word);
}

/** In lecture mode only moderators publish. Only a moderator records. An audience receives the broadcast stream alone. */
export function permissionsOf(role: RoomRole, { mode }: RoomSettings): RoomPermissions {
  const isModerator = role === 'moderator';
  return {
    publish: isModerator || (role === 'participant' && mode !== 'lecture'),
    subscribe: role !== 'audience',
    record: isModerator,
    stats: isModerator || role === 'participant',
    controlhandlers: isModerator,
  };
}

/** An active user as answered. */
export function shownUser({ settings }: Room, { name, userRef, role }: Participant): RoomUser {
  return { name, user_ref: userRef, role, permissions: permissionsOf(role, settings) };
}

/**
 * Whether no one more of that role goes in. An audience counts against `audiences` alone, everybody else against
 * `participants`, moderators against `moderators` too.
 */
export function isFull(room: Room, role: RoomRole): boolean {
  const present = presentIn(room);
  const audiences = present.filter((one) => one.role === 'audience').length;
  const { audiences: mostAudiences = Infinity, moderators: mostModerators = Infinity } = room.settings;
  if (role === 'audience') return audiences >= mostAudiences;
  if (present.length - audiences >= participantLimit(room.settings)) return true;
  return role === 'moderator' && present.filter((one) => one.role === 'moderator').length >= mostModerators;
}
