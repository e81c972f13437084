/**
 * Join tokens (video.md 2.2, 4, 5, 8): JWTs signed with the App Key, for one room and one role.
 *
 * JOIN-TOKEN-1. A token is valid for 15 minutes and can be used once.
 * JOIN-TOKEN-2. A forged or modified token is rejected.
 */
import { decodeBase64 } from '../../../../language/text/index.ts';
import { toFields } from '../../../wire/index.ts';
import type { RoomRole, RoomTokenAnswer } from '../../../../../schemas/types/video.ts';
import { signJwt } from '../rest/credentials.ts';
import { readBody } from '../rest/fields.ts';
import type { IncomingRequest } from '../rest/service.ts';
import type { World } from '../world.ts';
import { createNumericRefusal, createStringRefusal } from './errors.ts';
import { findRoom } from './find-room.ts';
import { readNumberedText, readData } from './requests/incoming.ts';
import { isFull, isRole } from './roles.ts';
import { JOIN_TOKEN_LIFETIME_MS, type Room } from './room.ts';
import { findTokenRefusal } from './room-availability.ts';

interface Holder {
  name: string;
  userRef: string;
  role: RoomRole;
  data?: object;
}

interface Claims {
  app_id: string;
  room_id: string;
  user: { name: string; user_ref: string };
  role: RoomRole;
  data?: object;
  jti: string;
  iat: number;
  exp: number;
}

function issueToken(world: World, room: Room, { name, userRef, role, data }: Holder): string {
  const iat = Math.floor(world.clock.now / 1_000);
  const claims: Claims = {
    app_id: room.appId,
    room_id: room.id,
    user: { name, user_ref: userRef },
    role,
    ...(data !== undefined && { data }),
    jti: world.ids.next('token'),
    iat,
    exp: iat + JOIN_TOKEN_LIFETIME_MS / 1_000,
  };
  return signJwt(claims, world.directory.findProject(room.appId)?.appKey ?? '');
}

/** Verifies a token; throws UNAUTHORIZED for a forged one, TOKEN_EXPIRED for an expired or used one. */
export function readToken(world: World, token: string): Claims {
  const claims = readClaims(token);
  const key = claims && world.directory.findProject(claims.app_id)?.appKey;
  if (claims === undefined || key === undefined || signJwt(claims, key) !== token)
    throw createStringRefusal('UNAUTHORIZED');
  const isOver = world.clock.now >= claims.exp * 1_000;
  if (isOver || world.video.usedTokens.get(claims.jti, world.clock.now))
    throw createStringRefusal('TOKEN_EXPIRED');
  return claims;
}

/** Marks a token as used. */
export function useToken({ clock, video }: World, { jti }: Claims): void {
  video.usedTokens.set(jti, true, clock.now);
}

function readClaims(token: string): Claims | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(decodeBase64(payload));
    return typeof toFields(claims)?.app_id === 'string' ? (claims as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * POST /rooms/{room_id}/tokens (video.md 2.2, 3, 7, 8). This route answers 40001 for an unknown room, and 40002 for a
 * room of another project. The role audience requires a room with `audiences`, which enables the broadcast stream.
 */
export function createToken(world: World, incoming: IncomingRequest): RoomTokenAnswer {
  const room = findRoom(world, incoming.params.room_id ?? '', incoming.project.appId);
  if (room === undefined) throw createNumericRefusal(40001);
  if (room.appId !== incoming.project.appId) throw createNumericRefusal(40002);
  const holder = readHolder(room, incoming);
  const refusal = findTokenRefusal(room, world.clock.now);
  if (refusal !== undefined) throw createNumericRefusal(refusal);
  if (room.session?.locked === true) throw createStringRefusal('ROOM_LOCKED');
  if (isFull(room, holder.role)) throw createNumericRefusal(10114);
  return { result: 0, token: issueToken(world, room, holder) };
}

function readHolder(room: Room, { body }: IncomingRequest): Holder {
  const fields = readBody(body);
  const name = readNumberedText(fields, 'name', 10101);
  const role = readNumberedText(fields, 'role', 10103);
  if (!isRole(role) || (role === 'audience' && room.settings.audiences === undefined))
    throw createNumericRefusal(10104);
  const userRef = readNumberedText(fields, 'user_ref', 10102);
  const data = readData(fields);
  return { name, userRef, role, ...(data && { data }) };
}
