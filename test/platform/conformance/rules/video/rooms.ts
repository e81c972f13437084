/** Rooms that the rules of the video service begin with. */
import assert from 'node:assert/strict';
import { objectIn, ok, textIn } from '../../expect.ts';
import type { Answer, Platform } from '../../platform.ts';
import type { Json } from '../../webhook.ts';

export const rooms = '/video/v2/rooms';

/** POST /rooms with these settings, and with these other fields. */
export function create(platform: Platform, settings: Json = {}, more: Json = {}): Promise<Answer> {
  return platform.post(rooms, { name: 'Team', owner_ref: 'owner-7', settings, ...more });
}

/** The room of an answer. */
export function roomOf(answer: Answer): Json {
  const body = ok(answer);
  assert.equal(body.result, 0);
  return objectIn(body, 'room');
}

/** A room that was made; gives its id. */
export async function made(platform: Platform, settings: Json = {}, more: Json = {}): Promise<string> {
  return textIn(roomOf(await create(platform, settings, more)), 'room_id');
}

/** POST /rooms/{room_id}/tokens */
export function ask(platform: Platform, roomId: string, more: Json = {}): Promise<Answer> {
  const body = { name: 'Ada', role: 'participant', user_ref: 'ada-1', ...more };
  return platform.post(`${rooms}/${roomId}/tokens`, body);
}

/** A join token. */
export async function tokenFor(platform: Platform, roomId: string, more: Json = {}): Promise<string> {
  return textIn(ok(await ask(platform, roomId, more)), 'token');
}

/** Somebody connects with a token; a refusal is `{error, code}`. */
export function enter(platform: Platform, token: string): Promise<Json> {
  return platform.control.post('/rooms/join', { token });
}

/** Somebody gets a token and connects; gives their participant id. */
export async function join(platform: Platform, roomId: string, more: Json = {}): Promise<string> {
  return textIn(await enter(platform, await tokenFor(platform, roomId, more)), 'participant_id');
}

export async function leave(platform: Platform, participantId: string): Promise<void> {
  await platform.control.post(`/participants/${participantId}/leave`);
}

/** The active users of a room. */
export async function usersOf(platform: Platform, roomId: string): Promise<Json[]> {
  const body = ok(await platform.get(`${rooms}/${roomId}/users`));
  const users = body.users as Json[];
  assert.equal(body.result, 0);
  assert.equal(body.total, users.length);
  return users;
}

/** A time as `scheduled_time` has it, so many minutes from the platform's now. */
export async function inMinutes(platform: Platform, minutes: number): Promise<string> {
  const at = new Date((await platform.control.now()).getTime() + minutes * 60_000);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** A session that was recorded and has ended, with its files ready; gives the room. */
export async function recorded(platform: Platform): Promise<string> {
  const roomId = await made(platform, { auto_recording: true });
  const participant = await join(platform, roomId, { role: 'moderator' });
  await platform.control.advance(70_000);
  await leave(platform, participant);
  await platform.control.advance(10_000);
  return roomId;
}
