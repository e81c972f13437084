/**
 * A platform model with a hand-driven clock. Everything it sends, an answer or a notification, is checked against
 * schemas/platform/voice.schema.json on the way, so that each test also proves the shapes.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createPlatformModel } from '../../../src/platform/emulator/model/index.ts';
import type {
  JournalEntry,
  EmulatorSettings,
  PlatformModel,
} from '../../../src/platform/emulator/model/index.ts';

export const startOfTime = Date.parse('2026-03-01T09:00:00Z');
export const ours = '+4930100100';
export const alice = '+4917100001';
export const bob = '+4917100002';
export const hook = 'https://app.example/hook';

export const authorization = basic('demo', 'demo-key');

export function basic(appId: string, appKey: string): string {
  return `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export type Received = Record<string, unknown> & { at: number; url: string };

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/platform/voice.schema.json', import.meta.url), 'utf8'),
) as object;
ajv.addSchema(schema, 'voice');

/** Throws when a value does not have the shape that the schema gives it. */
export function expectShape(definition: string, value: unknown): void {
  const validate = ajv.getSchema(`voice#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  if (validate(value) !== true) {
    throw new Error(`not a ${definition}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  }
}

const defaults: EmulatorSettings = {
  projects: [{ appId: 'demo', appKey: 'demo-key', webhook: hook }],
  numbers: { [ours]: {} },
  setupMs: 0,
};

export class TestPlatform {
  readonly model: PlatformModel;
  now = startOfTime;
  /** Notifications in the order in which they left. */
  readonly received: Received[] = [];

  constructor(settings: EmulatorSettings = {}) {
    this.model = createPlatformModel({ ...defaults, ...settings });
  }

  request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Answer {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const request = { method, path, headers: { authorization, ...headers }, body: text };
    const answer = this.model.request(request, this.now) as Answer;
    expectShape(answer.status < 300 ? 'VoiceAnswer' : 'ErrorBody', answer.body);
    this.#collect(this.now);
    return answer;
  }

  /** PUT on a live call. */
  put(voiceId: string, action: string, body?: unknown): Answer {
    return this.request('PUT', `/voice/v1/call/${voiceId}/${action}`, body);
  }

  hangup(voiceId: string): Answer {
    return this.request('DELETE', `/voice/v1/call/${voiceId}`);
  }

  dial(body: Record<string, unknown> = {}): Answer {
    return this.request('POST', '/voice/v1/call', { from: ours, to: alice, event_url: hook, ...body });
  }

  /** Lets time pass, stopping wherever something is due. */
  wait(ms: number): void {
    const until = this.now + ms;
    for (let at = this.model.nextAt(); at !== undefined && at <= until; at = this.model.nextAt()) {
      this.#collect(at);
    }
    this.now = until;
    this.#collect(until);
  }

  /** An outbound call that somebody has just answered. */
  outbound(body: Record<string, unknown> = {}): string {
    const voiceId = String(this.dial(body).body.voice_id);
    this.wait(1_000);
    return voiceId;
  }

  /** An inbound call that rings. */
  inbound(acts: Parameters<PlatformModel['people']['ring']>[0]['acts'] = []): string {
    const voiceId = this.model.people.ring({ from: alice, to: ours, acts }, this.now);
    if (voiceId === undefined) throw new Error('the number is nobody’s');
    this.#collect(this.now);
    return voiceId;
  }

  /** An inbound call that was accepted. */
  accepted(acts: Parameters<TestPlatform['inbound']>[0] = []): string {
    const voiceId = this.inbound(acts);
    this.put(voiceId, 'accept');
    return voiceId;
  }

  /** An accepted call with Bob as second party. */
  bridged(): string {
    const voiceId = this.accepted();
    this.put(voiceId, 'connect', { from: ours, to: bob });
    this.wait(1_000);
    return voiceId;
  }

  press(voiceId: string, keys: string): boolean {
    return this.#then(this.model.people.press(voiceId, keys, this.now));
  }

  say(voiceId: string, text: string): boolean {
    return this.#then(this.model.people.say(voiceId, text, this.now));
  }

  hangUp(voiceId: string, who?: 'ours' | 'second'): boolean {
    return this.#then(this.model.people.hangUp(voiceId, this.now, who));
  }

  /** What was received, in short: `state` or `playstate`, with `what` behind a colon. */
  story(...what: string[]): string[] {
    return this.received.map((body) => {
      const details = what.filter((name) => body[name] !== undefined).map((name) => String(body[name]));
      return [String(body.playstate ?? body.state), ...details].join(': ');
    });
  }

  /** Forgets what was received so far. */
  clear(): void {
    this.received.length = 0;
  }

  last(): Received {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('nothing was received');
    return last;
  }

  journal(...kinds: string[]): JournalEntry[] {
    return this.model.journal.readAfter(0).filter((entry) => kinds.includes(entry.kind));
  }

  #then(result: boolean): boolean {
    this.#collect(this.now);
    return result;
  }

  #collect(now: number): void {
    for (const { body, at, url } of this.model.advance(now)) {
      expectShape('VoiceNotification', body);
      this.received.push({ ...body, at: at - startOfTime, url });
    }
  }
}
