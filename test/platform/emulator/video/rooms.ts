/**
 * A video service with a hand-driven clock. Every answer and notification is checked against
 * schemas/platform/video.schema.json on the way, so that each test also proves the shapes.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createPlatformModel, MediaBody } from '../../../../src/platform/emulator/model/index.ts';
import type { EmulatorSettings, PlatformModel } from '../../../../src/platform/emulator/model/index.ts';

export const startOfTime = Date.parse('2026-03-01T09:00:00Z');
export const minute = 60_000;
export const day = 24 * 60 * minute;
export const hook = 'https://app.example/hook';

export function basic(appId: string, appKey: string): string {
  return `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
}

export const ours = basic('demo', 'demo-key');
export const theirs = basic('other', 'other-key');

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(
  JSON.parse(
    readFileSync(new URL('../../../../schemas/platform/video.schema.json', import.meta.url), 'utf8'),
  ) as object,
  'video',
);

/** Throws when a value does not have the shape that the schema gives it. */
export function expectShape(definition: string, value: unknown): void {
  const validate = ajv.getSchema(`video#/$defs/${definition}`);
  if (validate?.(value) === true) return;
  throw new Error(`not a ${definition}: ${ajv.errorsText(validate?.errors)}\n${JSON.stringify(value)}`);
}

const defaults: EmulatorSettings = {
  projects: [
    { appId: 'demo', appKey: 'demo-key', webhook: hook },
    { appId: 'other', appKey: 'other-key' },
  ],
  baseUrl: 'https://platform.example',
  setupMs: 0,
};

export class TestRooms {
  readonly model: PlatformModel;
  now = startOfTime;
  /** Notifications in the order in which they left. */
  readonly received: Record<string, unknown>[] = [];

  constructor(settings: EmulatorSettings = {}) {
    this.model = createPlatformModel({ ...defaults, ...settings });
    this.wait(0);
  }

  request(method: string, path: string, body?: unknown, authorization = ours): Answer {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { authorization };
    const answer = this.model.request(
      { method, path: `/video/v2${path}`, headers, body: text },
      this.now,
    ) as Answer;
    if (!((answer.body as unknown) instanceof MediaBody))
      expectShape(answer.status < 300 ? 'VideoAnswer' : 'VideoError', answer.body);
    this.wait(0);
    return answer;
  }

  /** A request in short: its status and its code. */
  refusal(method: string, path: string, body?: unknown, authorization = ours): unknown[] {
    const answer = this.request(method, path, body, authorization);
    return [answer.status, answer.body.error_code ?? answer.body.result];
  }

  createRoom(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}): string {
    const { body, status } = this.request('POST', '/rooms', {
      name: 'Board',
      owner_ref: 'o-1',
      settings,
      ...more,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String((body.room as Record<string, unknown>).room_id);
  }

  room(roomId: string): Record<string, unknown> {
    return this.request('GET', `/rooms/${roomId}`).body.room as Record<string, unknown>;
  }

  settings(roomId: string): Record<string, unknown> {
    return this.room(roomId).settings as Record<string, unknown>;
  }

  token(roomId: string, name = 'Ann', role = 'participant'): string {
    const { body, status } = this.request('POST', `/rooms/${roomId}/tokens`, {
      name,
      role,
      user_ref: name.toLowerCase(),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String(body.token);
  }

  /** Somebody joins with a token of their own; gives the participant's id. */
  join(roomId: string, name = 'Ann', role = 'participant'): string {
    const outcome = this.model.rooms.join(this.token(roomId, name, role), this.now);
    this.wait(0);
    if (!outcome.ok) throw new Error(outcome.code);
    return outcome.participant_id;
  }

  /** What becomes of somebody who joins: `in`, `waiting`, or the code with which they are refused. */
  tryToken(token: string): string {
    const outcome = this.model.rooms.join(token, this.now);
    this.wait(0);
    if (!outcome.ok) return outcome.code;
    return outcome.waiting ? 'waiting' : 'in';
  }

  leave(...participants: string[]): void {
    for (const id of participants) this.model.rooms.leave(id, this.now);
    this.wait(0);
  }

  /** A session of one moderator, recorded for a minute; its files are ready. Gives its number. */
  recordedSession(roomId: string): string {
    const moderator = this.join(roomId, 'Mod', 'moderator');
    const { body } = this.request('PUT', `/rooms/${roomId}/recording/start`);
    this.wait(minute);
    this.leave(moderator);
    this.wait(minute);
    return String(body.conf_num);
  }

  users(roomId: string): string[] {
    const { users } = this.request('GET', `/rooms/${roomId}/users`).body;
    return (users as { name: string }[]).map(({ name }) => name);
  }

  list(path: string, authorization = ours): Record<string, unknown>[] {
    const { body } = this.request('GET', path, undefined, authorization);
    return (body.archive ?? body.cdr) as Record<string, unknown>[];
  }

  /** A scheduled room's time, so many minutes from now. */
  inMinutes(minutes: number): string {
    return new Date(this.now + minutes * minute).toISOString().slice(0, 19).replace('T', ' ');
  }

  wait(ms: number): void {
    this.now += ms;
    for (const { body, url } of this.model.advance(this.now)) {
      if ('app_id' in body) expectShape('VideoNotification', body);
      this.received.push({ ...body, url });
    }
  }

  types(): unknown[] {
    return this.received.map(({ type }) => type);
  }
}
