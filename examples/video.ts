/**
 * Creates a room with tokens for two people, then deletes it.
 *
 *   npx ringflow emulator                 (in another terminal)
 *   npx node examples/video.ts
 */
import { createPlatformClient, CarrierError } from 'ringflow/platform';

const { PLATFORM_URL = 'http://127.0.0.1:4010', APP_ID = 'demo', APP_KEY = 'demo-key' } = process.env;
const client = createPlatformClient({ baseUrl: PLATFORM_URL, appId: APP_ID, appKey: APP_KEY });

const { room } = await client.video.rooms.create({
  name: 'Consultation',
  owner_ref: 'practice-7',
  settings: { participants: 2, quality: 'SD' },
});
console.log(`room ${room.room_id}`);

const invitations = new Map<string, string>();
for (const [name, role] of [
  ['Dr. Lee', 'moderator'],
  ['Ann', 'participant'],
] as const) {
  const { token } = await client.video.tokens.create(room.room_id, { name, role, user_ref: name });
  // A video client in the browser joins with it, once. Do not log it.
  invitations.set(name, token);
  console.log(`${name} has a token as ${role}`);
}

const { users } = await client.video.users(room.room_id);
console.log(`in the room now: ${users.length}`);
await client.video.rooms.delete(room.room_id);

try {
  await client.video.rooms.get(room.room_id);
} catch (error) {
  if (!(error instanceof CarrierError)) throw error;
  console.log(`deleted: ${error.code}`);
}
await client.close();
